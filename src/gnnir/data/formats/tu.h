#pragma once

#include <filesystem>

#include "gnnir/data/formats/format.h"

namespace gnnir {

/// Reads a data set in the format of the TU Dortmund collection: NAME_A.txt, NAME_graph_indicator.txt, and where
/// present NAME_graph_labels.txt, NAME_graph_attributes.txt (regression targets), NAME_node_labels.txt,
/// NAME_node_attributes.txt, NAME_edge_labels.txt, NAME_edge_attributes.txt (a line per line of _A.txt). NAME is taken
/// from the one file that ends in `_A.txt`.
/// - graph_labels: integers become classes in ascending order, or a target if regression is asked for and there is no
///   graph_attributes; with any other number the file is one regression target. Targets are called target_0, ….
/// - Empty or `nan` fields of graph_attributes and graph_labels are missing labels.
/// - There are as many graphs as lines in graph_labels or graph_attributes: one that graph_indicator skips is empty.
/// - Labels of nodes or edges with several columns are refused with words.
/// Every error is of kind data and reads `[tu] MUTAG_A.txt:17: node 3372 is outside 1..3371`.
Dataset read_tu(const FileSource& files, const ReadOptions& options);
inline Dataset read_tu(const FileSource& files, EdgeRules rules = {}) {
  return read_tu(files, ReadOptions{.edges = rules});
}

/// Writes a data set as TU files FOLDER/NAME_*.txt that read_tu reads back to equal examples, classes, class names and
/// targets. The folder must be new or empty. Floats are written so that they read back exactly, missing labels as nan.
/// The format has no place for parts, names of targets, and names of classes that no graph has; names of classes must
/// be integers. An Error of kind usage if the data set cannot be written.
void write_tu(const Dataset& dataset, const std::filesystem::path& folder);

/// The same files in memory: content by name.
std::map<std::string, std::string> tu_files(const Dataset& dataset);

/// The entry of formats().
const Format& tu_format();

}  // namespace gnnir

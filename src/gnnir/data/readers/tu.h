#pragma once

#include <filesystem>

#include "gnnir/data/dataset.h"
#include "gnnir/data/read_options.h"
#include "gnnir/data/readers/file_source.h"

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

}  // namespace gnnir

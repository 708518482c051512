#pragma once

#include <string>
#include <vector>

#include "gnnir/data/dataset.h"
#include "gnnir/data/read_options.h"
#include "gnnir/data/readers/file_source.h"
#include "gnnir/data/rejects.h"

namespace gnnir {

/// How the name of a file that is a data set on its own may end: ".jsonl", …
std::vector<std::string> single_file_endings();

/// Reads files in whatever format they are. What decides, in this order:
///   a file that ends in _A.txt                       TU
///   edges.csv or nodes.csv                           CSV tables
///   one file .jsonl or .ndjson                       JSON lines
///   one file .txt that begins as such a file does    powerful-gnns
///   one file .g6, .s6 or .d6                         graph6, sparse6, digraph6, whichever of the three
///   files .dimacs, .col or .clq                      DIMACS, a graph to a file, in the order of their names
///   one file .csv, .smi or .sdf                      molecules
/// Several of the latter five but for DIMACS, or none: an Error of kind data that lists what is understood. Graphs that
/// cannot be read go through `rejects`.
Dataset read_files(FileSource files, const ReadOptions& options, Rejects& rejects);

}  // namespace gnnir

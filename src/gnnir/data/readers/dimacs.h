#pragma once

#include <string>
#include <vector>

#include "gnnir/data/dataset.h"
#include "gnnir/data/read_options.h"
#include "gnnir/data/readers/file_source.h"
#include "gnnir/data/rejects.h"

namespace gnnir {

/// Reads the format of the DIMACS challenges on cliques and colourings, a graph to a file:
///   c anything     a comment
///   p edge 3 2     nodes and edges; `p col` is the same
///   n 1 5          the colour of a node, which becomes its label; nodes without such a line have 0
///   e 1 2          an edge, undirected; nodes count from 1
///   e 2 3
/// Several files are one data set in the order of `names`. The number of edges may count the lines or the different
/// edges. A file that cannot be read may be skipped; the rejects file then has its name for a row.
/// Errors read `[dimacs] myciel3.col:17: node 12 is outside 1..11`.
Dataset read_dimacs(FileSource& files, const std::vector<std::string>& names, const ReadOptions& options,
                    Rejects& rejects);

}  // namespace gnnir

#pragma once

#include <string>
#include <vector>

#include "gnnir/data/formats/format.h"

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

/// A data set of one graph in the format that read_dimacs reads back to an equal example. There is a place for edges
/// in both directions, for loops and for node labels, which are its colours, and nothing else. An Error of kind usage
/// if there is more.
std::string dimacs_text(const Dataset& dataset);

/// The same for any number of graphs: content by name. NAME.dimacs for one, NAME_001.dimacs and so on for several.
std::map<std::string, std::string> dimacs_files(const Dataset& dataset);

/// The entry of formats().
const Format& dimacs_format();

}  // namespace gnnir

#pragma once

#include <map>
#include <string>

#include "gnnir/data/dataset.h"

namespace gnnir {

/// A data set of one graph in the format that read_dimacs reads back to an equal example. There is a place for edges
/// in both directions, for loops and for node labels, which are its colours, and nothing else. An Error of kind usage
/// if there is more.
std::string dimacs_text(const Dataset& dataset);

/// The same for any number of graphs: content by name. NAME.dimacs for one, NAME_001.dimacs and so on for several.
std::map<std::string, std::string> dimacs_files(const Dataset& dataset);

}  // namespace gnnir

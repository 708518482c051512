#pragma once

#include <string>

#include "gnnir/data/dataset.h"

namespace gnnir {

/// A data set in the format that read_powerful_gnns reads back to equal examples and classes. The format has a class
/// for every graph and no more: an Error of kind usage if one is missing or not an integer, if there are targets,
/// labels or attributes of edges, or node labels that are all 0, which would read back as none.
std::string powerful_gnns_text(const Dataset& dataset);

}  // namespace gnnir

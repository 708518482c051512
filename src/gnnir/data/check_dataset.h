#pragma once

#include <cstdint>
#include <span>

#include "gnnir/data/dataset.h"

namespace gnnir {

/// For data sets that a program has put together itself; readers make no others. An Error of kind data that names the
/// graph if a table has another size than nodes, edges, graphs or columns say, a class has no name or two have the
/// same, or an attribute or a target is infinite (attributes: or NaN).
void check_dataset(const Dataset& dataset);

/// An Error of kind data if one of the numbers is not of a graph.
void check_graph_numbers(std::span<const std::int64_t> graphs, const Dataset& dataset);

}  // namespace gnnir

#pragma once

#include <cstdint>
#include <span>

#include "gnnir/data/dataset.h"

namespace gnnir {

/// Graphs of a data set by their numbers, in this order, with what is known of them: a data set of their own. An Error
/// of kind data if one of the numbers is not of a graph.
Dataset picked(const Dataset& dataset, std::span<const std::int64_t> graphs);

}  // namespace gnnir

#pragma once

#include <cstdint>

#include "gnnir/data/dataset.h"

namespace gnnir {

/// One graph of a data set, then random relabellings of it, as a data set of their own without labels.
Dataset relabelled_copies(const Dataset& dataset, std::int64_t graph, std::int64_t copies, std::uint64_t seed);

/// Nodes of all branches that go through a network at one time: about as many as a cache holds.
constexpr double rows_at_once = 30'000;

}  // namespace gnnir

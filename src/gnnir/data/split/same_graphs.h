#pragma once

#include <cstdint>
#include <vector>

#include "gnnir/data/dataset.h"

namespace gnnir {

/// Which graphs of a data set are the same: isomorphic, with the same labels and attributes of nodes and edges.
struct SameGraphs {
  /// [size]: equal for graphs that are the same, and for no others; -1 for graphs without nodes, which are nothing to
  /// compare.
  std::vector<std::int64_t> number;
  std::int64_t not_compared = 0;  ///< graphs too large to be compared with others that look alike
};

/// Hashes that do not depend on the order of nodes tell most graphs apart; canonical forms decide among those with
/// equal hashes, as long as all of them together are affordable: at most `budget` nodes and edges, in graphs of at most
/// 1,000 nodes. Beyond that only graphs that are equal as they stand count as the same.
SameGraphs find_same_graphs(const Dataset& dataset, std::int64_t budget = 20'000'000);

}  // namespace gnnir

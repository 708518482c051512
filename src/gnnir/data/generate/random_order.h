#pragma once

#include <numeric>
#include <vector>

#include "gnnir/base/rng.h"
#include "gnnir/graph/graph.h"

namespace gnnir {

/// The graph with its nodes in an order that the seed and the graph's number in its data set decide.
inline Graph in_random_order(const Graph& graph, std::uint64_t seed, std::int64_t number) {
  std::vector<NodeId> names(static_cast<std::size_t>(graph.num_nodes()));
  std::iota(names.begin(), names.end(), 0);
  Rng rng(seed, Purpose::generator, static_cast<std::uint64_t>(number));
  rng.shuffle(std::span(names));
  return relabelled(graph, names);
}

}  // namespace gnnir

#pragma once

#include <vector>

#include "gnnir/base/rng.h"
#include "gnnir/graph/graph.h"

namespace gnnir::testing {

/// `count` disjoint rings of `length` nodes each.
inline Graph rings(NodeId count, NodeId length) {
  std::vector<Edge> edges;
  for (NodeId c = 0; c < count; ++c) {
    for (NodeId i = 0; i < length; ++i) edges.push_back({c * length + i, c * length + (i + 1) % length});
  }
  return Graph::from_edges(count * length, edges);
}

inline Graph path(NodeId nodes) {
  std::vector<Edge> edges;
  for (NodeId i = 0; i + 1 < nodes; ++i) edges.push_back({i, i + 1});
  return Graph::from_edges(nodes, edges);
}

inline Graph random_graph(NodeId nodes, double density, Rng& rng) {
  std::vector<Edge> edges;
  for (NodeId u = 0; u < nodes; ++u) {
    for (NodeId v = 0; v < u; ++v) {
      if (rng.uniform() < density) edges.push_back({u, v});
    }
  }
  return Graph::from_edges(nodes, edges);
}

/// Up to `edges` directed edges, self-loops among them.
inline Graph directed_graph(NodeId nodes, int edges, Rng& rng) {
  const auto draw = [&] { return static_cast<NodeId>(rng.below(static_cast<std::uint64_t>(nodes))); };
  std::vector<Edge> drawn;
  for (int i = 0; i < edges; ++i) drawn.push_back({draw(), draw()});
  return Graph::from_edges(nodes, drawn, {.undirected = false});
}

}  // namespace gnnir::testing

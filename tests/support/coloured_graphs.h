#pragma once

#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "gnnir/base/rng.h"
#include "gnnir/graph/colours.h"
#include "gnnir/graph/graph.h"
#include "support/small_graphs.h"

namespace gnnir::testing {

struct ColouredGraph {
  Graph graph;
  std::vector<std::int64_t> node_colours;  // [num_nodes]
  std::vector<std::int64_t> edge_colours;  // [num_edges]
  [[nodiscard]] Colours colours() const { return {.nodes = node_colours, .edges = edge_colours}; }
};

inline ColouredGraph uncoloured(Graph graph) {
  const auto nodes = static_cast<std::size_t>(graph.num_nodes());
  const auto edges = static_cast<std::size_t>(graph.num_edges());
  return {std::move(graph), std::vector<std::int64_t>(nodes, 0), std::vector<std::int64_t>(edges, 0)};
}

inline std::vector<NodeId> random_names(NodeId num_nodes, Rng& rng) {
  std::vector<NodeId> name(static_cast<std::size_t>(num_nodes));
  std::iota(name.begin(), name.end(), 0);
  rng.shuffle(std::span(name));
  return name;
}

/// The same with node v called name[v]; colours move along.
inline ColouredGraph relabelled(const ColouredGraph& g, std::span<const NodeId> name) {
  const auto named = [&](NodeId v) { return name[static_cast<std::size_t>(v)]; };
  ColouredGraph moved = uncoloured(gnnir::relabelled(g.graph, name));
  for (NodeId v = 0; v < g.graph.num_nodes(); ++v) {
    moved.node_colours[static_cast<std::size_t>(named(v))] = g.node_colours[static_cast<std::size_t>(v)];
  }
  std::map<std::pair<NodeId, NodeId>, std::int64_t> colour;  // by target, then source: the order of edges
  std::size_t edge = 0;
  for (const Edge& e : g.graph.edges()) colour[{named(e.target), named(e.source)}] = g.edge_colours[edge++];
  moved.edge_colours.clear();
  for (const auto& [ends, value] : colour) moved.edge_colours.push_back(value);
  return moved;
}

/// Up to `most` nodes; directed or not, sparse or dense, with loops or not, coloured or not: with few colours, so that
/// cells have several nodes. Colours of an undirected graph's edges may differ by direction.
inline ColouredGraph random_coloured_graph(Rng& rng, NodeId most) {
  const auto n = static_cast<NodeId>(rng.below(static_cast<std::uint64_t>(most) + 1));
  ColouredGraph g;
  if (n > 0 && rng.below(3) == 0) {
    g = uncoloured(directed_graph(n, static_cast<int>(rng.below(3 * static_cast<std::uint64_t>(n))), rng));
  } else {
    g = uncoloured(random_graph(n, rng.uniform(), rng));
  }
  const std::uint64_t node_colours = 1 + rng.below(3);
  const std::uint64_t edge_colours = 1 + rng.below(3);
  for (auto& colour : g.node_colours) colour = static_cast<std::int64_t>(rng.below(node_colours)) * 5 - 3;
  for (auto& colour : g.edge_colours) colour = static_cast<std::int64_t>(rng.below(edge_colours)) * 7 - 2;
  return g;
}

/// Rings of 3 to 6 nodes side by side, 12 nodes in all, sometimes with one node of another colour or one edge taken
/// away: 1-WL cannot tell many pairs of these apart.
inline ColouredGraph random_rings(Rng& rng) {
  static const std::vector<std::vector<NodeId>> lengths = {{12}, {6, 6}, {3, 9}, {4, 8}, {4, 4, 4}, {3, 3, 6}, {5, 7}};
  const auto& chosen = lengths[rng.below(lengths.size())];
  const std::uint64_t kind = rng.below(3);
  std::vector<Edge> edges;
  NodeId first = 0;
  for (const NodeId length : chosen) {
    for (NodeId i = 0; i < length; ++i) edges.push_back({first + i, first + (i + 1) % length});
    first += length;
  }
  if (kind == 1) edges.erase(edges.begin());
  ColouredGraph g = uncoloured(Graph::from_edges(first, edges));
  if (kind == 2) g.node_colours[0] = 1;
  return relabelled(g, random_names(first, rng));
}

}  // namespace gnnir::testing

#include "gnnir/graph/graph.h"

#include <algorithm>

#include "gnnir/base/error.h"

namespace gnnir {

Graph Graph::from_edges(NodeId num_nodes, std::span<const Edge> edges, EdgeRules rules) {
  std::vector<Edge> kept;
  kept.reserve(edges.size());
  for (const Edge& edge : edges) {
    for (const NodeId end : {edge.source, edge.target}) {
      if (end < 0 || end >= num_nodes) {
        throw data_error("[graph] edge {}-{}: node {} is outside 0..{}", edge.source, edge.target, end, num_nodes - 1);
      }
    }
    const bool loop = edge.source == edge.target;
    if (loop && !rules.keep_self_loops) continue;
    kept.push_back(edge);
    if (rules.undirected && !loop) kept.push_back({edge.target, edge.source});
  }
  const auto by_target = [](const Edge& a, const Edge& b) {
    return a.target != b.target ? a.target < b.target : a.source < b.source;
  };
  std::sort(kept.begin(), kept.end(), by_target);
  kept.erase(std::unique(kept.begin(), kept.end()), kept.end());

  Graph graph;
  graph.edge_offsets_.assign(static_cast<std::size_t>(num_nodes) + 1, 0);
  graph.sources_.reserve(kept.size());
  for (const Edge& edge : kept) {
    ++graph.edge_offsets_[static_cast<std::size_t>(edge.target) + 1];
    graph.sources_.push_back(edge.source);
  }
  for (std::size_t v = 1; v < graph.edge_offsets_.size(); ++v) graph.edge_offsets_[v] += graph.edge_offsets_[v - 1];
  return graph;
}

std::vector<Edge> Graph::edges() const {
  std::vector<Edge> list;
  list.reserve(sources_.size());
  for (NodeId v = 0; v < num_nodes(); ++v) {
    for (const NodeId u : neighbours(v)) list.push_back({u, v});
  }
  return list;
}

std::int64_t Graph::num_undirected_edges() const {
  std::int64_t pairs = 0;
  for (NodeId v = 0; v < num_nodes(); ++v) {
    for (const NodeId u : neighbours(v)) {
      // A pair counts at its smaller end, or at its larger one where the reverse edge is missing.
      const auto back = neighbours(u);
      if (u <= v || !std::binary_search(back.begin(), back.end(), v)) ++pairs;
    }
  }
  return pairs;
}

Graph relabelled(const Graph& graph, std::span<const NodeId> new_name) {
  std::vector<Edge> edges = graph.edges();
  for (Edge& edge : edges) {
    edge = {new_name[static_cast<std::size_t>(edge.source)], new_name[static_cast<std::size_t>(edge.target)]};
  }
  return Graph::from_edges(graph.num_nodes(), edges, {.keep_self_loops = true, .undirected = false});
}

}  // namespace gnnir

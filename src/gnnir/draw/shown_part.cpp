#include "gnnir/draw/shown_part.h"

#include <algorithm>
#include <numeric>

namespace gnnir {
namespace {

/// Edges in both directions, whatever theirs is.
std::vector<std::vector<NodeId>> both_ways(const Graph& graph) {
  std::vector<std::vector<NodeId>> adjacency(static_cast<std::size_t>(graph.num_nodes()));
  for (const Edge& edge : graph.edges()) {
    adjacency[static_cast<std::size_t>(edge.source)].push_back(edge.target);
    adjacency[static_cast<std::size_t>(edge.target)].push_back(edge.source);
  }
  return adjacency;
}

}  // namespace

std::vector<NodeId> shown_nodes(const Graph& graph, std::span<const NodeId> seeds, std::size_t most) {
  const auto n = static_cast<std::size_t>(graph.num_nodes());
  std::vector<NodeId> by_degree(n);
  std::iota(by_degree.begin(), by_degree.end(), 0);
  if (n <= most) return by_degree;
  const auto adjacency = both_ways(graph);
  const auto degree = [&](NodeId v) { return adjacency[static_cast<std::size_t>(v)].size(); };
  std::stable_sort(by_degree.begin(), by_degree.end(), [&](NodeId a, NodeId b) { return degree(a) > degree(b); });
  std::vector<bool> seen(n, false);
  std::vector<NodeId> shown;
  const auto take = [&](NodeId v) {
    if (seen[static_cast<std::size_t>(v)]) return;
    seen[static_cast<std::size_t>(v)] = true;
    shown.push_back(v);
  };
  for (const NodeId v : seeds) take(v);
  auto next = by_degree.begin();
  for (std::size_t head = 0; shown.size() < most; ++head) {
    for (; head == shown.size(); ++next) take(*next);
    for (const NodeId u : adjacency[static_cast<std::size_t>(shown[head])]) take(u);
  }
  shown.resize(most);
  std::sort(shown.begin(), shown.end());
  return shown;
}

Graph graph_on(const Graph& graph, std::span<const NodeId> nodes) {
  std::vector<NodeId> number(static_cast<std::size_t>(graph.num_nodes()), -1);
  for (std::size_t i = 0; i < nodes.size(); ++i) number[static_cast<std::size_t>(nodes[i])] = static_cast<NodeId>(i);
  std::vector<Edge> edges;
  for (const Edge& edge : graph.edges()) {
    const Edge renamed{number[static_cast<std::size_t>(edge.source)], number[static_cast<std::size_t>(edge.target)]};
    if (renamed.source >= 0 && renamed.target >= 0) edges.push_back(renamed);
  }
  return Graph::from_edges(static_cast<NodeId>(nodes.size()), edges, {.undirected = false});
}

}  // namespace gnnir

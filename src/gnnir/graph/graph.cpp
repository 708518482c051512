#include "gnnir/graph/graph.h"

#include <algorithm>

#include "gnnir/base/error.h"

namespace gnnir {
namespace {

/// [num_nodes + 1]: how many edges have an end below each node.
std::vector<std::int64_t> offsets_by(NodeId Edge::*end, NodeId num_nodes, std::span<const Edge> edges) {
  std::vector<std::int64_t> offsets(static_cast<std::size_t>(num_nodes) + 1, 0);
  for (const Edge& edge : edges) ++offsets[static_cast<std::size_t>(edge.*end) + 1];
  for (std::size_t v = 1; v < offsets.size(); ++v) offsets[v] += offsets[v - 1];
  return offsets;
}

/// By one end, otherwise in the order in which they are: linear, which a graph of a million edges notices.
std::vector<Edge> sorted_by(NodeId Edge::*end, NodeId num_nodes, std::span<const Edge> edges) {
  std::vector<std::int64_t> next = offsets_by(end, num_nodes, edges);
  std::vector<Edge> sorted(edges.size());
  for (const Edge& edge : edges) sorted[static_cast<std::size_t>(next[static_cast<std::size_t>(edge.*end)]++)] = edge;
  return sorted;
}

}  // namespace

Graph Graph::from_edges(NodeId num_nodes, std::span<const Edge> edges, EdgeRules rules) {
  if (num_nodes < 0) throw data_error("[graph] expected at least 0 nodes, found {}", num_nodes);
  std::vector<Edge> kept;
  kept.reserve(rules.undirected ? 2 * edges.size() : edges.size());
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
  kept = sorted_by(&Edge::target, num_nodes, sorted_by(&Edge::source, num_nodes, kept));
  kept.erase(std::unique(kept.begin(), kept.end()), kept.end());

  Graph graph;
  graph.edge_offsets_ = offsets_by(&Edge::target, num_nodes, kept);
  graph.sources_.reserve(kept.size());
  for (const Edge& edge : kept) graph.sources_.push_back(edge.source);
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
      if (u <= v || !has_edge({v, u})) ++pairs;
    }
  }
  return pairs;
}

bool Graph::has_edge(Edge edge) const {
  const auto sources = neighbours(edge.target);
  return std::binary_search(sources.begin(), sources.end(), edge.source);
}

bool Graph::is_undirected() const {
  for (NodeId v = 0; v < num_nodes(); ++v) {
    const auto sources = neighbours(v);
    if (!std::all_of(sources.begin(), sources.end(), [&](NodeId u) { return has_edge({v, u}); })) return false;
  }
  return true;
}

bool Graph::has_self_loops() const {
  for (NodeId v = 0; v < num_nodes(); ++v) {
    if (has_edge({v, v})) return true;
  }
  return false;
}

Graph relabelled(const Graph& graph, std::span<const NodeId> new_name) {
  std::vector<Edge> edges = graph.edges();
  for (Edge& edge : edges) {
    edge = {new_name[static_cast<std::size_t>(edge.source)], new_name[static_cast<std::size_t>(edge.target)]};
  }
  return Graph::from_edges(graph.num_nodes(), edges, {.keep_self_loops = true, .undirected = false});
}

}  // namespace gnnir

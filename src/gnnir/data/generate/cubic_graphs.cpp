#include "gnnir/data/generate/cubic_graphs.h"

#include <map>
#include <utility>

#include "gnnir/base/error.h"
#include "gnnir/graph/symmetry.h"

namespace gnnir {
namespace {

constexpr NodeId cubic = 3;

using Level = std::map<std::vector<NodeId>, Graph>;  // by the canonical form, so that each comes once

void keep(Level& level, const Graph& graph) {
  Graph form = canonical_form(graph).graph;
  std::vector<NodeId> key(form.sources().begin(), form.sources().end());
  for (const std::int64_t offset : form.edge_offsets()) key.push_back(static_cast<NodeId>(offset));
  level.emplace(std::move(key), std::move(form));
}

/// A node that has neighbours already and may have more; num_nodes() if there is none. An empty graph begins at 0.
NodeId unfinished_node(const Graph& graph) {
  if (graph.num_edges() == 0) return 0;
  NodeId v = 0;
  while (v < graph.num_nodes() && (graph.degree(v) == 0 || graph.degree(v) == cubic)) ++v;
  return v;
}

/// Adds the missing neighbours of v, from u on, in all ways. Nodes without edges are alike: the first is taken.
void add_neighbours(const Graph& graph, NodeId v, NodeId u, Level& found) {
  if (graph.degree(v) == cubic) return keep(found, graph);
  for (bool took_isolated = false; u < graph.num_nodes(); ++u) {
    const bool isolated = graph.degree(u) == 0;
    if (u == v || graph.degree(u) == cubic || graph.has_edge({u, v}) || (isolated && took_isolated)) continue;
    took_isolated = took_isolated || isolated;
    std::vector<Edge> edges = graph.edges();
    edges.push_back({u, v});
    add_neighbours(Graph::from_edges(graph.num_nodes(), edges), v, u + 1, found);
  }
}

}  // namespace

std::vector<Graph> connected_cubic_graphs(NodeId nodes) {
  constexpr NodeId most = 12;
  if (nodes > most) throw usage_error("[cubic] expected at most {} nodes, found {}", most, nodes);
  if (nodes < cubic + 1 || nodes % 2 != 0) return {};
  Level complete;  // a graph may be reached in fewer steps or in more
  Level level;
  keep(level, Graph::from_edges(nodes, {}));
  while (!level.empty()) {
    Level next;
    for (const auto& [key, graph] : level) {
      const NodeId v = unfinished_node(graph);
      if (v < nodes) {
        add_neighbours(graph, v, 0, next);
      } else if (graph.num_edges() == std::int64_t{cubic} * nodes) {  // else what it has is a component of its own
        complete.emplace(key, graph);
      }
    }
    level = std::move(next);
  }
  std::vector<Graph> graphs;
  for (auto& [key, graph] : complete) graphs.push_back(std::move(graph));
  return graphs;
}

}  // namespace gnnir

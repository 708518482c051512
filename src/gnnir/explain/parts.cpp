#include "gnnir/explain/parts.h"

#include <numeric>

namespace gnnir {
namespace {

template <typename T>
void append_row(std::vector<T>& to, const std::vector<T>& from, std::size_t row, std::size_t rows) {
  const std::size_t columns = from.size() / rows;
  const auto begin = from.begin() + static_cast<std::ptrdiff_t>(row * columns);
  to.insert(to.end(), begin, begin + static_cast<std::ptrdiff_t>(columns));
}

/// Nodes are renamed; -1: left out. is_kept: of edges between nodes that are kept.
template <typename IsKept>
Example part_of(const Example& example, const std::vector<NodeId>& name, const IsKept& is_kept) {
  Example part;
  NodeId nodes = 0;
  for (std::size_t v = 0; v < name.size(); ++v) {
    if (name[v] < 0) continue;
    ++nodes;
    if (!example.node_labels.empty()) part.node_labels.push_back(example.node_labels[v]);
    append_row(part.node_attributes, example.node_attributes, v, name.size());
  }
  const std::vector<Edge> all = example.graph.edges();
  std::vector<Edge> edges;
  for (std::size_t e = 0; e < all.size(); ++e) {
    const NodeId source = name[static_cast<std::size_t>(all[e].source)];
    const NodeId target = name[static_cast<std::size_t>(all[e].target)];
    if (source < 0 || target < 0 || !is_kept(all[e])) continue;
    edges.push_back({source, target});
    if (!example.edge_labels.empty()) part.edge_labels.push_back(example.edge_labels[e]);
    append_row(part.edge_attributes, example.edge_attributes, e, all.size());
  }
  // Names ascend with the nodes, so that edges stay in their order.
  part.graph = Graph::from_edges(nodes, edges, {.undirected = false});
  return part;
}

}  // namespace

Example induced(const Example& example, std::span<const NodeId> kept) {
  std::vector<NodeId> name(static_cast<std::size_t>(example.graph.num_nodes()), -1);
  for (std::size_t i = 0; i < kept.size(); ++i) name[static_cast<std::size_t>(kept[i])] = static_cast<NodeId>(i);
  return part_of(example, name, [](const Edge&) { return true; });
}

Example without_node(const Example& example, NodeId v) {
  std::vector<NodeId> name(static_cast<std::size_t>(example.graph.num_nodes()));
  std::iota(name.begin(), name.begin() + v, 0);
  name[static_cast<std::size_t>(v)] = -1;
  std::iota(name.begin() + v + 1, name.end(), v);
  return part_of(example, name, [](const Edge&) { return true; });
}

Example without_edge(const Example& example, NodeId u, NodeId v) {
  std::vector<NodeId> name(static_cast<std::size_t>(example.graph.num_nodes()));
  std::iota(name.begin(), name.end(), 0);
  return part_of(example, name, [&](const Edge& edge) { return edge != Edge{u, v} && edge != Edge{v, u}; });
}

std::vector<std::vector<NodeId>> connected_parts(const Graph& graph) {
  const auto n = static_cast<std::size_t>(graph.num_nodes());
  std::vector<NodeId> root(n);
  std::iota(root.begin(), root.end(), 0);
  const auto find = [&](NodeId v) {
    while (root[static_cast<std::size_t>(v)] != v) {
      NodeId& up = root[static_cast<std::size_t>(v)];
      up = root[static_cast<std::size_t>(up)];
      v = up;
    }
    return v;
  };
  for (const Edge& edge : graph.edges()) {
    const NodeId a = find(edge.source);
    const NodeId b = find(edge.target);
    root[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
  }
  std::vector<std::vector<NodeId>> parts;
  std::vector<std::size_t> place(n);
  for (NodeId v = 0; v < graph.num_nodes(); ++v) {
    const NodeId first = find(v);
    if (first == v) {
      place[static_cast<std::size_t>(v)] = parts.size();
      parts.emplace_back();
    }
    parts[place[static_cast<std::size_t>(first)]].push_back(v);
  }
  return parts;
}

}  // namespace gnnir

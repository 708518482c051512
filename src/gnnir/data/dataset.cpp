#include "gnnir/data/dataset.h"

#include <algorithm>
#include <utility>

#include "gnnir/data/edge_list.h"

namespace gnnir {
namespace {

/// Row v of a table becomes row new_name[v].
template <typename T>
std::vector<T> moved_rows(const std::vector<T>& table, std::span<const NodeId> new_name) {
  std::vector<T> moved(table.size());
  const auto columns = static_cast<std::int64_t>(new_name.empty() ? 0 : table.size() / new_name.size());
  for (std::size_t v = 0; columns > 0 && v < new_name.size(); ++v) {
    std::copy_n(table.begin() + static_cast<std::int64_t>(v) * columns, columns, moved.begin() + new_name[v] * columns);
  }
  return moved;
}

}  // namespace

Dataset::Repairs& Dataset::Repairs::operator+=(const Repairs& other) {
  duplicate_edges += other.duplicate_edges;
  conflicting_edges += other.conflicting_edges;
  reverse_edges_added += other.reverse_edges_added;
  self_loops += other.self_loops;
  rejected += other.rejected;
  return *this;
}

bool Dataset::has_node_labels() const {
  return std::any_of(examples.begin(), examples.end(), [](const Example& e) { return !e.node_labels.empty(); });
}

bool Dataset::has_edge_labels() const {
  return std::any_of(examples.begin(), examples.end(), [](const Example& e) { return !e.edge_labels.empty(); });
}

Dataset without_graphs(const Dataset& dataset) {
  Dataset empty;
  empty.name = dataset.name;
  empty.num_attributes = dataset.num_attributes;
  empty.num_edge_attributes = dataset.num_edge_attributes;
  empty.attribute_names = dataset.attribute_names;
  empty.edge_attribute_names = dataset.edge_attribute_names;
  return empty;
}

Example relabelled(const Example& example, std::span<const NodeId> new_name) {
  EdgeList list{.edges = example.graph.edges(), .labels = example.edge_labels, .attributes = example.edge_attributes};
  for (Edge& edge : list.edges) {
    edge = {new_name[static_cast<std::size_t>(edge.source)], new_name[static_cast<std::size_t>(edge.target)]};
  }
  Dataset::Repairs none;
  Example result = build_example(example.graph.num_nodes(), list, {.undirected = false}, none);
  result.node_labels = moved_rows(example.node_labels, new_name);
  result.node_attributes = moved_rows(example.node_attributes, new_name);
  return result;
}

}  // namespace gnnir

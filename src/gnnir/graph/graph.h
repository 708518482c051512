#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace gnnir {

/// A node number within its graph, or a row within a batch.
using NodeId = std::int32_t;

/// A directed edge: a message goes from source to target.
struct Edge {
  NodeId source;
  NodeId target;
  bool operator==(const Edge&) const = default;
};

/// How a list of edges becomes a graph. Duplicates always collapse to one edge.
struct EdgeRules {
  bool keep_self_loops = true;
  bool undirected = true;  ///< every edge is joined by its reverse where that is missing
};

/// The structure of one graph: for each node the sources of its incoming edges, ascending, in CSR form.
/// Immutable; features and labels live beside it (data/dataset.h).
class Graph {
 public:
  Graph() : edge_offsets_{0} {}

  /// Throws an Error of kind data if there are fewer than 0 nodes, or an end is outside 0..num_nodes-1.
  static Graph from_edges(NodeId num_nodes, std::span<const Edge> edges, EdgeRules rules = {});

  [[nodiscard]] NodeId num_nodes() const { return static_cast<NodeId>(edge_offsets_.size()) - 1; }
  /// Directed edges; an undirected edge counts twice, a self-loop once.
  [[nodiscard]] std::int64_t num_edges() const { return static_cast<std::int64_t>(sources_.size()); }
  /// The sources of v's incoming edges.
  [[nodiscard]] std::span<const NodeId> neighbours(NodeId v) const {
    const auto begin = static_cast<std::size_t>(edge_offsets_[static_cast<std::size_t>(v)]);
    const auto end = static_cast<std::size_t>(edge_offsets_[static_cast<std::size_t>(v) + 1]);
    return std::span(sources_).subspan(begin, end - begin);
  }
  [[nodiscard]] NodeId degree(NodeId v) const { return static_cast<NodeId>(neighbours(v).size()); }

  /// [num_nodes + 1]: where each target's edges begin in sources().
  [[nodiscard]] std::span<const std::int64_t> edge_offsets() const { return edge_offsets_; }
  /// [num_edges]: by target, then by source.
  [[nodiscard]] std::span<const NodeId> sources() const { return sources_; }
  /// The edges in the order of sources().
  [[nodiscard]] std::vector<Edge> edges() const;
  /// Unordered pairs joined by an edge in either direction, self-loops included.
  [[nodiscard]] std::int64_t num_undirected_edges() const;
  /// Both ends must be nodes.
  [[nodiscard]] bool has_edge(Edge edge) const;
  /// Whether every edge is joined by its reverse.
  [[nodiscard]] bool is_undirected() const;
  [[nodiscard]] bool has_self_loops() const;

  bool operator==(const Graph&) const = default;

 private:
  std::vector<std::int64_t> edge_offsets_;
  std::vector<NodeId> sources_;
};

/// The same graph with node v called new_name[v]; new_name is a permutation of 0..n-1.
Graph relabelled(const Graph& graph, std::span<const NodeId> new_name);

}  // namespace gnnir

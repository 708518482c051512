#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnnir/graph/graph.h"

namespace gnnir {

/// Several graphs as one disconnected graph, in CSR form: nodes of graph g are rows ptr[g]..ptr[g+1]-1, as in PyTorch
/// Geometric, and each row lists the sources of its incoming edges. Edges are numbered in that order.
struct Batch {
  std::vector<std::int32_t> ptr{0};           ///< [num_graphs + 1]: rows of each graph
  std::vector<std::int32_t> edge_offsets{0};  ///< [num_nodes + 1]: incoming edges of each row
  std::vector<std::int32_t> edge_sources;     ///< [num_edges]: rows

  [[nodiscard]] std::int64_t num_graphs() const { return static_cast<std::int64_t>(ptr.size()) - 1; }
  [[nodiscard]] std::int64_t num_nodes() const { return ptr.back(); }
  [[nodiscard]] std::int64_t num_edges() const { return edge_offsets.back(); }
  [[nodiscard]] std::int32_t first_row(std::int64_t g) const { return ptr[static_cast<std::size_t>(g)]; }
  [[nodiscard]] std::int64_t nodes_of(std::int64_t g) const { return first_row(g + 1) - first_row(g); }
  /// The first edge of a graph; of the graph behind the last one, the number of edges.
  [[nodiscard]] std::int32_t first_edge(std::int64_t g) const {
    return edge_offsets[static_cast<std::size_t>(first_row(g))];
  }
  [[nodiscard]] std::span<const std::int32_t> sources(std::int64_t row) const {
    const auto begin = static_cast<std::size_t>(edge_offsets[static_cast<std::size_t>(row)]);
    const auto end = static_cast<std::size_t>(edge_offsets[static_cast<std::size_t>(row) + 1]);
    return std::span(edge_sources).subspan(begin, end - begin);
  }

  /// Appends a graph behind the last one. An Error of kind data if there are more rows or edges than 2^31.
  void append(const Graph& graph);
};

/// Each graph of a batch repeated copies[g] ≥ 0 times, the copies of one graph standing together in order.
Batch repeated(const Batch& batch, std::span<const std::int32_t> copies);

/// The edges of a batch in the place of nodes, graph by graph, and nothing between them: to pool over edges.
Batch edges_as_rows(const Batch& batch);

/// What is left of a batch when only some rows are, ascending.
struct InducedBatch {
  Batch batch;
  std::vector<std::int32_t> edges;  ///< which of the former edges are left
};
InducedBatch induced(const Batch& batch, std::span<const std::int32_t> rows);

}  // namespace gnnir

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnnir/graph/graph.h"

namespace gnnir {

/// Several graphs as one disconnected graph, under the names of PyTorch Geometric: nodes of graph g are rows
/// ptr[g]..ptr[g+1]-1, edges are sorted by target row.
struct Batch {
  std::vector<std::int64_t> edge_source;  ///< edge_index[0]: [num_edges], rows
  std::vector<std::int64_t> edge_target;  ///< edge_index[1]: [num_edges], rows, ascending
  std::vector<std::int64_t> batch;        ///< [num_nodes]: the graph of each row
  std::vector<std::int64_t> ptr{0};       ///< [num_graphs + 1]
  std::vector<std::int64_t> edge_ptr{0};  ///< [num_graphs + 1]: the same for edges

  [[nodiscard]] std::int64_t num_graphs() const { return static_cast<std::int64_t>(ptr.size()) - 1; }
  [[nodiscard]] std::int64_t num_nodes() const { return ptr.back(); }
  [[nodiscard]] std::int64_t num_edges() const { return edge_ptr.back(); }
  [[nodiscard]] std::int64_t nodes_of(std::int64_t g) const {
    return ptr[static_cast<std::size_t>(g) + 1] - ptr[static_cast<std::size_t>(g)];
  }

  /// Appends a graph behind the last one.
  void append(const Graph& graph);
};

/// Each graph of a batch repeated copies[g] ≥ 0 times, the copies of one graph standing together in order.
Batch repeated(const Batch& batch, std::span<const std::int64_t> copies);

}  // namespace gnnir

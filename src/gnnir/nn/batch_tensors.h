#pragma once

#include <ATen/core/Tensor.h>

#include "gnnir/graph/batch.h"

namespace gnnir {

/// A Batch as tensors, with the host's copy beside it: choosing target cells and laying out branches is host work.
struct BatchTensors {
  Batch host;
  at::Tensor edge_source;  ///< [num_edges] int64
  at::Tensor edge_target;  ///< [num_edges] int64, ascending
  at::Tensor batch;        ///< [num_nodes] int64: the graph of each row
  at::Tensor graph_sizes;  ///< [num_graphs] int64: nodes of each graph

  static BatchTensors from(Batch batch, at::Device device);
  /// The same graphs with their edges in the place of nodes, and nothing between them: to pool over edges.
  [[nodiscard]] BatchTensors edges_as_rows() const;

  [[nodiscard]] std::int64_t num_graphs() const { return host.num_graphs(); }
  [[nodiscard]] std::int64_t num_nodes() const { return host.num_nodes(); }
  [[nodiscard]] at::Device device() const { return batch.device(); }
};

/// The numbers as an int64 tensor of their own on `device`.
at::Tensor index_tensor(const std::vector<std::int64_t>& numbers, at::Device device);

}  // namespace gnnir

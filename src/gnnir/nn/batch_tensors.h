#pragma once

#include <ATen/core/Tensor.h>

#include <memory>
#include <vector>

#include "gnnir/graph/batch.h"

namespace gnnir {

/// A Batch for libtorch's operations: on the host as it is, as tensors where an operation asks for them, made once.
/// Copies share what was made; for one thread at a time.
class BatchTensors {
 public:
  BatchTensors() : BatchTensors(Batch(), at::kCPU) {}
  BatchTensors(Batch batch, at::Device device);

  [[nodiscard]] const Batch& host() const { return *host_; }
  [[nodiscard]] std::int64_t num_graphs() const { return host_->num_graphs(); }
  [[nodiscard]] std::int64_t num_nodes() const { return host_->num_nodes(); }
  [[nodiscard]] at::Device device() const { return device_; }

  [[nodiscard]] const at::Tensor& edge_source() const;  ///< edge_index[0]: [num_edges] int64
  [[nodiscard]] const at::Tensor& edge_target() const;  ///< edge_index[1]: [num_edges] int64, ascending
  [[nodiscard]] const at::Tensor& batch() const;        ///< [num_nodes] int64: the graph of each row
  [[nodiscard]] const at::Tensor& graph_sizes() const;  ///< [num_graphs] int64: nodes of each graph

  /// The same graphs with their edges in the place of nodes: to pool over edges.
  [[nodiscard]] BatchTensors edges_as_rows() const { return {gnnir::edges_as_rows(*host_), device_}; }

 private:
  struct Tensors {
    at::Tensor edge_source, edge_target, batch, graph_sizes;
  };
  std::shared_ptr<const Batch> host_;
  std::shared_ptr<Tensors> tensors_;
  at::Device device_;
};

/// The numbers as an int64 tensor of their own on `device`.
at::Tensor index_tensor(const std::vector<std::int64_t>& numbers, at::Device device);
at::Tensor index_tensor(const std::vector<std::int32_t>& numbers, at::Device device);

}  // namespace gnnir

#pragma once

#include <ATen/core/Tensor.h>

#include <vector>

#include "gnnir/graph/batch.h"
#include "gnnir/kernels/mlp.h"
#include "gnnir/nn/mlp.h"
#include "gnnir/nn/operation.h"

namespace gnnir {

/// The MLP's parameters among an operation's tensors, from `first` on. T = const float: weights; float: gradients.
template <typename T>
kernels::MlpTensors<T> mlp_tensors(const Operation::Tensors& tensors, std::size_t first) {
  return {floats(tensors[first]), floats(tensors[first + 1]), floats(tensors[first + 2]), floats(tensors[first + 3])};
}
kernels::MlpShape mlp_shape(const Operation::Tensors& tensors, std::size_t first);

/// MLP(x) as one operation. x: [n, in] → [n, out]
at::Tensor fused_mlp(const at::Tensor& x, const MlpParameters& parameters);

/// Σ_v MLP(h_v) over each graph's nodes, or their mean, as one operation. h: [num_nodes, in] → [num_graphs, out]
at::Tensor fused_mlp_pool(const at::Tensor& h, const MlpParameters& parameters, const Batch& graphs, bool mean);

/// The same where several nodes may have one row. h: [rows, in]; node_rows: [num_nodes], the row of each node
at::Tensor fused_mlp_pool(const at::Tensor& h, const MlpParameters& parameters, const Batch& graphs, bool mean,
                          std::vector<std::int32_t> node_rows);

}  // namespace gnnir

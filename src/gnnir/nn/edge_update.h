#pragma once

#include "gnnir/nn/batch_tensors.h"
#include "gnnir/nn/mlp.h"

namespace gnnir {

/// Edges as variables: `e_uv ← MLP(concat(h_u + h_v, e_uv))`, the same for both directions of an undirected edge.
/// h: [num_nodes, d], e: [num_edges, d] → [num_edges, d]
class EdgeUpdateImpl : public torch::nn::Module {
 public:
  EdgeUpdateImpl(std::int64_t hidden, const Execution& execution);
  at::Tensor forward(const at::Tensor& h, const at::Tensor& e, const BatchTensors& graphs);

 private:
  Mlp mlp_;
};
TORCH_MODULE(EdgeUpdate);

}  // namespace gnnir

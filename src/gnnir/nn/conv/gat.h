#pragma once

#include <torch/nn/modules/linear.h>

#include "gnnir/nn/conv/conv.h"
#include "gnnir/nn/norm.h"

namespace gnnir {

/// GAT (Veličković et al. 2018): per head `Σ_u α_uv W h_u` over u∈N(v) ∪ {v}, α = softmax over u of
/// LeakyReLU(a·W h_u + b·W h_v, slope 0.2); heads side by side.
class GatConv : public Conv {
 public:
  GatConv(std::int64_t hidden, std::int64_t heads, const NormOptions& norm);
  at::Tensor forward(const at::Tensor& h, const BatchTensors& graphs, const at::Tensor& edge_terms) override;

 private:
  std::int64_t heads_;
  torch::nn::Linear map_;
  torch::nn::Linear attention_;  // [2·heads, hidden]: scores as source, then as target
  at::Tensor bias_;              // [d]
  Norm norm_;
};

}  // namespace gnnir

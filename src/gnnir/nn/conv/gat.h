#pragma once

#include <torch/nn/modules/linear.h>

#include "gnnir/nn/conv/conv.h"
#include "gnnir/nn/norm.h"

namespace gnnir {

/// GAT (Veličković et al. 2018): per head k `Σ_u α_uv W_k h_u` over u∈N(v) ∪ {v}, α = softmax over u of
/// LeakyReLU(a_k·W_k h_u + b_k·W_k h_v, slope 0.2); heads side by side.
class GatConv : public Conv {
 public:
  GatConv(std::int64_t hidden, std::int64_t heads, const NormOptions& norm);
  at::Tensor forward(const at::Tensor& h, const BatchTensors& graphs, const at::Tensor& edge_terms) override;
  [[nodiscard]] const at::Tensor& attention() const { return attention_; }
  /// Inputs of a score.
  [[nodiscard]] std::int64_t fan_in() const { return attention_.size(2); }

 private:
  std::int64_t heads_;
  torch::nn::Linear map_;
  at::Tensor attention_;  // [2, heads, d/heads]: a, then b
  at::Tensor bias_;       // [d]
  Norm norm_;
};

}  // namespace gnnir

#pragma once

#include <torch/nn/modules/linear.h>

#include "gnnir/nn/conv/conv.h"
#include "gnnir/nn/norm.h"

namespace gnnir {

/// GIN: `MLP((1+ε) h_v + Σ_{u∈N(v)} h_u)`, ε learned, starting at 0. With edges GINE:
/// `MLP((1+ε) h_v + Σ_u ReLU(h_u + W e_uv))`. Normalization stands before each ReLU: the MLP's own and the one that the
/// caller applies to the result.
class GinConv : public Conv, public DrawsOwnWeights {
 public:
  GinConv(std::int64_t hidden, const NormOptions& norm, bool edges);
  at::Tensor edge_terms(const at::Tensor& e) override;
  at::Tensor forward(const at::Tensor& h, const BatchTensors& graphs, const at::Tensor& edge_terms) override;
  void draw_weights(WeightDraw& draw) override { draw.keep("epsilon"); }
  [[nodiscard]] std::vector<at::Tensor> kernel_weights() const override;
  [[nodiscard]] std::unique_ptr<kernels::Conv> kernel(const KernelInputs& inputs) const override;

 private:
  NormOptions norm_;
  at::Tensor epsilon_;  // [1]
  torch::nn::Linear in_;
  Norm in_norm_;
  torch::nn::Linear out_;
  Norm out_norm_;
  torch::nn::Linear edge_{nullptr};
};

}  // namespace gnnir

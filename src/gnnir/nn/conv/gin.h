#pragma once

#include <torch/nn/modules/linear.h>

#include "gnnir/nn/conv/conv.h"
#include "gnnir/nn/norm.h"

namespace gnnir {

/// GIN: `MLP((1+ε) h_v + Σ_{u∈N(v)} h_u)`, ε learned, starting at 0. Normalization stands before each ReLU: the MLP's
/// own and the one that the caller applies to the result.
class GinConv : public Conv {
 public:
  GinConv(std::int64_t hidden, const NormOptions& norm);
  at::Tensor forward(const at::Tensor& h, const BatchTensors& graphs) override;

 private:
  at::Tensor epsilon_;  // [1]
  torch::nn::Linear in_;
  Norm in_norm_;
  torch::nn::Linear out_;
  Norm out_norm_;
};

}  // namespace gnnir

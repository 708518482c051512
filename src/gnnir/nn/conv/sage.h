#pragma once

#include <torch/nn/modules/linear.h>

#include "gnnir/nn/conv/conv.h"
#include "gnnir/nn/norm.h"

namespace gnnir {

/// GraphSAGE (Hamilton et al. 2017): `W h_v + W' mean_u h_u`.
class SageConv : public Conv {
 public:
  SageConv(std::int64_t hidden, const NormOptions& norm);
  at::Tensor forward(const at::Tensor& h, const BatchTensors& graphs, const at::Tensor& edge_terms) override;

 private:
  torch::nn::Linear self_;
  torch::nn::Linear neighbours_;
  Norm norm_;
};

}  // namespace gnnir

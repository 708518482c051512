#pragma once

#include <torch/nn/modules/linear.h>

#include <cstdint>

#include "gnnir/nn/fused_mlp.h"

namespace gnnir {

/// linear → ReLU → linear, the MLP of every formula in the model. [n, inputs] → [n, outputs]
class MlpImpl : public torch::nn::Module {
 public:
  MlpImpl(std::int64_t inputs, std::int64_t hidden, std::int64_t outputs, Engine engine = Engine::reference);
  at::Tensor forward(const at::Tensor& x);
  [[nodiscard]] const MlpParameters& weights() const { return weights_; }

 private:
  torch::nn::Linear in_;
  torch::nn::Linear out_;
  Engine engine_;
  MlpParameters weights_;
};
TORCH_MODULE(Mlp);

}  // namespace gnnir

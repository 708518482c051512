#pragma once

#include <torch/nn/modules/linear.h>

#include <cstdint>

namespace gnnir {

/// linear → ReLU → linear, the MLP of every formula in the model. [n, inputs] → [n, outputs]
class MlpImpl : public torch::nn::Module {
 public:
  MlpImpl(std::int64_t inputs, std::int64_t hidden, std::int64_t outputs);
  at::Tensor forward(const at::Tensor& x);

 private:
  torch::nn::Linear in_{nullptr};
  torch::nn::Linear out_{nullptr};
};
TORCH_MODULE(Mlp);

}  // namespace gnnir

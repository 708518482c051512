#pragma once

#include <torch/nn/modules/linear.h>

#include <cstdint>
#include <vector>

#include "gnnir/nn/execution.h"

namespace gnnir {

/// An MLP's weights: in.weight, in.bias, out.weight, out.bias.
using MlpParameters = std::vector<at::Tensor>;

/// linear → ReLU → linear, the MLP of every formula in the model. [n, inputs] → [n, outputs]
class MlpImpl : public torch::nn::Module {
 public:
  MlpImpl(std::int64_t inputs, std::int64_t hidden, std::int64_t outputs,
          const Execution& execution = {.engine = Engine::reference});
  at::Tensor forward(const at::Tensor& x);
  [[nodiscard]] const MlpParameters& weights() const { return weights_; }

 private:
  torch::nn::Linear in_;
  torch::nn::Linear out_;
  bool fused_;
  MlpParameters weights_;
};
TORCH_MODULE(Mlp);

}  // namespace gnnir

#pragma once

#include <torch/nn/module.h>

#include <memory>

#include "gnnir/nn/batch_tensors.h"
#include "gnnir/nn/options.h"

namespace gnnir {

/// One step of message passing without its outer ReLU. h: [num_nodes, d] → [num_nodes, d]
class Conv : public torch::nn::Module {
 public:
  virtual at::Tensor forward(const at::Tensor& h, const BatchTensors& graphs) = 0;
};

std::shared_ptr<Conv> make_conv(const GnnOptions& options);

}  // namespace gnnir

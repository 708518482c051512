#pragma once

#include <torch/nn/module.h>

#include <vector>

#include "gnnir/nn/batch_tensors.h"
#include "gnnir/nn/options.h"

namespace gnnir {

/// GnnImpl's forward pass as one operation on the kernels of kernels/gnn.h, float32 on the CPU. It covers GIN with no
/// or graph normalization; what it does not cover runs on the reference path.
class FusedGnn {
 public:
  /// gnn: a Gnn with these options. Its parameters are used as they are at each call.
  FusedGnn(const torch::nn::Module& gnn, const GnnOptions& options);

  [[nodiscard]] bool covers(const at::Tensor& h) const;
  /// h: [num_nodes, d] → [num_nodes, d]
  [[nodiscard]] at::Tensor operator()(const at::Tensor& h, const BatchTensors& graphs) const;

 private:
  GnnOptions options_;
  std::vector<at::Tensor> parameters_;  // in the order of kernels::GnnTensors; empty if the options are not covered
};

}  // namespace gnnir

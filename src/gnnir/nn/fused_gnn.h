#pragma once

#include <torch/nn/module.h>

#include <memory>
#include <vector>

#include "gnnir/kernels/gnn_plan.h"
#include "gnnir/nn/options.h"

namespace gnnir {

/// GnnImpl's forward pass as one operation on the kernels of kernels/gnn.h, float32 on the CPU. It covers GIN with no
/// or graph normalization; what it does not cover runs on the reference path.
class FusedGnn {
 public:
  /// gnn: a Gnn with these options. Its parameters are used as they are at each call.
  FusedGnn(const torch::nn::Module& gnn, const GnnOptions& options);

  [[nodiscard]] bool covers(const at::Tensor& h) const;
  /// x: [plan's first level, d] → [plan's last level, d]
  [[nodiscard]] at::Tensor operator()(const at::Tensor& x, std::shared_ptr<const kernels::GnnPlan> plan) const;
  [[nodiscard]] const GnnOptions& options() const { return options_; }

 private:
  GnnOptions options_;
  std::vector<at::Tensor> parameters_;  // in the order of kernels::GnnTensors; empty if the options are not covered
};

}  // namespace gnnir

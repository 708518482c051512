#pragma once

#include <torch/nn/modules/rnn.h>

#include <memory>
#include <vector>

#include "gnnir/kernels/gnn_plan.h"
#include "gnnir/nn/conv/conv.h"

namespace gnnir {

/// GnnImpl's forward pass as one operation on the kernels of kernels/message_passing.h, float32 on the CPU, for
/// convolutions that have a kernel; what it does not cover runs on the reference path.
class FusedGnn {
 public:
  FusedGnn(const GnnOptions& options, std::shared_ptr<Conv> conv, const torch::nn::GRUCellImpl& update);

  [[nodiscard]] bool covers(const at::Tensor& h) const;
  /// x: [plan's first level, d], e: [num_edges, d] or undefined → [plan's last level, d]
  [[nodiscard]] at::Tensor operator()(const at::Tensor& x, const at::Tensor& e,
                                      std::shared_ptr<const kernels::GnnPlan> plan) const;
  [[nodiscard]] const GnnOptions& options() const { return options_; }

 private:
  GnnOptions options_;
  std::shared_ptr<Conv> conv_;
  std::vector<at::Tensor> update_;  // weight_ih, weight_hh, bias_ih, bias_hh
  bool covered_;
};

}  // namespace gnnir

#pragma once

#include <torch/nn/modules/rnn.h>

#include <memory>
#include <vector>

#include "gnnir/kernels/gnn_plan.h"
#include "gnnir/nn/conv/conv.h"

namespace gnnir {

/// GnnImpl's forward pass as one operation on the kernels of kernels/message_passing.h.
class FusedGnn {
 public:
  /// conv: one that has a kernel
  FusedGnn(const GnnOptions& options, std::shared_ptr<Conv> conv, const torch::nn::GRUCellImpl& update);

  /// x: [plan's first level, d], e: [num_edges, d] or undefined → [plan's last level, d]
  [[nodiscard]] at::Tensor operator()(const at::Tensor& x, const at::Tensor& e,
                                      std::shared_ptr<const kernels::GnnPlan> plan) const;
  [[nodiscard]] const GnnOptions& options() const { return options_; }

 private:
  GnnOptions options_;
  std::shared_ptr<Conv> conv_;
  std::vector<at::Tensor> update_;  // weight_ih, weight_hh, bias_ih, bias_hh
};

/// What GnnPlan::distinct computed, for every node: [plan's last level, d] → [num_nodes, d]
at::Tensor rows_of_nodes(const at::Tensor& rows, std::shared_ptr<const kernels::GnnPlan> plan);

}  // namespace gnnir

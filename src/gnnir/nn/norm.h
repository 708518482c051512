#pragma once

#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/normalization.h>

#include "gnnir/nn/batch_tensors.h"
#include "gnnir/nn/initialize.h"
#include "gnnir/settings/gnn_options.h"

namespace gnnir {

/// Normalization of node rows, by NormOptions::kind. h: [num_nodes, d] → [num_nodes, d]
/// graph: y = γ · (h - mean_G(h)) / sqrt(var_G(h) + ε) + β, mean and (population) variance over the nodes of the row's
/// graph, per channel. In a batch of branches every branch is a graph of its own.
class NormImpl : public torch::nn::Module, public DrawsOwnWeights {
 public:
  NormImpl(const NormOptions& options, std::int64_t hidden);
  at::Tensor forward(const at::Tensor& h, const BatchTensors& graphs);
  void draw_weights(WeightDraw& draw) override;
  /// Whether the kernels have it.
  [[nodiscard]] bool in_kernels() const;
  /// What the kernels are to know of it: γ and β of `graph`, nothing else.
  void add_weights(std::vector<at::Tensor>& weights) const;

 private:
  NormOptions options_;
  at::Tensor scale_;  // γ [d]
  at::Tensor shift_;  // β [d]
  torch::nn::BatchNorm1d batch_norm_{nullptr};
  torch::nn::LayerNorm layer_norm_{nullptr};
};
TORCH_MODULE(Norm);

}  // namespace gnnir

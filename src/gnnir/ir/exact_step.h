#pragma once

#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/rnn.h>

#include <optional>
#include <vector>

#include "gnnir/catalog/exact_ir.h"
#include "gnnir/ir/exact_rows.h"
#include "gnnir/nn/initialize.h"

namespace gnnir {

/// Means and variances of a forward pass in training, in the order of the norms; whoever trains lets the model learn
/// them once all parts of a batch are done.
using Statistics = std::vector<at::Tensor>;

/// Batch normalization over rows that count more than once, and ReLU. In training by the rows at hand, which go into
/// `learned`; else by running statistics.
class CountedNormImpl : public torch::nn::Module, public DrawsOwnWeights {
 public:
  explicit CountedNormImpl(std::int64_t channels);
  /// By libtorch's operations.
  at::Tensor forward(const at::Tensor& x, const std::vector<float>& counts, Statistics& learned);
  void draw_weights(WeightDraw& draw) override;
  /// running ← 0.9 · running + 0.1 · found
  void learn(const at::Tensor& mean, const at::Tensor& variance);

  [[nodiscard]] const at::Tensor& scale() const { return scale_; }
  [[nodiscard]] const at::Tensor& shift() const { return shift_; }
  [[nodiscard]] const at::Tensor& running_mean() const { return running_mean_; }
  [[nodiscard]] const at::Tensor& running_variance() const { return running_variance_; }

 private:
  at::Tensor scale_, shift_;                    // [channels]
  at::Tensor running_mean_, running_variance_;  // [channels]
};
TORCH_MODULE(CountedNorm);

struct ExactStepOptions {
  std::int64_t hidden = 64;
  bool own = false;
  bool neighbours = false;
  bool norm = true;
  ExactUpdate update = ExactUpdate::residual;
};

/// One step of message passing on all branches: h[u,v] + Σ_{w∈N(v)} h[u,w] (with features of edges relu(h[u,w] + e)),
/// + A·h[v,v] (own), + Σ_{u'∈N(u)} B·h[u',v] (neighbours), through an MLP with a norm behind each of its maps, and the
/// update.
class ExactStepImpl : public torch::nn::Module {
 public:
  ExactStepImpl(const ExactStepOptions& options, const Execution& execution);
  /// h: rows of the level before step, [.., d]; e: [edges, d] or undefined; keep: dropout, what x is multiplied with in
  /// all rows of a graph, [graphs, d] or undefined → [rows, d]
  at::Tensor forward(const at::Tensor& h, const at::Tensor& e, const at::Tensor& keep, const SharedPlan& plan,
                     std::int64_t step, Statistics& learned);
  /// Its norms, in the order in which they are learned.
  std::vector<CountedNorm>& norms() { return norms_; }

 private:
  /// What messages become, before the update: by the kernels and, if it is residual, with it; or by libtorch.
  at::Tensor on_kernels(const at::Tensor& h, const at::Tensor& e, const at::Tensor& keep, const SharedPlan& plan,
                        std::int64_t step, Statistics& learned);
  at::Tensor by_libtorch(const at::Tensor& h, const at::Tensor& e, const at::Tensor& keep,
                         const kernels::ExactPlan& plan, std::int64_t step, Statistics& learned);

  ExactStepOptions options_;
  Execution execution_;
  torch::nn::Linear in_, out_;
  torch::nn::Linear own_{nullptr}, across_{nullptr};
  std::vector<CountedNorm> norms_;  // two or none
  torch::nn::GRUCell gru_{nullptr};
};
TORCH_MODULE(ExactStep);

}  // namespace gnnir

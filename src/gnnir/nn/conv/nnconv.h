#pragma once

#include <torch/nn/modules/linear.h>

#include "gnnir/nn/conv/conv.h"
#include "gnnir/nn/norm.h"

namespace gnnir {

/// NNConv (Gilmer et al. 2017): `W_root h_v + mean_u A(e_uv) h_u`, A an MLP from edge features to a d×d matrix. With
/// a(e) its hidden layer, A(e) = Σ_k a_k(e) W_k + W_0, and so mean_u A(e) h_u = Σ_k W_k mean_u(a_k(e) h_u): outer
/// products are summed first and multiplied once; no matrix per edge is made.
class NnConv : public Conv {
 public:
  NnConv(const GnnOptions& options, const GraphFacts& facts);
  /// a(e): [num_edges, channels]
  at::Tensor edge_terms(const at::Tensor& e) override;
  at::Tensor forward(const at::Tensor& h, const BatchTensors& graphs, const at::Tensor& edge_terms) override;
  /// Of the edge matrices all together.
  [[nodiscard]] std::int64_t fan_in() const { return (channels_ + 1) * hidden_; }
  [[nodiscard]] std::vector<at::Tensor> kernel_weights() const override;
  [[nodiscard]] std::unique_ptr<kernels::Conv> kernel(const KernelInputs& inputs) const override;

 private:
  NormOptions norm_options_;
  std::int64_t hidden_;
  std::int64_t channels_;
  torch::nn::Linear root_;
  torch::nn::Linear edge_;
  at::Tensor edge_matrices_;  // [channels + 1, d, d]: W_k as [source, target], W_0 last
  Norm norm_;
};

}  // namespace gnnir

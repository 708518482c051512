#include "gnnir/kernels/nnconv.h"

#include <torch/nn/modules/linear.h>

#include <cmath>

#include "gnnir/base/error.h"
#include "gnnir/catalog/own_options.h"
#include "gnnir/nn/conv/registry.h"
#include "gnnir/nn/norm.h"
#include "gnnir/nn/operation.h"
#include "gnnir/nn/segment.h"

namespace gnnir {
namespace {

/// NNConv (Gilmer et al. 2017): `W_root h_v + mean_u A(e_uv) h_u`, A an MLP from edge features to a d×d matrix. With
/// a(e) its hidden layer, A(e) = Σ_k a_k(e) W_k + W_0, and so mean_u A(e) h_u = Σ_k W_k mean_u(a_k(e) h_u): outer
/// products are summed first and multiplied once; no matrix per edge is made.
class NnConv : public Conv, public DrawsOwnWeights {
 public:
  NnConv(const GnnOptions& options, std::int64_t channels, const GraphFacts& facts);
  /// a(e): [num_edges, channels]
  at::Tensor edge_terms(const at::Tensor& e) override;
  at::Tensor forward(const at::Tensor& h, const BatchTensors& graphs, const at::Tensor& edge_terms) override;
  void draw_weights(WeightDraw& draw) override;
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

/// In the order of NnConv::kernel_weights.
template <typename T>
kernels::NnConvTensors<T> nnconv_tensors(const std::vector<at::Tensor>& tensors) {
  const auto at = [&](std::size_t i) { return i < tensors.size() ? floats(tensors[i]) : nullptr; };
  return {at(0), at(1), at(2), {at(3), at(4)}};
}

NnConv::NnConv(const GnnOptions& options, std::int64_t channels, const GraphFacts& facts)
    : norm_options_(options.norm),
      hidden_(options.hidden),
      channels_(channels),
      root_(register_module("root", torch::nn::Linear(hidden_, hidden_))),
      edge_(register_module("edge", torch::nn::Linear(hidden_, channels_))),
      edge_matrices_(register_parameter("edge_matrices", torch::zeros({channels_ + 1, hidden_, hidden_}))),
      norm_(register_module("norm", Norm(options.norm, hidden_))) {
  if (!facts.edge_features) throw internal_error("[nnconv] expected graphs with edge features");
}

at::Tensor NnConv::edge_terms(const at::Tensor& e) { return at::relu(edge_(e)); }

at::Tensor NnConv::forward(const at::Tensor& h, const BatchTensors& graphs, const at::Tensor& edge_terms) {
  const std::int64_t n = h.size(0);
  const at::Tensor sources = h.index_select(0, graphs.edge_source());
  const at::Tensor weights = at::cat({edge_terms, at::ones({edge_terms.size(0), 1}, edge_terms.options())}, 1);
  const at::Tensor outer = (weights.unsqueeze(2) * sources.unsqueeze(1)).flatten(1);  // [edges, (channels + 1)·d]
  const at::Tensor degree = segment_count(graphs.edge_target(), n).to(h.scalar_type()).clamp_min(1).unsqueeze(1);
  const at::Tensor gathered = segment_sum(outer, graphs.edge_target(), n) / degree;
  return norm_(root_(h) + at::mm(gathered, edge_matrices_.flatten(0, 1)), graphs);
}

std::vector<at::Tensor> NnConv::kernel_weights() const {
  if (!norm_->in_kernels()) return {};
  std::vector<at::Tensor> weights = {root_->weight, root_->bias, edge_matrices_};
  norm_->add_weights(weights);
  return weights;
}

std::unique_ptr<kernels::Conv> NnConv::kernel(const KernelInputs& inputs) const {
  return std::make_unique<kernels::NnConv>(
      kernels::NnConvShape{hidden_, channels_, static_cast<float>(norm_options_.epsilon)},
      nnconv_tensors<const float>(inputs.weights), nnconv_tensors<float>(inputs.gradients), inputs.edge_terms,
      inputs.edge_term_gradients);
}

void NnConv::draw_weights(WeightDraw& draw) {
  const auto fan_in = static_cast<double>((channels_ + 1) * hidden_);  // of the edge matrices all together
  draw.uniform("edge_matrices", edge_matrices_, 1.0 / std::sqrt(fan_in));
}

}  // namespace

ConvDescriptor nnconv_conv() {
  return {conv_entry("nnconv"), [](const GnnOptions& options, const GraphFacts& facts) -> std::shared_ptr<Conv> {
            return std::make_shared<NnConv>(options, edge_channels_of(options), facts);
          }};
}

}  // namespace gnnir

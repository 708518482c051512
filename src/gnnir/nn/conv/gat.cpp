#include <torch/nn/modules/linear.h>

#include <cmath>

#include "gnnir/base/error.h"
#include "gnnir/catalog/own_options.h"
#include "gnnir/nn/conv/registry.h"
#include "gnnir/nn/norm.h"
#include "gnnir/nn/segment.h"

namespace gnnir {
namespace {

/// GAT (Veličković et al. 2018): per head k `Σ_u α_uv W_k h_u` over u∈N(v) ∪ {v}, α = softmax over u of
/// LeakyReLU(a_k·W_k h_u + b_k·W_k h_v, slope 0.2); heads side by side.
class GatConv : public Conv, public DrawsOwnWeights {
 public:
  GatConv(std::int64_t hidden, std::int64_t heads, const NormOptions& norm);
  at::Tensor forward(const at::Tensor& h, const BatchTensors& graphs, const at::Tensor& edge_terms) override;
  void draw_weights(WeightDraw& draw) override;

 private:
  std::int64_t heads_;
  torch::nn::Linear map_;
  at::Tensor attention_;  // [2, heads, d/heads]: a, then b
  at::Tensor bias_;       // [d]
  Norm norm_;
};

GatConv::GatConv(std::int64_t hidden, std::int64_t heads, const NormOptions& norm)
    : heads_(heads),
      map_(register_module("map", torch::nn::Linear(torch::nn::LinearOptions(hidden, hidden).bias(false)))),
      bias_(register_parameter("bias", torch::zeros({hidden}))),
      norm_(register_module("norm", Norm(norm, hidden))) {
  if (heads < 1 || hidden % heads != 0) {
    throw setting_error("model.heads", "expected a divisor of hidden = {}, found {}", hidden, heads);
  }
  attention_ = register_parameter("attention", torch::zeros({2, heads, hidden / heads}));
}

at::Tensor GatConv::forward(const at::Tensor& h, const BatchTensors& graphs, const at::Tensor& /*edge_terms*/) {
  const std::int64_t n = h.size(0);
  const at::Tensor own = at::arange(n, graphs.edge_source().options());
  const at::Tensor source = at::cat({graphs.edge_source(), own});
  const at::Tensor target = at::cat({graphs.edge_target(), own});
  const at::Tensor mapped = map_(h).view({n, heads_, attention_.size(2)});
  const auto scores = [&](std::int64_t end) { return (mapped * attention_[end]).sum(2); };  // [n, heads]
  const at::Tensor score = at::leaky_relu(scores(0).index_select(0, source) + scores(1).index_select(0, target), 0.2);
  // Subtracting the largest changes nothing but keeps exp() in range.
  const at::Tensor top = segment_max(score.detach(), target, n);
  const at::Tensor weight = at::exp(score - top.index_select(0, target));
  const at::Tensor share = weight / segment_sum(weight, target, n).index_select(0, target);  // [edges + n, heads]
  const at::Tensor values = mapped.index_select(0, source);
  return norm_(segment_sum((share.unsqueeze(2) * values).flatten(1), target, n) + bias_, graphs);
}

void GatConv::draw_weights(WeightDraw& draw) {
  draw.uniform("attention", attention_, 1.0 / std::sqrt(static_cast<double>(attention_.size(2))));  // inputs of a score
  draw.keep("bias");
}

}  // namespace

ConvDescriptor gat_conv() {
  return {conv_entry("gat"), [](const GnnOptions& options, const GraphFacts&) -> std::shared_ptr<Conv> {
            return std::make_shared<GatConv>(options.hidden, gat_heads().as_integer(options.own), options.norm);
          }};
}

}  // namespace gnnir

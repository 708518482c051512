#include "gnnir/nn/conv/gat.h"

#include "gnnir/base/error.h"
#include "gnnir/nn/segment.h"

namespace gnnir {

GatConv::GatConv(std::int64_t hidden, std::int64_t heads, const NormOptions& norm)
    : heads_(heads),
      map_(register_module("map", torch::nn::Linear(torch::nn::LinearOptions(hidden, hidden).bias(false)))),
      bias_(register_parameter("bias", torch::zeros({hidden}))),
      norm_(register_module("norm", Norm(norm, hidden))) {
  if (heads < 1 || hidden % heads != 0) {
    throw usage_error("[gat] heads: expected a divisor of hidden = {}, found {}", hidden, heads);
  }
  attention_ = register_parameter("attention", torch::zeros({2, heads, hidden / heads}));
}

at::Tensor GatConv::forward(const at::Tensor& h, const BatchTensors& graphs, const at::Tensor& /*edge_terms*/) {
  const std::int64_t n = h.size(0);
  const at::Tensor own = at::arange(n, graphs.edge_source.options());
  const at::Tensor source = at::cat({graphs.edge_source, own});
  const at::Tensor target = at::cat({graphs.edge_target, own});
  const at::Tensor mapped = map_(h).view({n, heads_, -1});
  const auto scores = [&](std::int64_t end) { return (mapped * attention_[end]).sum(2); };  // [n, heads]
  const at::Tensor score = at::leaky_relu(scores(0).index_select(0, source) + scores(1).index_select(0, target), 0.2);
  // Subtracting the largest changes nothing but keeps exp() in range.
  const at::Tensor top = segment_max(score.detach(), target, n);
  const at::Tensor weight = at::exp(score - top.index_select(0, target));
  const at::Tensor share = weight / segment_sum(weight, target, n).index_select(0, target);  // [edges + n, heads]
  const at::Tensor values = mapped.index_select(0, source);
  return norm_(segment_sum((share.unsqueeze(2) * values).flatten(1), target, n) + bias_, graphs);
}

}  // namespace gnnir

#include "gnnir/nn/conv/gin.h"

#include "gnnir/kernels/gin.h"
#include "gnnir/nn/conv/registry.h"
#include "gnnir/nn/operation.h"
#include "gnnir/nn/segment.h"

namespace gnnir {
namespace {

/// In the order of GinConv::kernel_weights.
template <typename T>
kernels::GinTensors<T> gin_tensors(const std::vector<at::Tensor>& tensors) {
  const auto at = [&](std::size_t i) { return i < tensors.size() ? floats(tensors[i]) : nullptr; };
  return {at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7), at(8)};
}

}  // namespace

GinConv::GinConv(std::int64_t hidden, const NormOptions& norm, bool edges)
    : norm_(norm),
      epsilon_(register_parameter("epsilon", torch::zeros({1}))),
      in_(register_module("in", torch::nn::Linear(hidden, hidden))),
      in_norm_(register_module("in_norm", Norm(norm, hidden))),
      out_(register_module("out", torch::nn::Linear(hidden, hidden))),
      out_norm_(register_module("out_norm", Norm(norm, hidden))) {
  if (edges) edge_ = register_module("edge", torch::nn::Linear(hidden, hidden));
}

at::Tensor GinConv::edge_terms(const at::Tensor& e) { return edge_.is_empty() ? at::Tensor() : edge_(e); }

at::Tensor GinConv::forward(const at::Tensor& h, const BatchTensors& graphs, const at::Tensor& edge_terms) {
  const at::Tensor neighbours =
      edge_terms.defined()
          ? segment_sum(at::relu(h.index_select(0, graphs.edge_source()) + edge_terms), graphs.edge_target(), h.size(0))
          : neighbourhood_sum(h, graphs);
  const at::Tensor gathered = (1 + epsilon_) * h + neighbours;
  const at::Tensor inner = at::relu(in_norm_(in_(gathered), graphs));
  return out_norm_(out_(inner), graphs);
}

std::vector<at::Tensor> GinConv::kernel_weights() const {
  if (!in_norm_->in_kernels()) return {};
  std::vector<at::Tensor> weights = {epsilon_, in_->weight, in_->bias, out_->weight, out_->bias};
  in_norm_->add_weights(weights);
  out_norm_->add_weights(weights);
  return weights;
}

std::unique_ptr<kernels::Conv> GinConv::kernel(const KernelInputs& inputs) const {
  const kernels::GinShape shape{in_->options.in_features(), norm_.kind == NormKind::graph,
                                static_cast<float>(norm_.epsilon)};
  return std::make_unique<kernels::GinConv>(shape, gin_tensors<const float>(inputs.weights),
                                            gin_tensors<float>(inputs.gradients), inputs.edge_terms,
                                            inputs.edge_term_gradients);
}

ConvDescriptor gin_conv() {
  return {conv_entry("gin"), [](const GnnOptions& options, const GraphFacts&) -> std::shared_ptr<Conv> {
            return std::make_shared<GinConv>(options.hidden, options.norm, /*edges=*/false);
          }};
}

}  // namespace gnnir

#include "gnnir/nn/gnn.h"

namespace gnnir {

GnnImpl::GnnImpl(const GnnOptions& options, const GraphFacts& facts)
    : steps_(options.steps),
      conv_(register_module("conv", make_conv(options, facts))),
      update_(register_module("update", torch::nn::GRUCell(options.hidden, options.hidden))),
      fused_(options, conv_, *update_) {
  if (options.steps < 1) throw usage_error("[gnn] steps: expected at least 1, found {}", options.steps);
}

at::Tensor GnnImpl::forward(at::Tensor h, const BatchTensors& graphs, const at::Tensor& e) {
  if (fused_.covers(h)) {
    return fused_(h, e,
                  std::make_shared<const kernels::GnnPlan>(
                      kernels::GnnPlan::plain(kernels::Topology::from(graphs.host), steps_)));
  }
  const at::Tensor edge_terms = conv_->edge_terms(e);
  for (std::int64_t step = 0; step < steps_; ++step) {
    const at::Tensor message = at::relu(conv_->forward(h, graphs, edge_terms));
    h = update_(message, h);
  }
  return h;
}

}  // namespace gnnir

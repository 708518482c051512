#include "gnnir/nn/gnn.h"

namespace gnnir {

GnnImpl::GnnImpl(const GnnOptions& options)
    : steps_(options.steps),
      conv_(register_module("conv", make_conv(options))),
      update_(register_module("update", torch::nn::GRUCell(options.hidden, options.hidden))),
      fused_(*this, options) {
  if (options.steps < 1) throw usage_error("[gnn] steps: expected at least 1, found {}", options.steps);
}

at::Tensor GnnImpl::forward(at::Tensor h, const BatchTensors& graphs) {
  if (fused_.covers(h)) {
    return fused_(h, std::make_shared<const kernels::GnnPlan>(
                         kernels::GnnPlan::plain(kernels::Topology::from(graphs.host), steps_)));
  }
  for (std::int64_t step = 0; step < steps_; ++step) {
    const at::Tensor message = at::relu(conv_->forward(h, graphs));
    h = update_(message, h);
  }
  return h;
}

}  // namespace gnnir

#include "gnnir/nn/gnn.h"

namespace gnnir {

GnnImpl::GnnImpl(const GnnOptions& options)
    : steps_(options.steps),
      conv_(register_module("conv", make_conv(options))),
      update_(register_module("update", torch::nn::GRUCell(options.hidden, options.hidden))) {}

at::Tensor GnnImpl::forward(at::Tensor h, const BatchTensors& graphs) {
  for (std::int64_t step = 0; step < steps_; ++step) {
    const at::Tensor message = at::relu(conv_->forward(h, graphs));
    h = update_(message, h);
  }
  return h;
}

}  // namespace gnnir

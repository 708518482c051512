#include "gnnir/nn/gnn.h"

#include "gnnir/base/error.h"
#include "gnnir/base/stoppable.h"
#include "gnnir/nn/conv/registry.h"
#include "gnnir/nn/fused_gnn.h"

namespace gnnir {

GnnImpl::GnnImpl(const GnnOptions& options, const GraphFacts& facts, const Execution& execution)
    : options_(options),
      asked_for_kernels_(execution.fused()),
      conv_(register_module("conv", make_conv(options, facts))),
      update_(register_module("update", torch::nn::GRUCell(options.hidden, options.hidden))) {
  if (options.steps < 1) throw setting_error("model.steps", "expected at least 1, found {}", options.steps);
  if (asked_for_kernels_ && !conv_->kernel_weights().empty()) {
    fused_ = std::make_shared<const FusedGnn>(options, conv_, *update_);
  }
}

at::Tensor GnnImpl::forward(at::Tensor h, const BatchTensors& graphs, const at::Tensor& e) {
  if (fused_) {
    return (*fused_)(h, e,
                     std::make_shared<const kernels::GnnPlan>(kernels::GnnPlan::plain(graphs.host(), options_.steps)));
  }
  const at::Tensor edge_terms = conv_->edge_terms(e);
  for (std::int64_t step = 0; step < options_.steps; ++step) {
    leave_if_asked();
    const at::Tensor message = at::relu(conv_->forward(h, graphs, edge_terms));
    h = update_(message, h);
    if (h.requires_grad()) {
      h.register_hook([](const at::Tensor& gradient) {  // on the way back, too
        leave_if_asked();
        return gradient;
      });
    }
  }
  return h;
}

EnginePart GnnImpl::engine_part() const {
  if (fused_) return {"GNN", Engine::fused};
  if (!asked_for_kernels_) return {"GNN"};
  return {"GNN", Engine::reference,
          fmt::format("no kernels for conv = {}, norm = {}", options_.conv, name_of(options_.norm.kind))};
}

}  // namespace gnnir

#include "gnnir/nn/fused_gnn.h"

#include <ATen/Functions.h>

#include "gnnir/kernels/gnn.h"
#include "gnnir/nn/operation.h"

namespace gnnir {
namespace {

/// The order of kernels::GnnTensors.
std::vector<std::string> parameter_names(const GnnOptions& options) {
  std::vector<std::string> names = {"conv.epsilon",     "conv.in.weight", "conv.in.bias",
                                    "conv.out.weight",  "conv.out.bias",  "update.weight_ih",
                                    "update.weight_hh", "update.bias_ih", "update.bias_hh"};
  if (options.norm.kind == NormKind::graph) {
    names.insert(names.end(),
                 {"conv.in_norm.scale", "conv.in_norm.shift", "conv.out_norm.scale", "conv.out_norm.shift"});
  }
  return names;
}

/// From an operation's tensors, the parameters standing behind x.
template <typename T>
kernels::GnnTensors<T> as_kernel_tensors(const Operation::Tensors& tensors) {
  const auto at = [&](std::size_t i) { return 1 + i < tensors.size() ? floats(tensors[1 + i]) : nullptr; };
  return {at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7), at(8), at(9), at(10), at(11), at(12)};
}

class GnnOperation : public Operation {
 public:
  GnnOperation(kernels::GnnShape shape, std::shared_ptr<const kernels::GnnPlan> plan)
      : shape_(shape), plan_(std::move(plan)) {}

  Tensors forward(const Tensors& inputs, bool keep) override {
    const at::Tensor& x = inputs[0];
    check_rows(x, plan_->rows(0), shape_.hidden, "node embeddings");
    at::Tensor out = at::empty({plan_->rows(plan_->steps()), shape_.hidden}, x.options());
    if (keep) tape_ = at::empty({kernels::gnn_tape_size(shape_, *plan_)}, x.options());
    kernels::gnn_forward(shape_, *plan_, as_kernel_tensors<const float>(inputs), floats(x),
                         keep ? floats(tape_) : nullptr, floats(out));
    return {out};
  }

  void backward(const Tensors& inputs, const Tensors& gradients, Tensors& by) override {
    by[0] = at::empty_like(inputs[0]);
    kernels::gnn_backward(shape_, *plan_, as_kernel_tensors<const float>(inputs), floats(inputs[0]), floats(tape_),
                          floats(gradients[0]), floats(by[0]), as_kernel_tensors<float>(by));
  }

 private:
  kernels::GnnShape shape_;
  std::shared_ptr<const kernels::GnnPlan> plan_;
  at::Tensor tape_;
};

}  // namespace

FusedGnn::FusedGnn(const torch::nn::Module& gnn, const GnnOptions& options) : options_(options) {
  const bool norm_covered = options.norm.kind == NormKind::none || options.norm.kind == NormKind::graph;
  if (options.engine != Engine::fused || options.conv != ConvKind::gin || !norm_covered) return;
  const auto named = gnn.named_parameters();
  for (const std::string& name : parameter_names(options)) parameters_.push_back(named[name]);
}

bool FusedGnn::covers(const at::Tensor& h) const { return !parameters_.empty() && runs_fused(options_.engine, h); }

at::Tensor FusedGnn::operator()(const at::Tensor& x, std::shared_ptr<const kernels::GnnPlan> plan) const {
  const kernels::GnnShape shape{options_.hidden, options_.norm.kind == NormKind::graph,
                                static_cast<float>(options_.norm.epsilon)};
  return run_operation(std::make_shared<GnnOperation>(shape, std::move(plan)), {x}, {&parameters_}).front();
}

}  // namespace gnnir

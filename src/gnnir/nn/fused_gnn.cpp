#include "gnnir/nn/fused_gnn.h"

#include <torch/csrc/autograd/custom_function.h>

#include <memory>

#include "gnnir/base/error.h"
#include "gnnir/kernels/gnn.h"

namespace gnnir {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// A call's shape and topology, carried from the forward to the backward pass.
struct Call : torch::CustomClassHolder {
  kernels::GnnShape shape;
  kernels::GnnTopology topology;
};

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

template <typename T>
kernels::GnnTensors<T> as_kernel_tensors(const variable_list& p) {
  const auto at = [&](std::size_t i) { return p[i].numel() > 0 ? p[i].data_ptr<float>() : nullptr; };
  return {at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7), at(8), at(9), at(10), at(11), at(12)};
}

/// The operation takes its parameters one by one: this libtorch does not look into lists. p9…p12 are undefined without
/// normalization.
class GnnCall : public torch::autograd::Function<GnnCall> {
 public:
  using T = const at::Tensor&;
  static at::Tensor forward(AutogradContext* context, T h, T p0, T p1, T p2, T p3, T p4, T p5, T p6, T p7, T p8, T p9,
                            T p10, T p11, T p12, const c10::intrusive_ptr<Call>& call, bool keep_tape) {
    const variable_list parameters = {p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12};
    const at::Tensor input = h.contiguous();
    at::Tensor out = at::empty_like(input);
    at::Tensor tape;
    if (keep_tape) tape = at::empty({kernels::gnn_tape_size(call->shape, call->topology)}, input.options());
    kernels::gnn_forward(call->shape, call->topology, as_kernel_tensors<const float>(parameters),
                         input.data_ptr<float>(), keep_tape ? tape.data_ptr<float>() : nullptr, out.data_ptr<float>());
    if (keep_tape) {
      context->saved_data["call"] = c10::IValue::make_capsule(call);
      context->saved_data["tape"] = tape;
      context->save_for_backward(parameters);
    }
    return out;
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto call = c10::static_intrusive_pointer_cast<Call>(context->saved_data["call"].toCapsule());
    const at::Tensor tape = context->saved_data["tape"].toTensor();
    const variable_list parameters = context->get_saved_variables();
    const at::Tensor g = gradients[0].contiguous();
    const at::Tensor dh = at::empty_like(g);
    variable_list parameter_gradients;
    for (const at::Tensor& parameter : parameters) parameter_gradients.push_back(at::zeros_like(parameter));
    kernels::gnn_backward(call->shape, call->topology, as_kernel_tensors<const float>(parameters),
                          tape.data_ptr<float>(), g.data_ptr<float>(), dh.data_ptr<float>(),
                          as_kernel_tensors<float>(parameter_gradients));
    variable_list result = {dh};
    result.insert(result.end(), parameter_gradients.begin(), parameter_gradients.end());
    result.insert(result.end(), 2, at::Tensor());  // the call and the flag have no gradient
    return result;
  }
};

}  // namespace

FusedGnn::FusedGnn(const torch::nn::Module& gnn, const GnnOptions& options) : options_(options) {
  const bool norm_covered = options.norm.kind == NormKind::none || options.norm.kind == NormKind::graph;
  if (options.engine != Engine::fused || options.conv != ConvKind::gin || !norm_covered) return;
  const auto named = gnn.named_parameters();
  for (const std::string& name : parameter_names(options)) parameters_.push_back(named[name]);
  parameters_.resize(13, at::empty({0}));  // an operation's inputs must be defined
}

bool FusedGnn::covers(const at::Tensor& h) const {
  return !parameters_.empty() && h.device().is_cpu() && h.scalar_type() == at::kFloat;
}

at::Tensor FusedGnn::operator()(const at::Tensor& h, const BatchTensors& graphs) const {
  const auto call = c10::make_intrusive<Call>();
  call->shape = {options_.hidden, options_.steps, options_.norm.kind == NormKind::graph,
                 static_cast<float>(options_.norm.epsilon)};
  call->topology = kernels::GnnTopology::from(graphs.host.ptr, graphs.host.edge_source, graphs.host.edge_target);
  const auto& p = parameters_;
  return GnnCall::apply(h, p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9], p[10], p[11], p[12], call,
                        at::GradMode::is_enabled());
}

}  // namespace gnnir

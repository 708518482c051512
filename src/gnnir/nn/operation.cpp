#include "gnnir/nn/operation.h"

#include <ATen/Functions.h>
#include <torch/csrc/autograd/function.h>
#include <torch/csrc/autograd/functions/utils.h>

#include <algorithm>

#include "gnnir/base/error.h"

namespace gnnir {
namespace {

thread_local GradientSums* current_sums = nullptr;

class OperationNode : public torch::autograd::Node {
 public:
  /// parameters: the inputs behind the activations, as autograd knows them.
  OperationNode(std::shared_ptr<Operation> operation, Operation::Tensors inputs, const Operation::Tensors& originals)
      : operation_(std::move(operation)), inputs_(std::move(inputs)) {
    for (std::size_t i = 0; i < originals.size(); ++i) {
      sums_.push_back(i < operation_->activations() ? at::Tensor() : GradientSums::sum_of(originals[i]));
    }
  }

  void expect(const Operation::Tensors& outputs) {
    for (const at::Tensor& output : outputs) shapes_.emplace_back(output.sizes().vec());
  }

  torch::autograd::variable_list apply(torch::autograd::variable_list&& gradients) override {
    if (!operation_) throw internal_error("[autograd] a fused operation's backward pass runs only once");
    if (at::GradMode::is_enabled()) {
      throw internal_error("[autograd] fused operations have no second derivatives: use the reference engine");
    }
    for (std::size_t i = 0; i < gradients.size(); ++i) {
      gradients[i] = gradients[i].defined() ? gradients[i].contiguous() : at::zeros(shapes_[i], inputs_[0].options());
    }
    Operation::Tensors by(inputs_.size());
    for (std::size_t i = operation_->activations(); i < inputs_.size(); ++i) {
      by[i] = sums_[i].defined() ? sums_[i] : at::zeros_like(inputs_[i]);
    }
    operation_->backward(inputs_, gradients, by);
    for (std::size_t i = 0; i < by.size(); ++i) {
      if (sums_[i].defined()) by[i].reset();  // already where it belongs
    }
    return by;
  }

  void release_variables() override {
    operation_.reset();
    inputs_.clear();
    sums_.clear();
  }

 private:
  std::shared_ptr<Operation> operation_;
  Operation::Tensors inputs_;
  Operation::Tensors sums_;  // [inputs]: where a parameter's gradient is added up; undefined: autograd gets it
  std::vector<std::vector<std::int64_t>> shapes_;
};

}  // namespace

GradientSums::GradientSums(const std::vector<at::Tensor>& parameters) {
  if (current_sums != nullptr) throw internal_error("[autograd] gradients are being summed in this thread already");
  std::int64_t size = 0;
  for (const at::Tensor& parameter : parameters) size += parameter.numel();
  const at::Tensor flat = at::zeros({size}, at::kFloat);
  std::int64_t begin = 0;
  for (const at::Tensor& parameter : parameters) {
    parameters_.push_back(parameter.unsafeGetTensorImpl());
    sums_.push_back(flat.narrow(0, begin, parameter.numel()).view(parameter.sizes()));
    begin += parameter.numel();
  }
  current_sums = this;
}

GradientSums::~GradientSums() { current_sums = nullptr; }

at::Tensor GradientSums::sum_of(const at::Tensor& parameter) {
  if (current_sums == nullptr) return {};
  const std::vector<const void*>& known = current_sums->parameters_;
  const auto found = std::find(known.begin(), known.end(), parameter.unsafeGetTensorImpl());
  return found == known.end() ? at::Tensor() : current_sums->sums_[static_cast<std::size_t>(found - known.begin())];
}

std::vector<at::Tensor> run_operation(const std::shared_ptr<Operation>& operation, std::vector<at::Tensor> inputs) {
  bool differentiable = false;
  Operation::Tensors plain;
  for (const at::Tensor& input : inputs) {
    differentiable = differentiable || (at::GradMode::is_enabled() && input.requires_grad());
    plain.push_back(input.detach().contiguous());
  }
  Operation::Tensors outputs;
  {
    const at::NoGradGuard no_grad;
    outputs = operation->forward(plain, differentiable);
  }
  if (!differentiable) return outputs;
  const auto node = std::shared_ptr<OperationNode>(new OperationNode(operation, std::move(plain), inputs),
                                                   torch::autograd::deleteNode);
  node->set_next_edges(torch::autograd::collect_next_edges(inputs));
  node->expect(outputs);
  for (at::Tensor& output : outputs) torch::autograd::set_history(output, node);
  return outputs;
}

bool runs_fused(Engine engine, const at::Tensor& x) {
  return engine == Engine::fused && x.device().is_cpu() && x.scalar_type() == at::kFloat;
}

}  // namespace gnnir

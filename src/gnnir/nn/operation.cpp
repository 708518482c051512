#include "gnnir/nn/operation.h"

#include <ATen/Functions.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/function.h>
#include <torch/csrc/autograd/functions/utils.h>

#include <algorithm>
#include <optional>

#include "gnnir/base/error.h"

namespace gnnir {
namespace {

thread_local GradientSums* current_sums = nullptr;

class OperationNode : public torch::autograd::Node {
 public:
  /// inputs: as the operation got them; originals: as autograd knows them.
  OperationNode(std::shared_ptr<Operation> operation, Operation::Tensors inputs, const Operation::Tensors& originals)
      : operation_(std::move(operation)), inputs_(std::move(inputs)) {
    for (const at::Tensor& original : originals) identities_.push_back(original.unsafeGetTensorImpl());
    for (const at::Tensor& input : inputs_) versions_.push_back(input._version());
  }

  torch::autograd::variable_list apply(torch::autograd::variable_list&& gradients) override {
    if (!operation_) {
      throw internal_error("[autograd] a second backward pass through the same graph needs retain_graph in the first");
    }
    if (at::GradMode::is_enabled()) {
      throw internal_error("[autograd] fused operations have no second derivatives: use the reference engine");
    }
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      if (inputs_[i]._version() != versions_[i]) {
        throw internal_error("[autograd] input {} of a fused operation was changed in place before the backward pass",
                             i);
      }
    }
    for (std::size_t i = 0; i < gradients.size(); ++i) {
      gradients[i] = gradients[i].defined() ? gradients[i].contiguous()
                                            : input_metadata(static_cast<std::uint32_t>(i)).zeros_like();
    }
    Operation::Tensors by(inputs_.size());
    std::vector<bool> summed(inputs_.size());
    for (std::size_t i = operation_->activations(); i < inputs_.size(); ++i) {
      by[i] = GradientSums::place_for(identities_[i]);
      summed[i] = by[i].defined();
      if (!summed[i]) by[i] = at::zeros_like(inputs_[i]);
    }
    operation_->backward(inputs_, gradients, by);
    for (std::size_t i = 0; i < by.size(); ++i) {
      if (summed[i]) by[i].reset();  // it is where it belongs
    }
    return by;
  }

  void release_variables() override {
    operation_.reset();
    inputs_.clear();
  }

 private:
  std::shared_ptr<Operation> operation_;
  Operation::Tensors inputs_;
  std::vector<const at::TensorImpl*> identities_;
  std::vector<std::int64_t> versions_;
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
  touched_.resize(parameters.size());
  current_sums = this;
}

GradientSums::~GradientSums() { current_sums = nullptr; }

at::Tensor GradientSums::place_for(const at::TensorImpl* parameter) {
  if (current_sums == nullptr) return {};
  const auto& known = current_sums->parameters_;
  const auto found = std::find(known.begin(), known.end(), parameter);
  if (found == known.end()) return {};
  const auto p = static_cast<std::size_t>(found - known.begin());
  current_sums->touched_[p] = true;
  return current_sums->sums_[p];
}

std::vector<at::Tensor> run_operation(const std::shared_ptr<Operation>& operation, std::vector<at::Tensor> activations,
                                      std::initializer_list<const std::vector<at::Tensor>*> parameters) {
  std::vector<at::Tensor> inputs = std::move(activations);
  for (const std::vector<at::Tensor>* some : parameters) inputs.insert(inputs.end(), some->begin(), some->end());
  bool differentiable = false;
  Operation::Tensors plain;
  for (const at::Tensor& input : inputs) {
    if (!input.device().is_cpu() || input.scalar_type() != at::kFloat) {
      throw internal_error(
          "[engine] a model built to run on our kernels takes float32 on the CPU, found {} on {}: build it with "
          "another "
          "Execution",
          c10::toString(input.scalar_type()), input.device().str());
    }
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
  for (at::Tensor& output : outputs) {
    // The operation may keep its output: a tensor that knows its node and is known to it would never be freed.
    output = output.detach();
    torch::autograd::set_history(output, node);
  }
  return outputs;
}

std::vector<at::Tensor> gradients_of(const at::Tensor& loss, const std::vector<at::Tensor>& parameters,
                                     const Execution& execution) {
  std::optional<GradientSums> sums;
  if (execution.fused()) sums.emplace(parameters);
  std::vector<at::Tensor> gradients =
      torch::autograd::grad({loss}, parameters, {}, c10::nullopt, false, /*allow_unused=*/true);
  for (std::size_t p = 0; sums && p < parameters.size(); ++p) {
    const at::Tensor sum = sums->sum(p);
    if (sum.defined()) gradients[p] = gradients[p].defined() ? gradients[p] + sum : sum;
  }
  return gradients;
}

void check_rows(const at::Tensor& x, std::int64_t rows, std::int64_t columns, const char* what) {
  if (x.dim() == 2 && x.size(0) == rows && x.size(1) == columns) return;
  throw internal_error("[engine] {}: expected {} rows of {} numbers, found a tensor of shape [{}]", what, rows, columns,
                       fmt::join(x.sizes(), ", "));
}

}  // namespace gnnir

#include "gnnir/nn/operation.h"

#include <ATen/Functions.h>
#include <torch/csrc/autograd/function.h>
#include <torch/csrc/autograd/functions/utils.h>

#include "gnnir/base/error.h"

namespace gnnir {
namespace {

class OperationNode : public torch::autograd::Node {
 public:
  OperationNode(std::shared_ptr<Operation> operation, Operation::Tensors inputs)
      : operation_(std::move(operation)), inputs_(std::move(inputs)) {}

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
    return operation_->backward(inputs_, gradients);
  }

  void release_variables() override {
    operation_.reset();
    inputs_.clear();
  }

 private:
  std::shared_ptr<Operation> operation_;
  Operation::Tensors inputs_;
  std::vector<std::vector<std::int64_t>> shapes_;
};

}  // namespace

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
  const auto node =
      std::shared_ptr<OperationNode>(new OperationNode(operation, std::move(plain)), torch::autograd::deleteNode);
  node->set_next_edges(torch::autograd::collect_next_edges(inputs));
  node->expect(outputs);
  for (at::Tensor& output : outputs) torch::autograd::set_history(output, node);
  return outputs;
}

bool runs_fused(Engine engine, const at::Tensor& x) {
  return engine == Engine::fused && x.device().is_cpu() && x.scalar_type() == at::kFloat;
}

}  // namespace gnnir

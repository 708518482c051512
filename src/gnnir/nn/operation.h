#pragma once

#include <ATen/core/Tensor.h>

#include <initializer_list>
#include <memory>
#include <vector>

#include "gnnir/nn/execution.h"

namespace gnnir {

/// A differentiable operation on the kernels: one node of the autograd graph, whatever goes on inside it. An object is
/// used for one call; what its forward pass leaves in it, the backward pass finds there.
class Operation {
 public:
  using Tensors = std::vector<at::Tensor>;
  virtual ~Operation() = default;
  /// inputs: contiguous. keep: whether a backward pass may follow.
  virtual Tensors forward(const Tensors& inputs, bool keep) = 0;
  /// From the gradients by the outputs, each of them defined: by[i], the gradient by inputs[i], is set for
  /// i < activations() and added to for the parameters behind them.
  virtual void backward(const Tensors& inputs, const Tensors& gradients, Tensors& by) = 0;
  /// How many of the inputs are no parameters; they come first.
  [[nodiscard]] virtual std::size_t activations() const { return 1; }
};

/// While one is alive, the operations' backward passes in this thread add the gradients of these parameters up in it
/// instead of handing one tensor per use to autograd.
class GradientSums {
 public:
  /// parameters: float32 on the CPU.
  explicit GradientSums(const std::vector<at::Tensor>& parameters);
  ~GradientSums();
  GradientSums(const GradientSums&) = delete;
  GradientSums& operator=(const GradientSums&) = delete;

  /// The sum of the p-th parameter; undefined if no operation has added to it.
  [[nodiscard]] at::Tensor sum(std::size_t p) const { return touched_[p] ? sums_[p] : at::Tensor(); }
  /// Where an operation is to add the gradient of a parameter: undefined if this thread does not sum it.
  static at::Tensor place_for(const at::TensorImpl* parameter);

 private:
  std::vector<const at::TensorImpl*> parameters_;  // who they are
  std::vector<at::Tensor> sums_;
  std::vector<bool> touched_;
};

/// Runs the operation on its activations and parameters, and enters it into the autograd graph if gradients are asked
/// for.
std::vector<at::Tensor> run_operation(const std::shared_ptr<Operation>& operation, std::vector<at::Tensor> activations,
                                      std::initializer_list<const std::vector<at::Tensor>*> parameters);

/// The gradients of a loss; undefined where it does not depend on a parameter. The parameters' own .grad stays as it
/// is, so that several threads can ask at once on one model. On the fused engine the operations sum in place
/// (GradientSums).
std::vector<at::Tensor> gradients_of(const at::Tensor& loss, const std::vector<at::Tensor>& parameters,
                                     const Execution& execution);

/// Throws an Error unless x has this many rows and columns: kernels take pointers and believe what they are told.
void check_rows(const at::Tensor& x, std::int64_t rows, std::int64_t columns, const char* what);

inline float* floats(const at::Tensor& tensor) { return tensor.data_ptr<float>(); }

}  // namespace gnnir

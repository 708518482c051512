#pragma once

#include <ATen/core/Tensor.h>

#include <memory>
#include <vector>

#include "gnnir/nn/options.h"

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
  explicit GradientSums(const std::vector<at::Tensor>& parameters);
  ~GradientSums();
  GradientSums(const GradientSums&) = delete;
  GradientSums& operator=(const GradientSums&) = delete;

  /// One per parameter; zero where no operation added to it.
  [[nodiscard]] const std::vector<at::Tensor>& sums() const { return sums_; }
  /// The sum of a parameter of this thread's GradientSums, or an undefined tensor.
  static at::Tensor sum_of(const at::Tensor& parameter);

 private:
  std::vector<const void*> parameters_;  // who they are
  std::vector<at::Tensor> sums_;
};

/// Runs the operation and enters it into the autograd graph if gradients are asked for.
std::vector<at::Tensor> run_operation(const std::shared_ptr<Operation>& operation, std::vector<at::Tensor> inputs);

inline float* floats(const at::Tensor& tensor) { return tensor.data_ptr<float>(); }

/// Whether the kernels take this tensor: float32 on the CPU.
bool runs_fused(Engine engine, const at::Tensor& x);

}  // namespace gnnir

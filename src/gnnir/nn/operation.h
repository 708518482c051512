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
  /// One gradient per input, from one per output; each of these is defined.
  virtual Tensors backward(const Tensors& inputs, const Tensors& outputs_gradients) = 0;
};

/// Runs the operation and enters it into the autograd graph if gradients are asked for.
std::vector<at::Tensor> run_operation(const std::shared_ptr<Operation>& operation, std::vector<at::Tensor> inputs);

inline float* floats(const at::Tensor& tensor) { return tensor.data_ptr<float>(); }

/// Whether the kernels take this tensor: float32 on the CPU.
bool runs_fused(Engine engine, const at::Tensor& x);

}  // namespace gnnir

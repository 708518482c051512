#pragma once

#include <ATen/core/Tensor.h>

#include <optional>
#include <span>
#include <vector>

#include "gnnir/train/context.h"

namespace gnnir {

/// Adam (Kingma and Ba 2015) with L2 weight decay, as torch::optim::Adam computes it.
class Adam {
 public:
  /// parameters: float32 on the CPU, contiguous.
  Adam(std::vector<at::Tensor> parameters, double weight_decay);

  /// From the gradients of a batch's shards. A parameter without any gradient stays as it is. clip: the largest norm of
  /// the whole gradient, 0 for none. If the gradient is not finite, nothing is changed, and the number of the first
  /// such parameter is returned.
  std::optional<std::size_t> step(std::span<const ShardGradients> shards, double lr, double clip,
                                  const TrainContext& context);

  /// What the steps so far have left, per parameter: to save a training and to go on with it.
  struct Moments {
    at::Tensor mean;  ///< running averages of the gradient and its square
    at::Tensor square;
    std::int64_t steps = 0;
  };
  [[nodiscard]] std::span<Moments> moments() { return moments_; }

 private:
  void take_step(std::size_t parameter, double lr);

  std::vector<at::Tensor> parameters_;
  std::vector<Moments> moments_;
  std::vector<Gradient> gradients_;  // their tensors are the parameters' .grad()
  double weight_decay_;
};

}  // namespace gnnir

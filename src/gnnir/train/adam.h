#pragma once

#include <ATen/core/Tensor.h>

#include <optional>
#include <span>
#include <vector>

#include "gnnir/base/thread_pool.h"

namespace gnnir {

/// Adam (Kingma and Ba 2015) with L2 weight decay, as torch::optim::Adam computes it. Each parameter's
/// shards are added in their order, by one thread, so the result does not depend on the number of threads.
class Adam {
 public:
  /// parameters: float32 on the CPU, contiguous.
  Adam(std::vector<at::Tensor> parameters, double weight_decay);

  /// shards[s][p]: shard s's gradient of parameter p; a shard may have none at all (empty), or not of every parameter
  /// (undefined). A parameter without any gradient stays as it is. clip: the largest norm of the whole gradient, 0 for
  /// none. If the gradient is not finite, nothing is changed, and the number of the first such parameter is returned.
  std::optional<std::size_t> step(std::span<const std::vector<at::Tensor>> shards, double lr, double clip,
                                  ThreadPool& pool);

  /// What the steps so far have left, per parameter: to save a training and to go on with it.
  struct Moments {
    at::Tensor mean;  ///< running averages of the gradient and its square
    at::Tensor square;
    std::int64_t steps = 0;
  };
  [[nodiscard]] std::span<Moments> moments() { return moments_; }

 private:
  struct Gradient {
    at::Tensor sum;  // of the shards; the parameter's .grad()
    bool present = false;
    bool finite = true;
  };
  void add_shards(std::span<const std::vector<at::Tensor>> shards, std::size_t parameter);

  std::vector<at::Tensor> parameters_;
  std::vector<Moments> moments_;
  std::vector<Gradient> gradients_;
  double weight_decay_;
};

}  // namespace gnnir

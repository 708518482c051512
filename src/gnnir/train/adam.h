#pragma once

#include <ATen/core/Tensor.h>

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
  /// none.
  void step(std::span<const std::vector<at::Tensor>> shards, double lr, double clip, ThreadPool& pool);

 private:
  struct State {
    at::Tensor gradient;  // the shards' sum; the parameter's .grad()
    at::Tensor mean;      // running averages of the gradient and its square
    at::Tensor square;
    std::int64_t steps = 0;
    bool has_gradient = false;
  };
  void add_shards(std::span<const std::vector<at::Tensor>> shards, std::size_t parameter);

  std::vector<at::Tensor> parameters_;
  std::vector<State> states_;
  double weight_decay_;
};

}  // namespace gnnir

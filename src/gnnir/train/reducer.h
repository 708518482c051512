#pragma once

#include <ATen/core/Tensor.h>

#include <span>
#include <vector>

#include "gnnir/base/thread_pool.h"

namespace gnnir {

/// The gradient of one parameter over a whole batch.
struct Gradient {
  at::Tensor sum;
  bool present = false;  ///< some shard has one
  bool finite = true;
};

/// A shard's gradients: of every parameter, undefined where the loss does not depend on it; or empty if the shard has
/// no labels.
using ShardGradients = std::vector<at::Tensor>;

/// Adds the gradients of a batch's shards up, always in shard order, so that the sum does not depend on who computed
/// which shard.
class Reducer {
 public:
  virtual ~Reducer() = default;
  /// sums: one for each parameter, with a tensor in place
  virtual void reduce(std::span<const ShardGradients> shards, std::span<Gradient> sums, ThreadPool& pool) = 0;
};

/// All shards are here; a parameter's sum is one thread's work.
class LocalReducer : public Reducer {
 public:
  void reduce(std::span<const ShardGradients> shards, std::span<Gradient> sums, ThreadPool& pool) override;
};

/// One that everybody may use: it remembers nothing.
Reducer& local_reducer();

}  // namespace gnnir

#include "gnnir/train/reducer.h"

#include "gnnir/kernels/finite.h"

namespace gnnir {
namespace {

void add_up(std::span<const ShardGradients> shards, std::size_t parameter, Gradient& gradient) {
  gradient.present = false;
  for (const ShardGradients& shard : shards) {
    if (shard.empty() || !shard[parameter].defined()) continue;
    if (gradient.present) {
      gradient.sum.add_(shard[parameter]);
    } else {
      gradient.sum.copy_(shard[parameter]);
    }
    gradient.present = true;
  }
  gradient.finite = !gradient.present || kernels::all_finite(gradient.sum.numel(), gradient.sum.data_ptr<float>());
}

}  // namespace

void LocalReducer::reduce(std::span<const ShardGradients> shards, std::span<Gradient> sums, ThreadPool& pool) {
  pool.run(sums.size(), [&](std::size_t parameter) {
    const at::NoGradGuard no_grad;
    add_up(shards, parameter, sums[parameter]);
  });
}

Reducer& local_reducer() {
  static LocalReducer reducer;
  return reducer;
}

}  // namespace gnnir

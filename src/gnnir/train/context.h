#pragma once

#include "gnnir/base/thread_pool.h"
#include "gnnir/nn/execution.h"
#include "gnnir/train/reducer.h"

namespace gnnir {

/// What a training runs on: threads, device and precision, and who adds gradients up. A pool alone is enough.
struct TrainContext {
  TrainContext(ThreadPool& pool_, const Execution& execution_ = {}, Reducer& reducer_ = local_reducer())
      : pool(pool_), execution(execution_), reducer(reducer_) {}

  ThreadPool& pool;
  Execution execution;
  Reducer& reducer;
};

}  // namespace gnnir

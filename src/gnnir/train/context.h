#pragma once

#include <utility>

#include "gnnir/base/clock.h"
#include "gnnir/base/stop_source.h"
#include "gnnir/base/thread_pool.h"
#include "gnnir/nn/execution.h"
#include "gnnir/train/reducer.h"

namespace gnnir {

/// What a training runs on: threads, device and precision, who adds gradients up, who may ask it to stop in the middle
/// of a step, and how long it may take from when it is made. A pool alone is enough.
struct TrainContext {
  TrainContext(ThreadPool& pool_, const Execution& execution_ = {}, Reducer& reducer_ = local_reducer(),
               StopSource stop_ = {}, TimeLimit time_ = {})
      : pool(pool_), execution(execution_), reducer(reducer_), stop(std::move(stop_)), time(std::move(time_)) {}

  ThreadPool& pool;
  Execution execution;
  Reducer& reducer;
  StopSource stop;
  TimeLimit time;
};

}  // namespace gnnir

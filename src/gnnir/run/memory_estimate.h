#pragma once

#include "gnnir/infer/encoded_dataset.h"
#include "gnnir/infer/memory.h"
#include "gnnir/models/model_file.h"
#include "gnnir/run/run.h"

namespace gnnir {

/// What training the jobs needs, if that is within the limit; otherwise as above. Runs a part of the heaviest shard
/// once and scales what it took: memory grows with nodes and edges × branches. For programs with keep_tensor_memory(),
/// which counts; otherwise `passing` is too low.
MemoryEstimate require_memory_for_training(const Dataset& dataset, const RunConfig& config,
                                           const std::vector<Job>& jobs, std::size_t threads, double limit,
                                           const Execution& execution = {});
/// The same for prediction and embedding, whatever it comes to.
MemoryEstimate estimate_prediction(TrainedModel& trained, const EncodedDataset& data,
                                   std::span<const std::int64_t> graphs, std::size_t threads, double limit = 0);

}  // namespace gnnir

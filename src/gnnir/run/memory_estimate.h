#pragma once

#include "gnnir/infer/encoded_dataset.h"
#include "gnnir/models/model_file.h"
#include "gnnir/run/run.h"

namespace gnnir {

/// What a piece of work is going to have resident at its peak, in bytes.
struct MemoryEstimate {
  double present = 0;  ///< the process as it is: program, libraries, data set
  double held = 0;     ///< for as long as the work lasts: encoded data, weights, the optimizer's averages
  double passing = 0;  ///< embeddings and gradients of the graphs that are at work at one time
  /// What to try if it is too much.
  std::string advice = "Try a smaller train.batch_size, fewer run.threads, a smaller model.hidden or model.width";
  [[nodiscard]] double total() const { return present + held + passing; }
};

/// An Error of kind usage with the figures and what to try if the estimate is above the limit; 0: what this process
/// could have.
void require_memory(const MemoryEstimate& estimate, double limit);
bool is_lack_of_memory(const Error& error);

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

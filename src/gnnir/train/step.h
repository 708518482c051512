#pragma once

#include <span>
#include <vector>

#include "gnnir/infer/encoded_dataset.h"
#include "gnnir/models/registry.h"
#include "gnnir/train/adam.h"
#include "gnnir/train/diagnose.h"
#include "gnnir/train/loss.h"
#include "gnnir/train/shards.h"

namespace gnnir {

/// The shards that a batch is cut into, as ranges of `graphs`. cost: of the model
std::vector<ShardRange> shards_of(const Dataset& dataset, const RunConfig& config, const ModelCost& cost,
                                  std::span<const std::int64_t> graphs);

/// One optimizer step at a time. A batch is cut into shards of whole graphs; a thread runs a shard's forward and
/// backward pass with one-threaded operations; shard gradients are added in shard order. So the result is bit-identical
/// for any number of threads.
class Stepper {
 public:
  Stepper(TrainedModel& trained, const EncodedDataset& data, const TrainContext& context);
  Stepper(const Stepper&) = delete;  // one optimizer for one model
  Stepper& operator=(const Stepper&) = delete;

  /// Where the time of all steps so far went, in seconds; the first three summed over threads.
  struct Times {
    double data = 0;
    double forward = 0;
    double backward = 0;
    double optimizer = 0;
  };
  [[nodiscard]] const Times& times() const { return times_; }

  /// The outputs for the batch's graphs, [graphs, outputs] row by row, from before the step. If the loss or the
  /// gradient is not finite, no weight is changed and an Error of kind data says where. If it is told to stop, Stopped
  /// is thrown, and nothing has happened.
  std::vector<float> step(std::span<const std::int64_t> graphs, const Position& position, double lr);

  [[nodiscard]] Adam& optimizer() { return optimizer_; }

 private:
  struct ShardResult {
    std::vector<float> outputs;
    ShardGradients gradients;
    bool finite = true;  // the loss
    std::vector<at::Tensor> statistics;
    Times times;
  };
  /// What the losses of a batch are divided by.
  struct BatchTotals {
    double labels = 0;
    std::int64_t graphs = 0;
  };
  ShardResult run_shard(std::span<const std::int64_t> graphs, std::int64_t epoch, const BatchTotals& batch);
  BadNumbers find_bad_gradient(std::span<const std::int64_t> graphs, std::int64_t epoch, std::size_t parameter);
  void go_to_training_mode();
  [[nodiscard]] bool frozen() const { return trained_.config.train.freeze != Freeze::none; }

  TrainedModel& trained_;
  const EncodedDataset& data_;
  TrainContext context_;
  ModelCost cost_;
  std::vector<at::Tensor> parameters_;
  Adam optimizer_;
  Times times_;
};

}  // namespace gnnir

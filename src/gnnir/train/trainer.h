#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gnnir/base/clock.h"
#include "gnnir/base/thread_pool.h"
#include "gnnir/data/splits.h"
#include "gnnir/train/progress.h"
#include "gnnir/train/schedule.h"
#include "gnnir/train/step.h"
#include "gnnir/train/weights.h"

namespace gnnir {

/// What an epoch did: a row of metrics.csv.
struct EpochReport {
  std::int64_t epoch = 0;
  double lr = 0;
  Scores train;       ///< gathered while the weights changed
  Scores validation;  ///< after the epoch
  double seconds = 0;
  double graphs_per_second = 0;
  bool best = false;  ///< so far, by validation
};

struct TrainOutcome : TrainResult {
  TrainedModel model;          ///< the best epoch's weights
  Weights last_weights;        ///< the last epoch's
  std::int64_t cut_cells = 0;  ///< graphs of all parts but the training's in which ties = cell cut a cell
};

/// A training on one split, a step at a time: Adam, decay by the schedule, best epoch by validation. With
/// TrainOptions::average, what is validated, kept and tested is a running average of the weights; what Adam does is the
/// same with and without. What it computes is a function of data, split and configuration; neither the pool's size nor
/// checkpoints on the way change a bit of it. libtorch's and BLAS's own threads are switched off for good in the
/// calling thread and in the pool's (nn/single_thread.h).
///   Training training(dataset, split, config, pool);
///   while (!training.done()) training.advance();
class Training {
 public:
  /// Throws an Error if labels or features that the options need are missing.
  Training(const Dataset& dataset, const Split& split, const RunConfig& config, ThreadPool& pool);
  Training(const Dataset&, const Split&&, const RunConfig&, ThreadPool&) = delete;  // the split must outlive it
  Training(const Training&) = delete;                                               // its parts refer to each other
  Training& operator=(const Training&) = delete;

  [[nodiscard]] bool done() const { return !progress_.stopped_because.empty(); }
  /// Takes the next step, or, after an epoch's last one, validates and ends the epoch: then there is a report. If
  /// numbers are not finite any more, an Error of kind data says where, and no weight has changed.
  std::optional<EpochReport> advance();

  [[nodiscard]] const TrainedModel& model() const { return judged_; }  ///< what would be validated now
  [[nodiscard]] TrainedModel best_model() const;                       ///< a copy: the best epoch's weights
  [[nodiscard]] const Progress& progress() const { return progress_; }

  /// All that it takes to go on from here, to the same bits.
  [[nodiscard]] Safetensors checkpoint();
  /// Goes on from a checkpoint of the same training. An Error of kind data that begins with `where` if it is of
  /// another.
  void restore(const Safetensors& file, const std::string& where);

  /// Scores of the best model, once done.
  TrainOutcome finish();

 private:
  /// The optimizer's running averages.
  [[nodiscard]] Weights optimizer_tensors();
  void start_epoch();
  void take_step();
  void follow_step();
  EpochReport end_epoch();
  [[nodiscard]] std::int64_t num_batches() const;
  [[nodiscard]] bool averages() const { return trained_.config.train.average > 0; }
  Scores validate(TrainedModel& model);

  const Split& split_;
  ThreadPool& pool_;
  TrainedModel trained_;
  TrainedModel judged_;  // trained_ itself, or a model of its averaged weights
  EncodedDataset data_;
  Stepper stepper_;
  LearningRate rate_;
  Weights best_weights_;
  Progress progress_;
  std::vector<std::int64_t> order_;  // of the training graphs in this epoch
  std::vector<float> outputs_;       // for the graphs of the batches done
  double earlier_seconds_ = 0;       // in sessions before this one
  Stopwatch session_;
};

/// After each epoch; the model's weights are those of the epoch.
using EpochObserver = std::function<void(const EpochReport&, const TrainedModel&)>;

/// A whole training.
TrainOutcome train_model(const Dataset& dataset, const Split& split, const RunConfig& config, ThreadPool& pool,
                         const EpochObserver& observer = {});

/// What is known of a model before there is one: encodings fitted to the training graphs.
ModelHeader header_for(const Dataset& dataset, const Split& split, const RunConfig& config);

/// A new model for a data set: encodings fitted to the training graphs, weights drawn from the configuration's seed.
TrainedModel untrained_model(const Dataset& dataset, const Split& split, const RunConfig& config);

/// Throws what Training would throw: labels or features that the options need are missing.
void check_trainable(const Dataset& dataset, const Split& split, const RunConfig& config);

/// automatic resolved by what the data set has; an Error of kind data if it has no labels at all, of kind usage if both
/// classes and numbers were asked for by name.
Task resolve_task(const Dataset& dataset, const DataOptions& options);

}  // namespace gnnir

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gnnir/data/split/splits.h"
#include "gnnir/infer/run_network.h"
#include "gnnir/record/safetensors.h"
#include "gnnir/train/batches.h"
#include "gnnir/train/prepare.h"
#include "gnnir/train/schedule.h"
#include "gnnir/train/step.h"
#include "gnnir/train/time_fit.h"
#include "gnnir/train/train_model.h"

namespace gnnir {

/// A training on one split, a step at a time: Adam, decay by the schedule, best epoch by validation. With
/// TrainOptions::average, what is validated, kept and tested is a running average of the weights; what Adam does is the
/// same with and without. What it computes is a function of data, split and configuration; neither the pool's size nor
/// checkpoints on the way change a bit of it (in a program that has called use_single_threaded_operations). Only with a
/// limit of time it depends on the clock: then it ends with the last epoch that fits (at least one is done), and a
/// cosine is fitted to the epochs that do. That is decided as an epoch begins, and a checkpoint says what was.
///   Training training(dataset, split, config, pool);
///   while (!training.done()) training.advance();
class Training {
 public:
  /// Throws an Error if labels or features that the options need are missing.
  Training(const Dataset& dataset, const Split& split, const RunConfig& config, const TrainContext& context);
  Training(const Dataset&, const Split&&, const RunConfig&, const TrainContext&) = delete;  // the split must outlive it
  Training(const Training&) = delete;  // its parts refer to each other
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
  /// Takes the epoch's weights for the best so far if they are.
  void note_best(EpochReport& report);
  /// Why it ends with the epoch that was done; empty: it goes on.
  [[nodiscard]] std::string reason_to_end() const;
  void go_to_next_epoch();
  /// What an epoch takes, and what a test of the best model will. validation_seconds: of this epoch
  void note_time(double validation_seconds);
  [[nodiscard]] StepPlace place() const { return {progress_.epoch, progress_.batch, schedule_.num_batches()}; }
  [[nodiscard]] bool averages() const { return trained_.config.train.average > 0; }
  /// What a model makes of some graphs.
  NetworkResults ask(const TrainedModel& model, const std::vector<std::int64_t>& graphs);
  Scores validate(TrainedModel& model, Reasons* reasons = nullptr);

  const Split& split_;
  TrainContext context_;
  TrainedModel trained_;
  TrainedModel judged_;   // trained_ itself, or a model of its averaged weights
  const Metric& metric_;  // picks the best epoch
  EncodedDataset data_;
  Stepper stepper_;
  LearningRate rate_;
  Weights best_weights_;
  Progress progress_;
  BatchSchedule schedule_;
  std::vector<std::int64_t> order_;  // of the training graphs in this epoch
  std::vector<float> outputs_;       // for the graphs of the batches done
  double earlier_seconds_ = 0;       // in sessions before this one
  double earlier_in_epoch_ = 0;      // likewise, on the epoch at work
  double epoch_began_ = 0;           // by time_
  TimeFit time_;
};

}  // namespace gnnir

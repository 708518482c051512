#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "gnnir/base/thread_pool.h"
#include "gnnir/data/splits.h"
#include "gnnir/train/metrics.h"
#include "gnnir/train/model_file.h"

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

struct TrainOutcome {
  TrainedModel model;    ///< the best epoch's weights
  Weights last_weights;  ///< the last epoch's
  std::int64_t best_epoch = 0;
  std::int64_t epochs = 0;
  std::int64_t parameters = 0;
  std::string stopped_because;
  Scores validation;  ///< of the best model
  Scores test;
  std::vector<std::pair<std::string, Scores>> extra_tests;
  double seconds = 0;
};

/// After each epoch; the model's weights are those of the epoch.
using EpochObserver = std::function<void(const EpochReport&, const TrainedModel&)>;

/// Trains a model on one split: Adam, decay by the schedule, best epoch by validation, then scores of the best model.
/// The outcome is a function of data, split and configuration; the pool's size changes nothing. libtorch's and BLAS's
/// own threads are switched off for good in the calling thread and in the pool's (nn/single_thread.h).
TrainOutcome train_model(const Dataset& dataset, const Split& split, const RunConfig& config, ThreadPool& pool,
                         const EpochObserver& observer = {});

/// A new model for a data set: encodings fitted to the training graphs, weights drawn from the configuration's seed.
TrainedModel untrained_model(const Dataset& dataset, const Split& split, const RunConfig& config);

/// Throws what train_model would throw before its first epoch: labels or features that the options need are missing.
void check_trainable(const Dataset& dataset, const Split& split, const RunConfig& config);

/// automatic resolved by what the data set has; an Error of kind data if it has no labels at all.
Task resolve_task(const Dataset& dataset, TaskChoice choice);

}  // namespace gnnir

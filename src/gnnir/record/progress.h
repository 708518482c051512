#pragma once

#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gnnir/base/json.h"
#include "gnnir/metrics/metrics.h"

namespace gnnir {

/// What changes in the learning rate from epoch to epoch.
struct RateState {
  double lr = 0;
  double best_loss = std::numeric_limits<double>::infinity();
  std::int64_t bad_epochs = 0;
  /// The share of the cosine that is behind when the epoch at work begins, and when it ends: decided as it begins.
  double cosine_begin = 0;
  double cosine_end = 0;
};

/// How far a training has come, apart from its tensors.
struct Progress {
  std::int64_t epoch = 1;  ///< the one at work, from 1
  std::int64_t batch = 0;  ///< batches of it that are done
  RateState rate;
  /// The best validation so far: what is compared first, and the loss; less is better.
  std::optional<std::pair<double, double>> best;
  std::int64_t best_epoch = 0;
  std::vector<std::int64_t> optimizer_steps;  ///< per parameter
  double last_lr = 0;                         ///< of the last step of the last epoch that is done
  double epoch_seconds = 0;                   ///< spent on the epoch at work
  double epoch_estimate = 0;                  ///< what an epoch is thought to take; 0: not known yet
  double seconds = 0;                         ///< spent in all, in every session
  std::string stopped_because;                ///< empty: not yet

  /// Numbers are kept exactly; `from_json` throws an Error of kind data that begins with `where`.
  [[nodiscard]] Json to_json() const;
  static Progress from_json(const Json& json, const std::string& where);
};

/// What a training came to.
struct TrainResult {
  std::int64_t best_epoch = 0;
  std::int64_t epochs = 0;
  std::int64_t parameters = 0;
  double last_lr = 0;  ///< of the last step; 0 in files of old, which do not have it
  std::string stopped_because;
  Scores validation;  ///< of the best model
  Scores test;
  std::vector<std::pair<std::string, Scores>> extra_tests;
  double seconds = 0;

  /// As kept in a job's outcome.json; a score that is no number is null there and NaN here.
  [[nodiscard]] Json to_json() const;
  static TrainResult from_json(const Json& json, const std::string& where);
};

}  // namespace gnnir

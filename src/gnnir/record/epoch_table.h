#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gnnir/metrics/metrics.h"

namespace gnnir {

/// What an epoch did: a row of metrics.csv, and of timings.csv.
struct EpochReport {
  std::int64_t epoch = 0;
  double lr = 0;      ///< of its last step
  Scores train;       ///< gathered while the weights changed
  Scores validation;  ///< after the epoch
  double seconds = 0;
  double graphs_per_second = 0;
  bool best = false;         ///< so far, by validation
  Reasons train_lacks = {};  ///< what the scores do not have, and why
  Reasons validation_lacks = {};
};

/// The columns of metrics.csv: epoch, lr, best, and the scores that the first epoch had or lacked. Names are written as
/// CSV wants them.
class MetricsColumns {
 public:
  MetricsColumns() = default;
  /// Of a table that begins with this epoch.
  static MetricsColumns of(const EpochReport& first);
  /// Of a table that is there, by its first line; without scores if that is none of ours.
  static MetricsColumns in(std::string_view metrics);

  [[nodiscard]] std::string header() const;
  /// Numbers are written so that they read back to the same bits; a score that the epoch does not have is empty.
  [[nodiscard]] std::string row(const EpochReport& report) const;

 private:
  std::vector<std::string> scores_;  // "train_loss"
};

/// The first line of timings.csv, and a further one.
std::string timings_header();
std::string timings_row(const EpochReport& report);

/// The epochs of a metrics.csv, without their times. A row that a kill has cut is left out: it is going to be written
/// again.
std::vector<EpochReport> parse_metrics(std::string_view text);
/// The seconds of each epoch of a timings.csv, likewise.
std::vector<double> parse_epoch_seconds(std::string_view text);

}  // namespace gnnir

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gnnir/base/json.h"
#include "gnnir/settings/config.h"

namespace gnnir {

/// What a trial has reached by some epoch, on validation graphs.
struct TrialScore {
  std::int64_t epochs = 0;           ///< that it was given
  std::int64_t best_epoch = 0;       ///< among them
  std::optional<double> value = {};  ///< of the main metric there; nothing if it has none
  std::optional<double> loss = {};
  std::string failed = {};  ///< why it has none of these; empty: it has not

  /// A line of the journal; numbers are kept exactly.
  [[nodiscard]] Json to_json(std::int64_t trial) const;
  /// An Error of kind data that begins with `where` if it is something else.
  static TrialScore from_json(const Json& json, const std::string& where);
};

/// Whether one is better than another: by the metric, then by the loss; one that failed is worse than any other.
bool is_better(const TrialScore& score, const TrialScore& than, bool higher_is_better);

/// One configuration that a search tries.
struct SearchTrial {
  std::int64_t number = 0;
  std::int64_t bracket = 0;
  RunConfig config;
  std::vector<Setting> settings;   ///< that were drawn; none of the first trial, which is where the search starts
  std::vector<TrialScore> scores;  ///< a score per rung that it has reached

  [[nodiscard]] const TrialScore& last() const { return scores.back(); }
};

/// Where trials are compared: a ninth and a third of all epochs, and all.
std::vector<std::int64_t> rungs_of(std::int64_t epochs);

/// "0007", the name of a trial's folder.
std::string trial_name(std::int64_t number);

}  // namespace gnnir

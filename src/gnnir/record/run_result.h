#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gnnir/base/json.h"
#include "gnnir/metrics/metrics.h"
#include "gnnir/record/progress.h"

namespace gnnir {

/// A score over the trainings of a run.
struct ScoreSummary {
  Summary over_jobs;                        ///< of those that have it as a finite number
  std::vector<std::optional<double>> jobs;  ///< of each training; nothing where it has none
};

/// Summaries by the score's name; a score that no training has as a finite number is absent.
using ScoreSummaries = std::map<std::string, ScoreSummary>;
ScoreSummaries summarize_scores(const std::vector<Scores>& over_jobs);

/// What a run came to: the content of result.json.
struct RunResult {
  std::string dataset;
  std::int64_t graphs = 0;
  std::int64_t parameters = 0;
  std::int64_t ir_layers = 0;
  std::int64_t width = 0;  ///< or all_nodes
  std::string metric;      ///< what picked epochs and stands first; empty in files of old
  /// "test", "validation", and what the split calls others.
  std::vector<std::pair<std::string, ScoreSummaries>> parts;
  /// Of each training, in the same order.
  std::vector<std::string> jobs;
  std::vector<std::int64_t> epochs;
  std::vector<std::int64_t> best_epochs;
  std::vector<double> last_lr;               ///< of its last step; files of old do not have this and the next
  std::vector<std::string> stopped_because;  ///< why it ended when it did
  std::optional<double> time_limit;          ///< seconds that all trainings together may take, if that was limited
  std::vector<double> job_seconds;           ///< of all sessions
  double seconds = 0;                        ///< of the last session
  double peak_rss_mb = 0;                    ///< of the process
  std::optional<double> memory_estimate_mb;  ///< before it began; runs of old do not have it
  // What the run's page shows beside; runs of old have neither.
  Json data;                       ///< report/data_facts.h
  Json figures;                    ///< report/test_figures.h
  std::vector<std::string> files;  ///< that have more of it: metrics.csv, test_predictions.csv

  /// Takes in what the trainings came to, in order.
  void take(const std::vector<TrainResult>& outcomes);
  /// The summaries of a part; none if it has no such part.
  [[nodiscard]] const ScoreSummaries& part(const std::string& name) const;

  [[nodiscard]] Json to_json() const;
  /// Reads what to_json writes; an Error of kind data that begins with `where` if it is something else.
  static RunResult from_json(const Json& json, const std::string& where);
};

}  // namespace gnnir

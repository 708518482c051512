#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gnnir/data/dataset.h"

namespace gnnir {

struct ClassRows;
struct NumberRows;

/// What a metric gives: a number, or why there is none.
struct MetricValue {
  /// Whose fault it is. A mean over targets leaves out those whose labels do not suffice; where predictions are to
  /// blame it has no value either, or a model would win by what it cannot do.
  enum class Lack { none, labels, predictions };

  double number = std::numeric_limits<double>::quiet_NaN();
  Lack lack = Lack::none;
  const char* why = "";

  static MetricValue lacks_labels(const char* why) { return {.lack = Lack::labels, .why = why}; }
  static MetricValue lacks_predictions(const char* why) { return {.lack = Lack::predictions, .why = why}; }
};

/// A figure that says how good predictions are: an entry of the table. A new one is a function and its entry in
/// metric.cpp, its name in settings/metric_names.h; files, settings, help and the tests over the table have it then.
struct Metric {
  const char* name;   ///< in files and settings: "roc_auc"
  const char* title;  ///< for people: "ROC AUC"
  const char* help;   ///< what it is, in a line
  bool higher_is_better = true;
  bool share = false;            ///< of the graphs: shown in %
  bool brief = false;            ///< among the few that tables show unasked
  bool several_targets = false;  ///< says nothing of a single target
  bool only_mean = false;        ///< of each target it says nothing that another metric does not
  bool questions = true;         ///< one of classes is also for questions with two answers
  /// Of classes, and of each question with two answers: null for a metric of numbers.
  MetricValue (*of_classes)(const ClassRows& rows) = nullptr;
  /// Of each real target: null for a metric of classes.
  MetricValue (*of_numbers)(const NumberRows& rows) = nullptr;

  /// targets: how many the model learns.
  [[nodiscard]] bool is_for(Task task, std::int64_t targets) const;
};

/// The table, in the order in which people are shown them.
std::span<const Metric> metrics();
/// The metric of a score: "roc_auc", or of one target or class "roc_auc:toxic". Null for others, such as the loss.
const Metric* find_metric(std::string_view score);
/// The name of the score of one target, or of one class: "roc_auc:toxic".
std::string score_of(std::string_view metric, std::string_view target);
/// Whether a score is of one target or class alone.
bool is_of_one(std::string_view score);

/// All that a score may be called but for its target: the loss, and the metrics.
std::vector<std::string> score_names();

/// Scores by name; one that is not defined for the data is absent.
using Scores = std::map<std::string, double>;
/// Why scores are absent, by name.
using Reasons = std::map<std::string, std::string>;

}  // namespace gnnir

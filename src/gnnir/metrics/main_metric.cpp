#include "gnnir/metrics/main_metric.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "gnnir/base/error.h"
#include "gnnir/base/text.h"

namespace gnnir {
namespace {

/// Where the rarest class has less than this share of the training graphs, accuracy says little.
constexpr double rare = 0.1;

MainMetric fitting_classes(const TargetEncoding& targets) {
  if (targets.outputs() == 2) return {"roc_auc", "there are two classes"};
  const auto& counts = targets.counts;
  const auto rarest = std::min_element(counts.begin(), counts.end());
  const double all = std::accumulate(counts.begin(), counts.end(), 0.0);
  if (rarest != counts.end() && static_cast<double>(*rarest) < rare * all) {
    return {"balanced_accuracy",
            fmt::format("the class {} has {:.2g} % of the training graphs",
                        in_quotes(targets.names[static_cast<std::size_t>(rarest - counts.begin())]),
                        100 * static_cast<double>(*rarest) / all)};
  }
  return {"accuracy", fmt::format("there are {} classes, and none is rare", targets.outputs())};
}

MainMetric fitting(const TargetEncoding& targets) {
  switch (targets.task) {
    case Task::classification:
      return fitting_classes(targets);
    case Task::yes_no:
      return {"roc_auc", "questions have two answers"};
    case Task::regression:
      break;
  }
  if (targets.outputs() > 1) return {"std_mae", "there are several targets, and units must not be mixed"};
  return {"mae", "there is one target"};
}

const char* what_is_learned(Task task) {
  return task == Task::classification ? "classes" : task == Task::yes_no ? "questions with two answers" : "numbers";
}

int place_of(std::string_view score, std::string_view main_metric) {
  if (score == main_metric) return -2;
  if (score == "loss") return -1;
  const Metric* metric = find_metric(score);
  return static_cast<int>(metric ? metric - metrics().data() : std::ssize(metrics()));
}

}  // namespace

MainMetric main_metric(std::string_view setting, const TargetEncoding& targets) {
  if (setting == metric_that_fits) return fitting(targets);
  if (setting == accuracy_or_mae) return {targets.task == Task::regression ? "mae" : "accuracy"};
  std::vector<std::string> fitting;
  for (const Metric& metric : metrics()) {
    if (metric.is_for(targets.task, targets.outputs())) fitting.emplace_back(metric.name);
  }
  if (std::find(fitting.begin(), fitting.end(), setting) == fitting.end()) {
    const Metric* metric = find_metric(setting);
    const bool lonely = metric && metric->several_targets && targets.task == Task::regression;
    throw setting_error("train.metric", "{}expected one for {}: {}; found {}.{}",
                        lonely ? "it is for several targets, and here is one; " : "", what_is_learned(targets.task),
                        fmt::join(fitting, ", "), in_quotes(setting), suggestion(setting, fitting));
  }
  return {std::string(setting)};
}

std::vector<std::string> in_order_of_tables(std::vector<std::string> scores, std::string_view main_metric) {
  std::stable_sort(scores.begin(), scores.end(), [&](const std::string& a, const std::string& b) {
    return place_of(a, main_metric) < place_of(b, main_metric);
  });
  return scores;
}

bool is_shown_unasked(std::string_view score, std::string_view main_metric) {
  if (score == main_metric || score == "loss") return true;
  const Metric* metric = find_metric(score);
  return metric && metric->brief && !is_of_one(score);
}

}  // namespace gnnir

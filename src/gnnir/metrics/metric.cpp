#include "gnnir/metrics/metric.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gnnir/metrics/calibration.h"
#include "gnnir/metrics/classification.h"
#include "gnnir/metrics/ranking.h"
#include "gnnir/metrics/regression.h"
#include "gnnir/settings/metric_names.h"

namespace gnnir {
namespace {

constexpr std::array table = {
    Metric{.name = "accuracy",
           .title = "accuracy",
           .help = "share of graphs whose class is predicted",
           .share = true,
           .brief = true,
           .of_classes = accuracy},
    Metric{.name = "balanced_accuracy",
           .title = "balanced accuracy",
           .help = "the same within each class, mean over the classes",
           .share = true,
           .of_classes = balanced_accuracy},
    Metric{.name = "roc_auc",
           .title = "ROC AUC",
           .help = "share of pairs of a graph of the class and another in which the first has the higher probability",
           .brief = true,
           .of_classes = roc_auc},
    Metric{.name = "pr_auc",
           .title = "PR AUC",
           .help = "average precision: how pure the graphs with the highest probabilities are",
           .of_classes = pr_auc},
    Metric{.name = "f1",
           .title = "F1",
           .help = "harmonic mean of precision and recall: of the second of two classes, of more their mean",
           .brief = true,
           .of_classes = f1},
    Metric{.name = "f1_macro",
           .title = "F1, macro",
           .help = "F1 of each class, mean over the classes, also of two",
           .questions = false,
           .of_classes = f1_macro},
    Metric{.name = "mcc",
           .title = "MCC",
           .help = "Matthews' correlation of predicted and true classes: 0 for guessing, however rare a class is",
           .brief = true,
           .of_classes = mcc},
    Metric{.name = "log_loss",
           .title = "log loss",
           .help = "mean of -log of the probability of the true class",
           .higher_is_better = false,
           .of_classes = log_loss},
    Metric{.name = "brier",
           .title = "Brier score",
           .help = "mean squared error of the probability of the second of two classes, of more the sum over them",
           .higher_is_better = false,
           .of_classes = brier},
    Metric{.name = "ece",
           .title = "ECE",
           .help = "how far probabilities are from how often they are right, in 15 bins",
           .higher_is_better = false,
           .of_classes = ece},
    Metric{.name = "mae",
           .title = "MAE",
           .help = "mean absolute error, in the target's unit",
           .higher_is_better = false,
           .brief = true,
           .of_numbers = mae},
    Metric{.name = "rmse",
           .title = "RMSE",
           .help = "root of the mean squared error, in the target's unit",
           .higher_is_better = false,
           .brief = true,
           .of_numbers = rmse},
    Metric{.name = "r2",
           .title = "R²",
           .help = "share of the target's variance that is explained: 0 for always predicting the mean",
           .brief = true,
           .of_numbers = r2},
    Metric{
        .name = "pearson", .title = "Pearson", .help = "correlation of predictions and targets", .of_numbers = pearson},
    Metric{.name = "spearman", .title = "Spearman", .help = "correlation of their ranks", .of_numbers = spearman},
    Metric{.name = "std_mae",
           .title = "MAE in deviations",
           .help = "several targets: MAE in units of each target's deviation over the training graphs",
           .higher_is_better = false,
           .brief = true,
           .several_targets = true,
           .of_numbers = std_mae},
    Metric{.name = "log_mae",
           .title = "log MAE",
           .help = "mean over targets of log(MAE)",
           .higher_is_better = false,
           .brief = true,
           .several_targets = true,
           .only_mean = true,
           .of_numbers = log_mae},
    Metric{.name = "std_log_mae",
           .title = "log MAE in deviations",
           .help = "several targets: the same with the MAE in deviations",
           .higher_is_better = false,
           .several_targets = true,
           .only_mean = true,
           .of_numbers = std_log_mae},
};

constexpr bool named_as_settings_know() {
  return std::equal(table.begin(), table.end(), metric_names.begin(), metric_names.end(),
                    [](const Metric& metric, const char* name) { return std::string_view(metric.name) == name; });
}
static_assert(named_as_settings_know(), "settings/metric_names.h has the names of the table, in its order");

}  // namespace

bool Metric::is_for(Task task, std::int64_t targets) const {
  if (task == Task::classification) return of_classes != nullptr;
  if (several_targets && targets < 2) return false;
  return task == Task::yes_no ? of_classes != nullptr && questions : of_numbers != nullptr;
}

std::span<const Metric> metrics() { return table; }

const Metric* find_metric(std::string_view score) {
  const std::string_view name = score.substr(0, score.find(':'));
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const Metric& metric) { return metric.name == name; });
  return found == table.end() ? nullptr : &*found;
}

std::string score_of(std::string_view metric, std::string_view target) {
  std::string name = fmt::format("{}:{}", metric, target);
  // A score's name is one field of a line, in tables and in logs.
  std::replace_if(
      name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  return name;
}

bool is_of_one(std::string_view score) { return score.find(':') != std::string_view::npos; }

std::vector<std::string> score_names() {
  std::vector<std::string> names = {"loss"};
  for (const Metric& metric : table) names.emplace_back(metric.name);
  return names;
}

}  // namespace gnnir

#pragma once

#include <array>
#include <string>
#include <vector>

namespace gnnir {

/// The names of metrics, in the order in which people are shown them; what each is: metrics/metric.h, whose table has
/// the same.
inline constexpr std::array metric_names = {
    "accuracy", "balanced_accuracy", "roc_auc",  "pr_auc",  "f1",      "f1_macro",
    "mcc",      "log_loss",          "brier",    "ece",     "mae",     "rmse",
    "r2",       "pearson",           "spearman", "std_mae", "log_mae", "std_log_mae"};

/// What train.metric may be beside these: what fits the data, or, as it was before there was a choice, accuracy of
/// classes and MAE of numbers.
inline constexpr const char* metric_that_fits = "auto";
inline constexpr const char* accuracy_or_mae = "accuracy-or-mae";

inline std::vector<std::string> metric_choices() {
  std::vector<std::string> choices = {metric_that_fits, accuracy_or_mae};
  choices.insert(choices.end(), metric_names.begin(), metric_names.end());
  return choices;
}

}  // namespace gnnir

#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "gnnir/data/encode/target_encoding.h"

namespace gnnir {

/// The names that scores have.
inline constexpr std::array score_names = {"loss", "accuracy", "roc_auc", "mae", "log_mae", "std_mae", "std_log_mae"};

/// Scores by name; one that is not defined for the data is absent.
using Scores = std::map<std::string, double>;

/// Share of rows whose largest output is at the true class; rows of class -1 do not count. NaN if none counts.
double accuracy(std::span<const float> outputs, std::span<const std::int64_t> classes, std::int64_t num_classes);

/// Area under the ROC curve of `score` for `positive`; ties count half. NaN unless both kinds are present and all
/// scores are numbers.
double roc_auc(std::span<const double> score, const std::vector<bool>& positive);

/// Two classes: of the second class's probability; more: mean over the classes that are defined, each against the rest.
double roc_auc(std::span<const float> outputs, std::span<const std::int64_t> classes, std::int64_t num_classes);

/// Mean absolute error of each column; NaN where no row has the target. Both [n, columns] row by row, NaN in `targets`
/// = missing.
std::vector<double> mean_absolute_errors(std::span<const float> outputs, std::span<const float> targets,
                                         std::int64_t columns);

/// All scores of a set of predictions. outputs: [n, encoding.outputs()], as the model gives them;
/// classes [n] or targets [n, outputs] as TargetEncoding encodes them, in the rows' order.
/// mae is in the targets' own units, mean over targets. Of several targets also log_mae, the mean over targets of
/// log(MAE), std_mae and std_log_mae: the same in the units that the model learns in, which with
/// standardised targets are each target's deviation over the training graphs.
Scores score_classes(std::span<const float> outputs, std::span<const std::int64_t> classes,
                     const TargetEncoding& encoding);
Scores score_targets(std::span<const float> outputs, std::span<const float> targets, const TargetEncoding& encoding);

/// The score that picks models: accuracy or mae, and whether more of it is better.
struct MainMetric {
  std::string name;
  bool higher_is_better;
};
MainMetric main_metric(Task task);

/// Numbers over folds or seeds.
struct Summary {
  double mean = 0, std = 0, median = 0, min = 0, max = 0;  ///< std: of the sample (n-1); 0 for a single value
};
Summary summarize(std::vector<double> values);

}  // namespace gnnir

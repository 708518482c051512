#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnnir/metrics/metric.h"

namespace gnnir {

/// What metrics of numbers look at: the graphs that have the target, in their order, and what a model says of them.
struct NumberRows {
  std::vector<double> predictions;  ///< in the unit that the model learns in
  std::vector<double> targets;
  double unit = 1;       ///< of that unit in the target's own
  double deviation = 0;  ///< over the training graphs, in the target's own unit; 0: not known

  /// One column of each, [graphs, columns] row by row; NaN in `targets` where missing.
  static NumberRows of(std::span<const float> outputs, std::span<const float> targets, std::size_t column,
                       std::size_t columns);
};

// Nothing if a prediction is no finite number.

/// Mean absolute error; std_mae in deviations over the training graphs.
MetricValue mae(const NumberRows& rows);
MetricValue std_mae(const NumberRows& rows);
/// Their logarithms; nothing if there is no error at all.
MetricValue log_mae(const NumberRows& rows);
MetricValue std_log_mae(const NumberRows& rows);
/// The root of the mean squared error.
MetricValue rmse(const NumberRows& rows);
/// 1 - sum of squared errors / sum of squared differences from the mean. Nothing where all targets are the same.
MetricValue r2(const NumberRows& rows);
/// Correlation, and that of the ranks, where equal numbers share the mean of theirs. Nothing where all targets are the
/// same, or all predictions.
MetricValue pearson(const NumberRows& rows);
MetricValue spearman(const NumberRows& rows);

}  // namespace gnnir

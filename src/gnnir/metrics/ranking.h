#pragma once

#include <span>
#include <vector>

#include "gnnir/metrics/class_rows.h"

namespace gnnir {

// Metrics of the order in which probabilities put the graphs. Of two classes they are about the second one's; of more
// about each against the rest, mean over the classes that some but not all graphs have.

/// Area under the ROC curve.
MetricValue roc_auc(const ClassRows& rows);
/// Average precision: the sum over thresholds of precision times the gain in recall.
MetricValue pr_auc(const ClassRows& rows);

/// The same of any numbers, `score`, for `positive`; equal scores are one threshold, and a pair of them counts half.
/// NaN unless both kinds are there. No score may be NaN.
double roc_auc(std::span<const double> score, const std::vector<bool>& positive);
double average_precision(std::span<const double> score, const std::vector<bool>& positive);

/// A curve over thresholds, from the highest to the lowest; equal scores are one point.
struct ThresholdCurve {
  std::vector<double> x, y;
};
/// Share of the negatives above the threshold, and of the positives; from (0, 0) to (1, 1).
ThresholdCurve roc_curve(std::span<const double> score, const std::vector<bool>& positive);
/// Recall, and precision there; begins at recall 0 with the first precision. Both are empty unless both kinds are
/// there.
ThresholdCurve precision_recall_curve(std::span<const double> score, const std::vector<bool>& positive);

}  // namespace gnnir

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gnnir/data/encode/target_encoding.h"
#include "gnnir/metrics/confusion.h"
#include "gnnir/metrics/metric.h"

namespace gnnir {

// All scores of a set of predictions: the loss, and every metric of the table that is for the task. A score that is not
// defined for the data is absent, and its reason is in `reasons`, if that is given; only a loss that is no number is
// kept, so that a run notices. Nothing at all if no graph has a label.
// Of several targets each has scores of its own, `roc_auc:toxic`, and the score by the metric's name is their mean,
// over those whose labels suffice; of classes each has its F1, `f1:CLASS`. outputs: [n, encoding.outputs()] row by row,
// as the model gives them; labels in the rows' order.

/// classes: [n] as TargetEncoding encodes them, -1 = missing. The loss is the cross-entropy.
Scores score_classes(std::span<const float> outputs, std::span<const std::int64_t> classes,
                     const TargetEncoding& encoding, Reasons* reasons = nullptr);
/// Questions with two answers. outputs: before the sigmoid; answers: [n, outputs] 0, 1, or NaN = missing. The loss is
/// the cross-entropy over all answers that are there.
Scores score_answers(std::span<const float> outputs, std::span<const float> answers, const TargetEncoding& encoding,
                     Reasons* reasons = nullptr);
/// targets: [n, outputs] as TargetEncoding encodes them, NaN = missing. The loss is the mean absolute error over all
/// that are there, in the unit that the model learns in; metrics are in the targets' own units.
Scores score_targets(std::span<const float> outputs, std::span<const float> targets, const TargetEncoding& encoding,
                     Reasons* reasons = nullptr);

/// How often classes, or the answers of each question, were taken for others; of the same outputs and labels.
std::vector<ConfusionMatrix> confusion_of_classes(std::span<const float> outputs, std::span<const std::int64_t> classes,
                                                  const TargetEncoding& encoding);
std::vector<ConfusionMatrix> confusion_of_answers(std::span<const float> outputs, std::span<const float> answers,
                                                  const TargetEncoding& encoding);

/// Numbers over folds or seeds.
struct Summary {
  double mean = 0, std = 0, median = 0, min = 0, max = 0;  ///< std: of the sample (n-1); 0 for a single value
};
Summary summarize(std::vector<double> values);

}  // namespace gnnir

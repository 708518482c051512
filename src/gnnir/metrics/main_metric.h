#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gnnir/data/encode/target_encoding.h"
#include "gnnir/metrics/metric.h"
#include "gnnir/settings/metric_names.h"

namespace gnnir {

/// The metric that picks epochs and stands first in tables.
struct MainMetric {
  std::string name;
  std::string because = {};  ///< why it was chosen: "there are two classes"; empty if it was asked for
};

/// What train.metric comes to for a model; the same whenever it is asked, as all that counts is kept in model files:
/// - auto: of two classes, and of questions with two answers, roc_auc; of more classes accuracy or, where one has less
///   than 10 % of the training graphs, balanced_accuracy; of a number mae, of several std_mae: their units must not be
///   mixed.
/// - A metric of another task is an Error of kind usage with a list of those that fit.
MainMetric main_metric(std::string_view setting, const TargetEncoding& targets);

/// Names of scores as they stand in a table: the main metric, the loss, then the metrics in the order of their table,
/// each before what it is of single targets or classes, then others.
std::vector<std::string> in_order_of_tables(std::vector<std::string> scores, std::string_view main_metric);
/// Whether a table shows the score where not all are asked for: the main metric, the loss, and Metric::brief ones.
bool is_shown_unasked(std::string_view score, std::string_view main_metric);

}  // namespace gnnir

#include "gnnir/metrics/classification.h"

#include <cmath>

namespace gnnir {
namespace {

/// Graphs of each class, graphs that are predicted to be of it, and graphs that are both.
struct Counts {
  double graphs = 0;
  double right = 0;
  double without = 0;  ///< a prediction
  std::vector<double> labels, predicted, both;

  explicit Counts(const ClassRows& rows)
      : graphs(static_cast<double>(rows.size())),
        labels(static_cast<std::size_t>(rows.num_classes)),
        predicted(labels.size()),
        both(labels.size()) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto label = static_cast<std::size_t>(rows.labels[i]);
      ++labels[label];
      if (rows.predicted[i] < 0) {
        ++without;
        continue;
      }
      ++predicted[static_cast<std::size_t>(rows.predicted[i])];
      if (rows.predicted[i] != rows.labels[i]) continue;
      ++both[label];
      ++right;
    }
  }
};

/// NaN where no graph is of the class, nor predicted to be.
double f1_of(const Counts& counts, std::size_t c) {
  return 2 * counts.both[c] / (counts.labels[c] + counts.predicted[c]);
}

}  // namespace

MetricValue accuracy(const ClassRows& rows) {
  if (rows.size() == 0) return MetricValue::lacks_labels(no_labels);
  const Counts counts(rows);
  return {counts.right / counts.graphs};
}

MetricValue balanced_accuracy(const ClassRows& rows) {
  if (rows.size() == 0) return MetricValue::lacks_labels(no_labels);
  const Counts counts(rows);
  double total = 0;
  double classes = 0;
  for (std::size_t c = 0; c < counts.labels.size(); ++c) {
    if (counts.labels[c] == 0) continue;
    total += counts.both[c] / counts.labels[c];
    ++classes;
  }
  return {total / classes};
}

MetricValue f1_of(const ClassRows& rows, std::int64_t of_class) {
  if (rows.size() == 0) return MetricValue::lacks_labels(no_labels);
  const double value = f1_of(Counts(rows), static_cast<std::size_t>(of_class));
  if (std::isnan(value)) return MetricValue::lacks_labels("no graph is of the class, nor predicted to be");
  return {value};
}

MetricValue f1(const ClassRows& rows) { return rows.num_classes == 2 ? f1_of(rows, 1) : f1_macro(rows); }

MetricValue f1_macro(const ClassRows& rows) {
  if (rows.size() == 0) return MetricValue::lacks_labels(no_labels);
  const Counts counts(rows);
  double total = 0;
  double classes = 0;
  for (std::size_t c = 0; c < counts.labels.size(); ++c) {
    const double value = f1_of(counts, c);
    if (std::isnan(value)) continue;
    total += value;
    ++classes;
  }
  return {total / classes};
}

MetricValue mcc(const ClassRows& rows) {
  if (rows.size() == 0) return MetricValue::lacks_labels(no_labels);
  if (rows.one_class_only()) return MetricValue::lacks_labels(one_class);
  // Gorodkin (2004): the covariance of true and predicted classes over the root of the product of their variances.
  const Counts counts(rows);
  double expected = 0;
  double labels_squared = 0;
  double predicted_squared = counts.without * counts.without;  // as if it was one more class
  for (std::size_t c = 0; c < counts.labels.size(); ++c) {
    expected += counts.labels[c] * counts.predicted[c];
    labels_squared += counts.labels[c] * counts.labels[c];
    predicted_squared += counts.predicted[c] * counts.predicted[c];
  }
  const double all = counts.graphs * counts.graphs;
  const double scale = std::sqrt(all - predicted_squared) * std::sqrt(all - labels_squared);
  return {scale == 0 ? 0 : (counts.right * counts.graphs - expected) / scale};
}

}  // namespace gnnir

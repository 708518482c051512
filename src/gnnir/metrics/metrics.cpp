#include "gnnir/metrics/metrics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace gnnir {
namespace {

constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

void put(Scores& scores, const std::string& name, double value) {
  if (!std::isnan(value)) scores[name] = value;
}

double mean_of_defined(std::span<const double> values) {
  double total = 0;
  std::int64_t count = 0;
  for (const double value : values) {
    if (std::isnan(value)) continue;
    total += value;
    ++count;
  }
  return count == 0 ? undefined : total / static_cast<double>(count);
}

std::vector<double> softmax(std::span<const float> row) {
  const double top = *std::max_element(row.begin(), row.end());
  std::vector<double> p(row.size());
  std::transform(row.begin(), row.end(), p.begin(), [&](float x) { return std::exp(x - top); });
  const double total = std::accumulate(p.begin(), p.end(), 0.0);
  for (double& x : p) x /= total;
  return p;
}

/// The training loss of classification, mean over the rows that have a class; NaN if the outputs are.
double cross_entropy(std::span<const float> outputs, std::span<const std::int64_t> classes, std::int64_t num_classes) {
  const auto columns = static_cast<std::size_t>(num_classes);
  double total = 0;
  double count = 0;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (classes[i] < 0) continue;
    const auto row = outputs.subspan(i * columns, columns);
    const double top = *std::max_element(row.begin(), row.end());
    double exponentials = 0;
    for (const float x : row) exponentials += std::exp(x - top);
    total += top + std::log(exponentials) - row[static_cast<std::size_t>(classes[i])];
    ++count;
  }
  return total / count;
}

/// The training loss of regression: over all labels that are present, whatever their column.
double mean_absolute_error(std::span<const float> outputs, std::span<const float> targets) {
  return mean_absolute_errors(outputs, targets, 1).front();
}

bool any_label(std::span<const std::int64_t> classes) {
  return std::any_of(classes.begin(), classes.end(), [](std::int64_t c) { return c >= 0; });
}

bool any_label(std::span<const float> targets) {
  return std::any_of(targets.begin(), targets.end(), [](float y) { return !std::isnan(y); });
}

}  // namespace

double accuracy(std::span<const float> outputs, std::span<const std::int64_t> classes, std::int64_t num_classes) {
  std::int64_t right = 0;
  std::int64_t counted = 0;
  const auto columns = static_cast<std::size_t>(num_classes);
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (classes[i] < 0) continue;
    const auto row = outputs.subspan(i * columns, columns);
    const bool numbers = std::none_of(row.begin(), row.end(), [](float x) { return std::isnan(x); });
    if (numbers && std::max_element(row.begin(), row.end()) - row.begin() == classes[i]) ++right;
    ++counted;
  }
  return counted == 0 ? undefined : static_cast<double>(right) / static_cast<double>(counted);
}

double roc_auc(std::span<const double> score, const std::vector<bool>& positive) {
  if (std::any_of(score.begin(), score.end(), [](double s) { return std::isnan(s); })) return undefined;
  std::vector<std::size_t> order(score.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return score[a] < score[b]; });
  // Mann–Whitney: the sum of the positives' ranks, tied scores sharing their mean rank.
  double rank_sum = 0;
  double positives = 0;
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin;
    double here = 0;
    for (; end < order.size() && score[order[end]] == score[order[begin]]; ++end) here += positive[order[end]] ? 1 : 0;
    rank_sum += here * (static_cast<double>(begin + end + 1) / 2);
    positives += here;
    begin = end;
  }
  const double negatives = static_cast<double>(score.size()) - positives;
  if (positives == 0 || negatives == 0) return undefined;
  return (rank_sum - positives * (positives + 1) / 2) / (positives * negatives);
}

double roc_auc(std::span<const float> outputs, std::span<const std::int64_t> classes, std::int64_t num_classes) {
  const auto columns = static_cast<std::size_t>(num_classes);
  std::vector<std::vector<double>> probability(columns);
  std::vector<std::int64_t> known;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (classes[i] < 0) continue;
    known.push_back(classes[i]);
    const std::vector<double> p = softmax(outputs.subspan(i * columns, columns));
    for (std::size_t c = 0; c < columns; ++c) probability[c].push_back(p[c]);
  }
  std::vector<double> areas;
  for (std::size_t c = columns == 2 ? 1 : 0; c < columns; ++c) {
    std::vector<bool> positive;
    positive.reserve(known.size());
    for (const std::int64_t k : known) positive.push_back(k == static_cast<std::int64_t>(c));
    areas.push_back(roc_auc(probability[c], positive));
  }
  return mean_of_defined(areas);
}

std::vector<double> mean_absolute_errors(std::span<const float> outputs, std::span<const float> targets,
                                         std::int64_t columns) {
  std::vector<double> total(static_cast<std::size_t>(columns));
  std::vector<double> count(total.size());
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (std::isnan(targets[i])) continue;
    const std::size_t column = i % total.size();
    total[column] += std::abs(static_cast<double>(outputs[i]) - static_cast<double>(targets[i]));
    ++count[column];
  }
  for (std::size_t c = 0; c < total.size(); ++c) total[c] = count[c] == 0 ? undefined : total[c] / count[c];
  return total;
}

Scores score_classes(std::span<const float> outputs, std::span<const std::int64_t> classes,
                     const TargetEncoding& encoding) {
  Scores scores;
  if (!any_label(classes)) return scores;
  scores["loss"] = cross_entropy(outputs, classes, encoding.outputs());  // kept if it is no number: a run must notice
  put(scores, "accuracy", accuracy(outputs, classes, encoding.outputs()));
  put(scores, "roc_auc", roc_auc(outputs, classes, encoding.outputs()));
  return scores;
}

Scores score_targets(std::span<const float> outputs, std::span<const float> targets, const TargetEncoding& encoding) {
  std::vector<double> errors = mean_absolute_errors(outputs, targets, encoding.outputs());
  const double loss = mean_absolute_error(outputs, targets);
  const auto mean_log = [](std::vector<double> values) {
    for (double& value : values) value = std::log(value);
    return mean_of_defined(values);
  };
  const double standardised = mean_of_defined(errors);
  const double standardised_log = mean_log(errors);
  for (std::size_t t = 0; t < errors.size(); ++t) errors[t] *= encoding.scale[t];
  Scores scores;
  if (!any_label(targets)) return scores;
  scores["loss"] = loss;
  put(scores, "mae", mean_of_defined(errors));
  if (encoding.outputs() > 1) put(scores, "log_mae", mean_log(errors));
  if (encoding.outputs() > 1 && encoding.standardizes()) {
    put(scores, "std_mae", standardised);
    put(scores, "std_log_mae", standardised_log);
  }
  return scores;
}

MainMetric main_metric(Task task) {
  if (task == Task::classification) return {"accuracy", true};
  return {"mae", false};
}

Summary summarize(std::vector<double> values) {
  Summary summary;
  if (values.empty()) return summary;
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  summary.mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0;
  for (const double value : values) squares += (value - summary.mean) * (value - summary.mean);
  summary.std = values.size() > 1 ? std::sqrt(squares / (n - 1)) : 0;
  const std::size_t middle = values.size() / 2;
  summary.median = values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  summary.min = values.front();
  summary.max = values.back();
  return summary;
}

}  // namespace gnnir

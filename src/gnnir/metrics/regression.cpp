#include "gnnir/metrics/regression.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace gnnir {
namespace {

constexpr const char* no_values = "no graph has a value";
constexpr const char* bad_prediction = "a prediction is not a finite number";
constexpr const char* same_targets = "all graphs have the same value";

double mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

bool all_the_same(std::span<const double> values) {
  return std::adjacent_find(values.begin(), values.end(), std::not_equal_to<>()) == values.end();
}

MetricValue finite(double value) {
  if (!std::isfinite(value)) return MetricValue::lacks_predictions("the error is too large to be written");
  return {value};
}

/// Why no error can be said; a number of no meaning if it can.
MetricValue lack_in(const NumberRows& rows) {
  if (rows.targets.empty()) return MetricValue::lacks_labels(no_values);
  const auto is_finite = [](double x) { return std::isfinite(x); };
  if (!std::all_of(rows.predictions.begin(), rows.predictions.end(), is_finite)) {
    return MetricValue::lacks_predictions(bad_prediction);
  }
  return {0};
}

MetricValue lack_of_variance(const NumberRows& rows, bool in_predictions) {
  if (const MetricValue lack = lack_in(rows); lack.lack != MetricValue::Lack::none) return lack;
  if (all_the_same(rows.targets)) return MetricValue::lacks_labels(same_targets);
  if (in_predictions && all_the_same(rows.predictions)) {
    return MetricValue::lacks_predictions("all predictions are the same");
  }
  return {0};
}

MetricValue absolute_error(const NumberRows& rows, double unit) {
  if (const MetricValue lack = lack_in(rows); lack.lack != MetricValue::Lack::none) return lack;
  double sum = 0;
  for (std::size_t i = 0; i < rows.targets.size(); ++i) sum += std::abs(rows.predictions[i] - rows.targets[i]);
  return finite(sum / static_cast<double>(rows.targets.size()) * unit);
}

MetricValue logarithm(const MetricValue& error) {
  if (error.number == 0) return MetricValue::lacks_predictions("an error is 0, which has no logarithm");
  return {std::log(error.number), error.lack, error.why};
}

double correlation(std::span<const double> a, std::span<const double> b) {
  const double mean_a = mean(a);
  const double mean_b = mean(b);
  double product = 0;
  double squares_a = 0;
  double squares_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    product += (a[i] - mean_a) * (b[i] - mean_b);
    squares_a += (a[i] - mean_a) * (a[i] - mean_a);
    squares_b += (b[i] - mean_b) * (b[i] - mean_b);
  }
  return std::clamp(product / (std::sqrt(squares_a) * std::sqrt(squares_b)), -1.0, 1.0);
}

/// From 1; equal values share the mean of their ranks.
std::vector<double> ranks_of(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin;
    while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
    for (std::size_t i = begin; i < end; ++i) ranks[order[i]] = static_cast<double>(begin + 1 + end) / 2;
    begin = end;
  }
  return ranks;
}

}  // namespace

NumberRows NumberRows::of(std::span<const float> outputs, std::span<const float> targets, std::size_t column,
                          std::size_t columns) {
  NumberRows rows;
  for (std::size_t i = column; i < targets.size(); i += columns) {
    if (std::isnan(targets[i])) continue;
    rows.predictions.push_back(outputs[i]);
    rows.targets.push_back(targets[i]);
  }
  return rows;
}

MetricValue mae(const NumberRows& rows) { return absolute_error(rows, rows.unit); }

MetricValue std_mae(const NumberRows& rows) {
  if (rows.deviation == 0) return MetricValue::lacks_labels("the model file does not say how much the target varies");
  return absolute_error(rows, rows.unit / rows.deviation);
}

MetricValue log_mae(const NumberRows& rows) { return logarithm(mae(rows)); }
MetricValue std_log_mae(const NumberRows& rows) { return logarithm(std_mae(rows)); }

MetricValue rmse(const NumberRows& rows) {
  if (const MetricValue lack = lack_in(rows); lack.lack != MetricValue::Lack::none) return lack;
  double sum = 0;
  for (std::size_t i = 0; i < rows.targets.size(); ++i) sum += std::pow(rows.predictions[i] - rows.targets[i], 2);
  return finite(std::sqrt(sum / static_cast<double>(rows.targets.size())) * rows.unit);
}

MetricValue r2(const NumberRows& rows) {
  if (const MetricValue lack = lack_of_variance(rows, false); lack.lack != MetricValue::Lack::none) return lack;
  const double mean_target = mean(rows.targets);
  double errors = 0;
  double variance = 0;
  for (std::size_t i = 0; i < rows.targets.size(); ++i) {
    errors += std::pow(rows.predictions[i] - rows.targets[i], 2);
    variance += std::pow(rows.targets[i] - mean_target, 2);
  }
  return finite(1 - errors / variance);
}

MetricValue pearson(const NumberRows& rows) {
  if (const MetricValue lack = lack_of_variance(rows, true); lack.lack != MetricValue::Lack::none) return lack;
  return finite(correlation(rows.predictions, rows.targets));
}

MetricValue spearman(const NumberRows& rows) {
  if (const MetricValue lack = lack_of_variance(rows, true); lack.lack != MetricValue::Lack::none) return lack;
  return finite(correlation(ranks_of(rows.predictions), ranks_of(rows.targets)));
}

}  // namespace gnnir

#include "gnnir/infer/calibrator.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gnnir/base/error.h"
#include "gnnir/infer/all_finite.h"

namespace gnnir {
namespace {

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

/// Of the answer to a question, or of the second of two classes.
double logit_of_yes(std::span<const float> row) {
  return row.size() == 1 ? row.front() : static_cast<double>(row.back()) - row.front();
}

/// The rows whose label is known and whose outputs are finite numbers.
struct KnownRows {
  std::vector<std::span<const float>> outputs;
  std::vector<std::size_t> labels;
};

KnownRows rows_of_classes(std::span<const float> outputs, std::span<const float> labels, std::size_t columns) {
  KnownRows rows;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto row = outputs.subspan(i * columns, columns);
    if (std::isnan(labels[i]) || !all_finite(row)) continue;
    rows.outputs.push_back(row);
    rows.labels.push_back(static_cast<std::size_t>(labels[i]));
  }
  return rows;
}

KnownRows rows_of_question(std::span<const float> outputs, std::span<const float> labels, std::size_t question,
                           std::size_t columns) {
  KnownRows rows;
  for (std::size_t i = question; i < labels.size(); i += columns) {
    if (std::isnan(labels[i]) || !std::isfinite(outputs[i])) continue;
    rows.outputs.push_back(outputs.subspan(i, 1));
    rows.labels.push_back(static_cast<std::size_t>(labels[i]));
  }
  return rows;
}

/// How fast the log loss of a row grows with the factor that outputs are multiplied by.
double slope_of_classes(std::span<const float> outputs, std::size_t label, double factor) {
  const double most = *std::max_element(outputs.begin(), outputs.end());
  double total = 0;
  double mean = 0;
  for (const float x : outputs) {
    const double weight = std::exp(factor * (x - most));
    total += weight;
    mean += weight * x;
  }
  return mean / total - outputs[label];
}

double slope_of_answer(std::span<const float> outputs, std::size_t label, double factor) {
  return (sigmoid(factor * outputs[0]) - static_cast<double>(label)) * outputs[0];
}

/// The log loss is convex in the factor 1 / T: where its slope is 0, it is least.
double best_temperature(const KnownRows& rows, double (*slope)(std::span<const float>, std::size_t, double)) {
  if (rows.labels.empty()) return 1;
  double low = std::log(1 / most_temperature);
  double high = std::log(1 / least_temperature);
  constexpr int halvings = 60;
  for (int i = 0; i < halvings; ++i) {
    const double middle = (low + high) / 2;
    double sum = 0;
    for (std::size_t r = 0; r < rows.labels.size(); ++r)
      sum += slope(rows.outputs[r], rows.labels[r], std::exp(middle));
    (sum < 0 ? low : high) = middle;
  }
  return std::exp(-(low + high) / 2);
}

/// Neighbours in the order of probabilities that have one value.
struct Block {
  double first, last;  // probabilities
  double sum, count;   // of answers
  [[nodiscard]] double mean() const { return sum / count; }
};

void require_use(Calibration kind, const TargetEncoding& targets) {
  if (targets.task == Task::regression) {
    throw setting_error("predict.calibrate", "calibration is of probabilities, and the model predicts numbers");
  }
  if (kind == Calibration::isotonic && targets.task == Task::classification && targets.names.size() != 2) {
    throw setting_error("predict.calibrate",
                        "isotonic is for two classes or yes/no questions, and the model tells {} classes apart: use "
                        "predict.calibrate=temperature",
                        targets.names.size());
  }
}

}  // namespace

double IncreasingFunction::operator()(double at) const {
  const auto above = std::lower_bound(x.begin(), x.end(), at);
  if (above == x.begin()) return y.front();
  if (above == x.end()) return y.back();
  const auto i = static_cast<std::size_t>(above - x.begin());
  const double share = (at - x[i - 1]) / (x[i] - x[i - 1]);
  return y[i - 1] + share * (y[i] - y[i - 1]);
}

IncreasingFunction fit_isotonic(std::span<const double> probabilities, std::span<const double> answers) {
  std::vector<std::size_t> order(probabilities.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return probabilities[a] < probabilities[b]; });
  std::vector<Block> blocks;
  for (const std::size_t i : order) {
    const double p = probabilities[i];
    if (!blocks.empty() && blocks.back().first == p) {
      blocks.back().sum += answers[i];
      ++blocks.back().count;
    } else {
      blocks.push_back({p, p, answers[i], 1});
    }
  }
  std::vector<Block> pooled;
  for (const Block& block : blocks) {
    pooled.push_back(block);
    while (pooled.size() > 1 && pooled[pooled.size() - 2].mean() >= pooled.back().mean()) {
      const Block last = pooled.back();
      pooled.pop_back();
      pooled.back() = {pooled.back().first, last.last, pooled.back().sum + last.sum, pooled.back().count + last.count};
    }
  }
  IncreasingFunction function;
  for (const Block& block : pooled) {
    for (const double p : {block.first, block.last}) {
      if (!function.x.empty() && function.x.back() == p) continue;
      function.x.push_back(p);
      function.y.push_back(block.mean());
    }
  }
  return function;
}

Calibrator::Calibrator(Calibration kind, const TargetEncoding& targets, std::span<const float> outputs,
                       std::span<const float> labels)
    : kind_(kind),
      columns_(static_cast<std::size_t>(targets.outputs())),
      of_classes_(targets.task == Task::classification) {
  if (kind == Calibration::none) return;
  require_use(kind, targets);
  for (std::size_t question = 0; question < (of_classes_ ? 1 : columns_); ++question) {
    const KnownRows rows = of_classes_ ? rows_of_classes(outputs, labels, columns_)
                                       : rows_of_question(outputs, labels, question, columns_);
    if (kind == Calibration::temperature) {
      temperatures_.push_back(best_temperature(rows, of_classes_ ? slope_of_classes : slope_of_answer));
      continue;
    }
    std::vector<double> probabilities;
    for (const auto& row : rows.outputs) probabilities.push_back(sigmoid(logit_of_yes(row)));
    functions_.push_back(fit_isotonic(probabilities, std::vector<double>(rows.labels.begin(), rows.labels.end())));
  }
}

void Calibrator::apply(std::span<float> outputs) const {
  if (kind_ == Calibration::isotonic) apply_isotonic(outputs);
  if (kind_ != Calibration::temperature) return;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const double temperature = of_classes_ ? temperatures_[0] : temperatures_[i % columns_];
    outputs[i] = static_cast<float>(outputs[i] / temperature);
  }
}

void Calibrator::apply_isotonic(std::span<float> outputs) const {
  constexpr double smallest = 1e-15;  // a logit of certainty would be infinite
  const std::size_t width = of_classes_ ? 2 : 1;
  for (std::size_t i = 0; i < outputs.size(); i += width) {
    const auto row = outputs.subspan(i, width);
    const IncreasingFunction& function = functions_[of_classes_ ? 0 : i % columns_];
    if (function.x.empty() || !all_finite(row)) continue;
    const double p = std::clamp(function(sigmoid(logit_of_yes(row))), smallest, 1 - smallest);
    row.front() = 0;
    row.back() = static_cast<float>(std::log(p / (1 - p)));
  }
}

}  // namespace gnnir

#include "gnnir/infer/conformal.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gnnir/base/error.h"

namespace gnnir {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// What is as wrong as the bound lies within: sums are rounded.
Interval outwards(Interval interval) {
  const double rounding = 1e-12 * (std::abs(interval.lower) + std::abs(interval.upper));
  interval.lower -= rounding;
  interval.upper += rounding;
  return interval;
}

/// The rank-th smallest, counted from 1.
double ranked(std::vector<double>& values, std::size_t rank) {
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(rank - 1);
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

}  // namespace

void check_confidence(double confidence) {
  if (confidence > 0 && confidence < 1) return;
  throw setting_error("predict.confidence",
                      "expected a level of confidence between 0 and 1, such as 0.9 for 90 %, found {}", confidence);
}

std::size_t conformal_rank(std::size_t n, double confidence) {
  constexpr double rounding = 1e-9;  // 0.9 · 10 is 9
  const double rank = std::ceil(static_cast<double>(n + 1) * confidence - rounding);
  return static_cast<std::size_t>(std::max(rank, 1.0));
}

ConformalScores::ConformalScores(std::vector<std::vector<double>> of_folds) : of_folds_(std::move(of_folds)) {
  for (std::vector<double>& scores : of_folds_) {
    std::sort(scores.begin(), scores.end());
    count_ += scores.size();
  }
}

Interval ConformalScores::interval(std::span<const double> predictions, double confidence) const {
  const bool numbers = std::all_of(predictions.begin(), predictions.end(), [](double y) { return std::isfinite(y); });
  if (!numbers) return {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};
  const std::size_t rank = conformal_rank(count_, confidence);
  if (rank > count_) return {-infinity, infinity};
  if (of_folds_.size() == 1) {
    const double error = of_folds_.front()[rank - 1];
    return outwards({predictions.front() - error, predictions.front() + error});
  }
  std::vector<double> lower;
  std::vector<double> upper;
  for (std::size_t fold = 0; fold < of_folds_.size(); ++fold) {
    for (const double error : of_folds_[fold]) {
      lower.push_back(predictions[fold] - error);
      upper.push_back(predictions[fold] + error);
    }
  }
  const double a = ranked(lower, count_ + 1 - rank);
  const double b = ranked(upper, rank);
  return outwards({std::min(a, b), std::max(a, b)});  // they can cross below a confidence of 0.5
}

bool ConformalScores::admits(std::span<const double> scores, double confidence) const {
  std::size_t less_wrong = 0;
  for (std::size_t fold = 0; fold < of_folds_.size(); ++fold) {
    const std::vector<double>& held_out = of_folds_[fold];
    less_wrong +=
        static_cast<std::size_t>(std::lower_bound(held_out.begin(), held_out.end(), scores[fold]) - held_out.begin());
  }
  return less_wrong < conformal_rank(count_, confidence);
}

}  // namespace gnnir

#pragma once

#include <cstddef>
#include <span>
#include <vector>

/// What can be promised of a further graph, drawn like some that a model was not trained on, from how wrong it was
/// there: Vovk et al. (2005), of several folds CV+ (Barber et al., 2021; of classes Romano, Sesia and Candès, 2020).
namespace gnnir {

struct Interval {
  double lower = 0, upper = 0;  ///< infinite if nothing can be promised
};

/// An Error of kind usage unless it lies between 0 and 1.
void check_confidence(double confidence);

/// Which of n scores, counted from 1 in ascending order, bounds a further one with this confidence:
/// ceil((n + 1) · confidence). If it is more than n, none does.
std::size_t conformal_rank(std::size_t n, double confidence);

/// How wrong each fold's model was on graphs that it has not seen. With one fold it is split conformal prediction.
class ConformalScores {
 public:
  explicit ConformalScores(std::vector<std::vector<double>> of_folds);
  [[nodiscard]] std::size_t count() const { return count_; }

  /// Of a number, where scores are absolute errors. predictions: each fold's own.
  [[nodiscard]] Interval interval(std::span<const double> predictions, double confidence) const;
  /// Whether a class belongs to the set. scores: what it would have in each fold if it were the true one.
  [[nodiscard]] bool admits(std::span<const double> scores, double confidence) const;

 private:
  std::vector<std::vector<double>> of_folds_;  // each in ascending order
  std::size_t count_ = 0;
};

}  // namespace gnnir

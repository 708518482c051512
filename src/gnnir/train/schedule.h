#pragma once

#include <cstdint>
#include <limits>

#include "gnnir/train/options.h"

namespace gnnir {

/// The learning rate from epoch to epoch.
class LearningRate {
 public:
  explicit LearningRate(const TrainOptions& options) : options_(options), lr_(options.lr) {}

  /// To be called after each epoch.
  void end_epoch(std::int64_t epoch, double validation_loss);
  [[nodiscard]] double value() const { return lr_; }
  /// Whether the rate has decayed below the minimum: time to stop.
  [[nodiscard]] bool exhausted() const { return lr_ < options_.min_lr && lr_ < options_.lr; }

 private:
  TrainOptions options_;
  double lr_;
  double best_loss_ = std::numeric_limits<double>::infinity();
  std::int64_t bad_epochs_ = 0;
};

}  // namespace gnnir

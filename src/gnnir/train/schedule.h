#pragma once

#include <cstdint>

#include "gnnir/record/progress.h"
#include "gnnir/settings/train_options.h"

namespace gnnir {

/// The learning rate from epoch to epoch.
class LearningRate {
 public:
  explicit LearningRate(const TrainOptions& options) : options_(options), state_{.lr = options.lr} {}
  LearningRate(const TrainOptions& options, const RateState& state) : options_(options), state_(state) {}

  /// To be called after each epoch.
  void end_epoch(std::int64_t epoch, double validation_loss);
  [[nodiscard]] double value() const { return state_.lr; }
  /// Whether the rate has decayed below the minimum: time to stop.
  [[nodiscard]] bool exhausted() const { return state_.lr < options_.min_lr && state_.lr < options_.lr; }
  [[nodiscard]] const RateState& state() const { return state_; }

 private:
  TrainOptions options_;
  RateState state_;
};

}  // namespace gnnir

#pragma once

#include <cstdint>
#include <limits>

#include "gnnir/train/options.h"

namespace gnnir {

/// The learning rate from epoch to epoch.
class LearningRate {
 public:
  /// What changes from epoch to epoch.
  struct State {
    double lr = 0;
    double best_loss = std::numeric_limits<double>::infinity();
    std::int64_t bad_epochs = 0;
  };

  explicit LearningRate(const TrainOptions& options) : options_(options), state_{.lr = options.lr} {}
  LearningRate(const TrainOptions& options, const State& state) : options_(options), state_(state) {}

  /// To be called after each epoch.
  void end_epoch(std::int64_t epoch, double validation_loss);
  [[nodiscard]] double value() const { return state_.lr; }
  /// Whether the rate has decayed below the minimum: time to stop.
  [[nodiscard]] bool exhausted() const { return state_.lr < options_.min_lr && state_.lr < options_.lr; }
  [[nodiscard]] const State& state() const { return state_; }

 private:
  TrainOptions options_;
  State state_;
};

}  // namespace gnnir

#pragma once

#include <cstdint>

#include "gnnir/record/progress.h"
#include "gnnir/settings/train_options.h"

namespace gnnir {

/// A step of a training, before it is taken.
struct StepPlace {
  std::int64_t epoch = 1;    ///< from 1
  std::int64_t batch = 0;    ///< batches of it that are done
  std::int64_t batches = 1;  ///< of an epoch
};

/// The learning rate: of plateau and step from epoch to epoch, of cosine and in a warm-up from step to step.
///   cosine: lr(p) = min_lr + (lr − min_lr) · (1 + cos πp) / 2, where p goes from 0 to 1 over the epochs behind the
///           warm-up. How far an epoch takes p is decided as the epoch begins, by how many there are yet.
///   warm-up: of W epochs with n batches, step s (from 1) has s / (Wn) of the rate, until that is all of it.
class LearningRate {
 public:
  explicit LearningRate(const TrainOptions& options) : options_(options), state_{.lr = options.lr} {}
  LearningRate(const TrainOptions& options, const RateState& state) : options_(options), state_(state) {}

  /// To be called before each epoch. epochs_left: with this one
  void start_epoch(std::int64_t epoch, std::int64_t epochs_left);
  /// To be called after each epoch.
  void end_epoch(std::int64_t epoch, double validation_loss);

  /// What a step of the epoch at work is taken with.
  [[nodiscard]] double at(const StepPlace& step) const;
  /// What plateau, step and constant have made of the rate so far; a warm-up is not in it.
  [[nodiscard]] double value() const { return state_.lr; }
  /// Whether the rate has decayed below the minimum: time to stop.
  [[nodiscard]] bool exhausted() const;
  /// Whether a cosine has come to its end: a further epoch would change next to nothing.
  [[nodiscard]] bool at_its_end() const;
  [[nodiscard]] const RateState& state() const { return state_; }

 private:
  [[nodiscard]] double cosine_at(const StepPlace& step) const;

  TrainOptions options_;
  RateState state_;
};

}  // namespace gnnir

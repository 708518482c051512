#include "gnnir/train/schedule.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gnnir {
namespace {

/// Epochs that are done when so many batches of the step's epoch are.
double epochs_done(const StepPlace& step, std::int64_t batches_done) {
  return static_cast<double>(step.epoch - 1) + static_cast<double>(batches_done) / static_cast<double>(step.batches);
}

/// Where in an epoch the cosine goes on, in epochs: behind the warm-up.
double cosine_start(std::int64_t epoch, double warmup) { return std::max(static_cast<double>(epoch - 1), warmup); }

}  // namespace

void LearningRate::start_epoch(std::int64_t epoch, std::int64_t epochs_left) {
  const double start = cosine_start(epoch, options_.warmup);
  const double in_this_epoch = std::max(0.0, static_cast<double>(epoch) - start);
  const double in_all = static_cast<double>(epoch - 1 + epochs_left) - start;
  const double begin = state_.cosine_end;
  state_.cosine_begin = begin;
  if (in_this_epoch > 0) state_.cosine_end = epochs_left <= 1 ? 1 : begin + (1 - begin) * in_this_epoch / in_all;
}

void LearningRate::end_epoch(std::int64_t epoch, double validation_loss) {
  switch (options_.schedule) {
    case ScheduleKind::constant:
    case ScheduleKind::cosine:
      return;
    case ScheduleKind::step:
      if (epoch % options_.decay_every == 0) state_.lr *= options_.decay;
      return;
    case ScheduleKind::plateau:
      // As in torch's ReduceLROnPlateau: an improvement of less than 1e-4 of the best loss does not count.
      if (validation_loss < state_.best_loss * (1 - 1e-4)) {
        state_.best_loss = validation_loss;
        state_.bad_epochs = 0;
      } else if (++state_.bad_epochs > options_.patience) {
        state_.lr *= options_.decay;
        state_.bad_epochs = 0;
      }
      return;
  }
}

double LearningRate::at(const StepPlace& step) const {
  const double rate = options_.schedule == ScheduleKind::cosine ? cosine_at(step) : state_.lr;
  return options_.warmup > 0 ? rate * std::min(1.0, epochs_done(step, step.batch + 1) / options_.warmup) : rate;
}

double LearningRate::cosine_at(const StepPlace& step) const {
  const double start = cosine_start(step.epoch, options_.warmup);
  const double behind = epochs_done(step, step.batch) - start;
  const double share = behind > 0 ? behind / (static_cast<double>(step.epoch) - start) : 0;
  const double p = state_.cosine_begin + (state_.cosine_end - state_.cosine_begin) * share;
  return options_.min_lr + (options_.lr - options_.min_lr) * (1 + std::cos(std::numbers::pi * p)) / 2;
}

bool LearningRate::exhausted() const {
  return options_.schedule != ScheduleKind::cosine && state_.lr < options_.min_lr && state_.lr < options_.lr;
}

bool LearningRate::at_its_end() const { return options_.schedule == ScheduleKind::cosine && state_.cosine_end >= 1; }

}  // namespace gnnir

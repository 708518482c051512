#pragma once

#include <cmath>
#include <cstdint>

#include "gnnir/base/clock.h"

namespace gnnir {

/// How many more epochs fit into the time that a training has, by what its epochs took so far. Without a limit it only
/// tells the time.
class TimeFit {
 public:
  explicit TimeFit(const TimeLimit& limit) : limit_(limit), start_(limit.now()) {}

  /// Since it was made.
  [[nodiscard]] double seconds() const { return limit_.now() - start_; }
  [[nodiscard]] bool limited() const { return std::isfinite(limit_.seconds); }

  /// An epoch took so long. What the next is thought to take rises at once and falls by halves: a training that ends a
  /// little early loses less than one that is late.
  void note_epoch(double seconds);
  /// To be kept for what follows the last epoch.
  void reserve(double seconds) { reserved_ = seconds; }

  /// Whether another epoch ends in time. So does the first: a training without an epoch is none.
  [[nodiscard]] bool fits_another() const { return left() >= estimate_ || estimate_ == 0; }
  /// How many of at most so many epochs there are yet; at least one, which is begun already.
  [[nodiscard]] std::int64_t epochs_left(std::int64_t at_most) const;

  /// What an epoch is thought to take; 0: not known yet.
  [[nodiscard]] double estimate() const { return estimate_; }
  void set_estimate(double seconds) { estimate_ = seconds; }

 private:
  [[nodiscard]] double left() const { return limit_.seconds - reserved_ - seconds(); }

  TimeLimit limit_;
  double start_;
  double estimate_ = 0;
  double reserved_ = 0;
};

}  // namespace gnnir

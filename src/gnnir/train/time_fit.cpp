#include "gnnir/train/time_fit.h"

#include <algorithm>

namespace gnnir {

void TimeFit::note_epoch(double seconds) { estimate_ = std::max(seconds, (estimate_ + seconds) / 2); }

std::int64_t TimeFit::epochs_left(std::int64_t at_most) const {
  // Epochs may become a little slower, and yet the last of those that are planned must fit: only there a cosine ends.
  constexpr double caution = 1.05;
  if (!limited() || estimate_ == 0) return at_most;
  const double fit = std::floor(left() / (caution * estimate_));
  return fit < static_cast<double>(at_most) ? std::max<std::int64_t>(1, static_cast<std::int64_t>(fit)) : at_most;
}

}  // namespace gnnir

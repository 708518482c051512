#include "gnnir/run/time_shares.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace gnnir {

std::vector<Wave> waves_of(std::size_t jobs, std::size_t threads) {
  std::vector<Wave> waves;
  for (std::size_t begin = 0; begin < jobs;) {
    const std::size_t left = jobs - begin;
    const std::size_t count = left < threads ? left : left / threads * threads;
    waves.push_back({begin, count, std::min(threads, count)});
    begin += count;
  }
  return waves;
}

TimeShares::TimeShares(std::vector<double> used, std::size_t threads) : used_(std::move(used)) {
  for (const Wave& wave : waves_of(used_.size(), threads)) {
    for (std::size_t i = 0; i < wave.count; ++i) {
      if (i % wave.at_once == 0) used_in_round_.push_back(0);
      round_of_.push_back(used_in_round_.size() - 1);
      used_in_round_.back() = std::max(used_in_round_.back(), used_[wave.begin + i]);
    }
  }
}

double TimeShares::share(std::size_t job, double left) const {
  const auto first = used_in_round_.begin() + static_cast<std::ptrdiff_t>(round_of_[job]);
  const auto rounds = static_cast<double>(used_in_round_.end() - first);
  const double for_each = (left + std::accumulate(first, used_in_round_.end(), 0.0)) / rounds;
  return std::clamp(for_each - used_[job], 0.0, std::max(0.0, left));
}

}  // namespace gnnir

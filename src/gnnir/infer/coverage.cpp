#include "gnnir/infer/coverage.h"

#include <algorithm>
#include <cmath>

namespace gnnir {
namespace {

void add_interval(const Interval& interval, float label, Coverage& to) {
  if (std::isnan(interval.lower)) return;
  ++to.graphs;
  to.covered += interval.lower <= label && label <= interval.upper ? 1 : 0;
  to.size += interval.upper - interval.lower;
}

void add_set(const std::vector<std::int64_t>& set, float label, Coverage& to) {
  ++to.graphs;
  to.covered += std::count(set.begin(), set.end(), static_cast<std::int64_t>(label));
  to.size += static_cast<double>(set.size());
}

}  // namespace

std::vector<Coverage> coverage_of(const TargetEncoding& targets, std::span<const Bounds> bounds,
                                  std::span<const float> labels, std::span<const std::size_t> held_out) {
  std::vector<Coverage> all;
  for (std::size_t c = 0; c < held_out.size(); ++c) {
    Coverage& coverage = all.emplace_back();
    if (targets.task != Task::classification) coverage.name = targets.names[c];
    coverage.held_out = static_cast<std::int64_t>(held_out[c]);
    for (std::size_t i = 0; i < bounds.size(); ++i) {
      const float label = labels[i * held_out.size() + c];
      if (std::isnan(label)) continue;
      if (targets.task == Task::regression) {
        add_interval(bounds[i].intervals[c], label, coverage);
      } else if (!bounds[i].sets.empty()) {
        add_set(bounds[i].sets[c], label, coverage);
      }
    }
    coverage.size /= static_cast<double>(coverage.graphs);
  }
  return all;
}

}  // namespace gnnir

#include "gnnir/run/matched_baseline.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "gnnir/base/error.h"
#include "gnnir/models/registry.h"
#include "gnnir/record/experiment.h"

namespace gnnir {
namespace {

constexpr std::int64_t most_channels = 16'384;
constexpr std::int64_t neighbours = 32;  ///< some convolutions take multiples only, of their heads for example

double parameters(ModelOptions options, std::int64_t channels, const ModelShape& shape) {
  options.gnn.hidden = channels;
  return cost_of(options, shape).parameters;
}

bool can_be_made(ModelOptions options, std::int64_t channels, const ModelShape& shape) {
  options.gnn.hidden = channels;
  try {
    make_model(options, shape);
    return true;
  } catch (const Error&) {
    return false;
  }
}

/// The fewest channels that give at least so many parameters.
std::int64_t channels_for(double wanted, const ModelOptions& options, const ModelShape& shape) {
  std::int64_t low = 1;
  std::int64_t high = most_channels;
  while (low < high) {
    const std::int64_t middle = (low + high) / 2;
    parameters(options, middle, shape) >= wanted ? high = middle : low = middle + 1;
  }
  return low;
}

}  // namespace

RunConfig matched_baseline_of(const RunConfig& config, const ModelShape& shape) {
  RunConfig baseline = baseline_of(config);
  const double wanted = cost_of(config.model, shape).parameters;
  const std::int64_t middle = channels_for(wanted, baseline.model, shape);
  std::vector<std::int64_t> candidates;
  for (std::int64_t c = std::max<std::int64_t>(1, middle - neighbours); c <= middle + neighbours; ++c) {
    candidates.push_back(c);
  }
  const auto misses_by = [&](std::int64_t channels) {
    return std::abs(parameters(baseline.model, channels, shape) - wanted);
  };
  std::stable_sort(candidates.begin(), candidates.end(),
                   [&](std::int64_t a, std::int64_t b) { return misses_by(a) < misses_by(b); });
  for (const std::int64_t channels : candidates) {
    if (channels > most_channels || !can_be_made(baseline.model, channels, shape)) continue;
    baseline.model.gnn.hidden = channels;
    return baseline;
  }
  return baseline;
}

}  // namespace gnnir

#include "gnnir/data/histogram.h"

#include <algorithm>
#include <cmath>

namespace gnnir {
namespace {

constexpr std::int64_t most_bins = 16;

}  // namespace

Histogram Histogram::of_integers(const std::map<std::int64_t, std::int64_t>& counts) {
  Histogram histogram;
  if (counts.empty()) return histogram;
  const std::int64_t width = counts.rbegin()->first / most_bins + 1;
  for (const auto& [value, count] : counts) {
    const std::int64_t bin = value / width;
    const auto first = static_cast<double>(bin * width);
    if (histogram.bins_.empty() || histogram.bins_.back().first != first) {
      histogram.bins_.push_back({first, first + static_cast<double>(width - 1), 0});
    }
    histogram.bins_.back().count += count;
  }
  return histogram;
}

Histogram Histogram::of_reals(std::span<const float> values) {
  Histogram histogram;
  histogram.integers_ = false;
  double least = HUGE_VAL;
  double most = -HUGE_VAL;
  for (const float value : values) {
    if (std::isnan(value)) continue;
    least = std::min(least, static_cast<double>(value));
    most = std::max(most, static_cast<double>(value));
  }
  if (least > most) return histogram;
  const std::int64_t bins = least == most ? 1 : most_bins;
  const double width = (most - least) / static_cast<double>(bins);
  for (std::int64_t i = 0; i < bins; ++i) {
    const double first = least + width * static_cast<double>(i);
    histogram.bins_.push_back({first, i + 1 == bins ? most : first + width, 0});
  }
  for (const float value : values) {
    if (std::isnan(value)) continue;
    const double place = width > 0 ? (static_cast<double>(value) - least) / width : 0;
    ++histogram.bins_[static_cast<std::size_t>(std::min(place, static_cast<double>(bins - 1)))].count;
  }
  return histogram;
}

Json Histogram::json() const {
  Json list = Json::array();
  for (const Bin& bin : bins_) {
    integers_ ? list.push_back({std::llround(bin.first), std::llround(bin.last), bin.count})
              : list.push_back({bin.first, bin.last, bin.count});
  }
  return list;
}

}  // namespace gnnir

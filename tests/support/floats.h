#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "gnnir/base/rng.h"

namespace gnnir::testing {

using Floats = std::vector<float>;

inline Floats filled(std::int64_t size, float value) { return Floats(static_cast<std::size_t>(size), value); }
inline Floats zeros(std::int64_t size) { return filled(size, 0); }
/// For outputs: an entry that is added to, or never set, shows.
inline Floats unset(std::int64_t size) { return filled(size, std::nanf("")); }

inline Floats random_floats(std::int64_t size, Rng& rng, double scale = 1) {
  Floats values = zeros(size);
  for (float& value : values) value = static_cast<float>(scale * rng.normal());
  return values;
}

/// Where two lists of numbers first differ by more than tolerance·max(1, largest expected); empty if nowhere.
template <typename Found, typename Expected>
std::string difference(const Found& found, const Expected& expected, double tolerance = 1e-5) {
  std::ostringstream text;
  if (found.size() != expected.size()) {
    text << found.size() << " numbers instead of " << expected.size();
    return text.str();
  }
  double largest = 1;
  for (const float value : expected) largest = std::max<double>(largest, std::abs(value));
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (std::abs(found[i] - expected[i]) <= tolerance * largest) continue;  // false for NaN
    text << "[" << i << "] is " << found[i] << " instead of " << expected[i];
    return text.str();
  }
  return {};
}

/// The same for several such lists.
template <typename Found, typename Expected>
std::string difference_of_any(const Found& found, const Expected& expected, double tolerance = 1e-5) {
  if (found.size() != expected.size()) return "different numbers of results";
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::string where = difference(found[i], expected[i], tolerance);
    if (!where.empty()) return "result " + std::to_string(i) + where;
  }
  return {};
}

/// Σ weights·values: one number of many, whose gradient is `weights`.
inline double weighted_sum(const Floats& weights, const Floats& values) {
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) sum += static_cast<double>(weights[i]) * values[i];
  return sum;
}

/// The gradient of loss() by the numbers `at`, which it reads, by central differences. The step is small, as a ReLU's
/// kink within it spoils the answer; rounding then costs about 1e-3.
template <typename Loss>
Floats numeric_gradient(Floats& at, const Loss& loss, float step = 2e-4F) {
  Floats gradient;
  for (float& value : at) {
    const float before = value;
    const float above = before + step;
    const float below = before - step;
    value = above;
    const double loss_above = loss();
    value = below;
    const double loss_below = loss();
    value = before;
    gradient.push_back(static_cast<float>((loss_above - loss_below) / (static_cast<double>(above) - below)));
  }
  return gradient;
}

}  // namespace gnnir::testing

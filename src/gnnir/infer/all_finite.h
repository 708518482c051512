#pragma once

#include <algorithm>
#include <cmath>
#include <span>

namespace gnnir {

inline bool all_finite(std::span<const float> row) {
  return std::all_of(row.begin(), row.end(), [](float x) { return std::isfinite(x); });
}

}  // namespace gnnir

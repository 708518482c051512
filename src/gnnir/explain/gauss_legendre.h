#pragma once

#include <cstdint>
#include <vector>

namespace gnnir {

/// Where a function is looked at, and how much that counts.
struct QuadraturePoint {
  double at = 0;
  double weight = 0;
};

/// The n points of Gauss and Legendre on [0, 1], ascending: their weighted sum is the integral of every polynomial of
/// degree 2n - 1 or less. n ≥ 1
std::vector<QuadraturePoint> gauss_legendre(std::int64_t n);

}  // namespace gnnir

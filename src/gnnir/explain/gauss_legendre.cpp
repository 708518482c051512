#include "gnnir/explain/gauss_legendre.h"

#include <cmath>
#include <numbers>

namespace gnnir {

std::vector<QuadraturePoint> gauss_legendre(std::int64_t n) {
  std::vector<QuadraturePoint> points;
  const auto degree = static_cast<double>(n);
  for (std::int64_t i = 0; i < n; ++i) {
    // A root of the n-th Legendre polynomial by Newton's method, from near it.
    double x = -std::cos(std::numbers::pi * (static_cast<double>(i) + 0.75) / (degree + 0.5));
    double slope = 0;
    for (int round = 0; round < 100; ++round) {
      double before = 1;
      double value = x;
      for (std::int64_t k = 2; k <= n; ++k) {
        const auto order = static_cast<double>(k);
        const double next = ((2 * order - 1) * x * value - (order - 1) * before) / order;
        before = value;
        value = next;
      }
      slope = degree * (x * value - before) / (x * x - 1);
      const double step = value / slope;
      x -= step;
      if (std::abs(step) < 1e-15) break;
    }
    points.push_back({(1 + x) / 2, 1 / ((1 - x * x) * slope * slope)});
  }
  return points;
}

}  // namespace gnnir

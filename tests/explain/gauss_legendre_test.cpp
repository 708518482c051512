#include "gnnir/explain/gauss_legendre.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gnnir {
namespace {

TEST(GaussLegendre, IntegratesPolynomialsOfTwiceItsPoints) {
  for (const std::int64_t n : {1, 2, 3, 5, 16, 32, 100}) {
    const std::vector<QuadraturePoint> points = gauss_legendre(n);
    ASSERT_EQ(std::ssize(points), n);
    for (std::int64_t degree = 0; degree <= std::min<std::int64_t>(2 * n - 1, 40); ++degree) {
      double sum = 0;
      for (const QuadraturePoint& point : points) sum += point.weight * std::pow(point.at, degree);
      EXPECT_NEAR(sum, 1.0 / static_cast<double>(degree + 1), 1e-13) << n << " points, degree " << degree;
    }
  }
}

TEST(GaussLegendre, OfTwoPointsIsWhereTheBooksSay) {
  const std::vector<QuadraturePoint> points = gauss_legendre(2);
  EXPECT_NEAR(points[0].at, 0.5 - 0.5 / std::sqrt(3.0), 1e-15);
  EXPECT_NEAR(points[1].at, 0.5 + 0.5 / std::sqrt(3.0), 1e-15);
  EXPECT_NEAR(points[0].weight, 0.5, 1e-15);
}

}  // namespace
}  // namespace gnnir

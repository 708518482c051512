#include "gnnir/kernels/finite.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace gnnir::kernels {
namespace {

TEST(AllFinite, FindsOneBadNumberAnywhere) {
  for (std::size_t n = 0; n < 70; ++n) {
    std::vector<float> x(n, std::numeric_limits<float>::max());
    if (n > 0) x[n / 2] = std::numeric_limits<float>::denorm_min();
    EXPECT_TRUE(all_finite(static_cast<std::int64_t>(n), x.data()));
    for (std::size_t i = 0; i < n; ++i) {
      for (const float bad : {NAN, -NAN, INFINITY, -INFINITY}) {
        const float good = std::exchange(x[i], bad);
        EXPECT_FALSE(all_finite(static_cast<std::int64_t>(n), x.data())) << n << " " << i;
        x[i] = good;
      }
    }
  }
}

}  // namespace
}  // namespace gnnir::kernels

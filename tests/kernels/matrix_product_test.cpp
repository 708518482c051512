#include "gnnir/kernels/matrix_product.h"

#include <gtest/gtest.h>

#include <array>

#include "support/floats.h"
#include "twins/matrix_product.h"

namespace gnnir::kernels {
namespace {

using testing::difference;
using testing::Floats;
using testing::unset;

/// For several (rows, in, out).
class Products : public ::testing::TestWithParam<std::array<std::int64_t, 3>> {
 protected:
  Floats random(std::int64_t size) { return testing::random_floats(size, rng_); }

  const std::int64_t rows_ = GetParam()[0];
  const std::int64_t in_ = GetParam()[1];
  const std::int64_t out_ = GetParam()[2];
  Rng rng_{4, Purpose::test, static_cast<std::uint64_t>(rows_), static_cast<std::uint64_t>(in_ * 1000 + out_)};
};

TEST_P(Products, AreTheObviousOnes) {
  const Floats x = random(rows_ * in_);
  const Floats w = random(in_ * out_);
  const Floats y_before = random(rows_ * out_);
  for (const bool add : {false, true}) {
    const auto run = [&](auto kernel) {
      Floats y = add ? y_before : unset(rows_ * out_);
      kernel(rows_, in_, out_, x.data(), w.data(), y.data(), add);
      return y;
    };
    EXPECT_EQ(difference(run(product), run(reference::product)), "");
  }
}

TEST_P(Products, WithATransposedWeightAreTheObviousOnes) {
  const Floats x = random(rows_ * in_);
  const Floats w = random(out_ * in_);
  const auto run = [&](auto kernel) {
    Floats y = unset(rows_ * out_);
    kernel(rows_, in_, out_, x.data(), w.data(), y.data());
    return y;
  };
  EXPECT_EQ(difference(run(product_transposed), run(reference::product_transposed)), "");
}

TEST_P(Products, WeightGradientsAreTheObviousOnes) {
  const Floats dy = random(rows_ * out_);
  const Floats x = random(rows_ * in_);
  const Floats dw_before = random(out_ * in_);
  const auto run = [&](auto kernel) {
    Floats dw = dw_before;
    kernel(rows_, in_, out_, dy.data(), x.data(), dw.data());
    return dw;
  };
  EXPECT_EQ(difference(run(weight_gradient), run(reference::weight_gradient)), "");
}

TEST_P(Products, TransposedMatricesAreTheObviousOnes) {
  const Floats from = random(rows_ * in_);
  const auto run = [&](auto kernel) {
    Floats to = unset(rows_ * in_);
    kernel(rows_, in_, from.data(), to.data());
    return to;
  };
  EXPECT_EQ(difference(run(transpose), run(reference::transpose), 0), "");
}

using Sizes = std::array<std::int64_t, 3>;
INSTANTIATE_TEST_SUITE_P(Sizes, Products,
                         ::testing::Values(Sizes{0, 4, 5}, Sizes{1, 1, 1}, Sizes{1, 64, 64}, Sizes{5, 3, 4},
                                           Sizes{7, 64, 10}, Sizes{33, 17, 31}, Sizes{300, 64, 64}, Sizes{300, 64, 256},
                                           Sizes{257, 192, 64}, Sizes{1000, 5, 200}));

TEST(SmallProducts, AreThoseByHand) {
  const Floats x = {1, 2, 3, 4};        // [2, 2]
  const Floats w = {1, 0, 2, 1, 1, 0};  // [2, 3]
  Floats y = unset(6);
  product(2, 2, 3, x.data(), w.data(), y.data());
  EXPECT_EQ(y, (Floats{3, 2, 2, 7, 4, 6}));
  product_transposed(2, 2, 3, x.data(), w.data(), y.data());  // w: [3, 2]
  EXPECT_EQ(y, (Floats{1, 4, 1, 3, 10, 3}));
  Floats dw = {10, 10, 10, 10, 10, 10};
  weight_gradient(2, 2, 3, w.data(), x.data(), dw.data());  // w as dy: [2, 3]
  EXPECT_EQ(dw, (Floats{14, 16, 13, 14, 12, 14}));
}

}  // namespace
}  // namespace gnnir::kernels

#include "gnnir/kernels/mlp.h"

#include <gtest/gtest.h>

#include <vector>

#include "support/floats.h"
#include "support/kernel_cases.h"
#include "twins/mlp.h"

namespace gnnir::kernels {
namespace {

using testing::as_mlp;
using testing::difference;
using testing::difference_of_any;
using testing::Floats;
using testing::numeric_gradient;
using testing::RandomSegments;
using testing::size_of;
using testing::unset;
using testing::weighted_sum;
using testing::zeros;
using Results = std::vector<Floats>;

struct Case {
  std::int64_t rows;
  MlpShape shape;
};

class Mlps : public ::testing::TestWithParam<Case> {
 protected:
  /// Output, gradient by x and gradients of the weights.
  template <typename Forward, typename Backward>
  Results run(const Forward& forward, const Backward& backward, const Floats& g, bool add) {
    Floats inner = unset(rows_ * shape_.hidden);
    Floats y = unset(rows_ * shape_.out);
    forward(shape_, rows_, weights(), x_.data(), inner.data(), y.data());
    Floats dx = add ? x_ : unset(rows_ * shape_.in);
    Floats gradients = numbers_;
    backward(shape_, rows_, weights(), x_.data(), inner.data(), g.data(), dx.data(), add,
             as_mlp(shape_, gradients.data()));
    return {y, dx, gradients};
  }
  template <typename Forward, typename Backward>
  Results run_sum(const Forward& forward, const Backward& backward, const RandomSegments& segments, const Floats& g,
                  bool mean, bool add) {
    Floats inner = unset(rows_ * shape_.hidden);
    Floats sums = unset(segments.count() * shape_.hidden);
    Floats y = unset(segments.count() * shape_.out);
    forward(shape_, rows_, segments.view(), mean, weights(), x_.data(), inner.data(), sums.data(), y.data());
    Floats dx = add ? x_ : unset(rows_ * shape_.in);
    Floats gradients = numbers_;
    backward(shape_, rows_, segments.view(), mean, weights(), x_.data(), inner.data(), sums.data(), g.data(), dx.data(),
             add, as_mlp(shape_, gradients.data()));
    return {y, dx, gradients};
  }
  [[nodiscard]] MlpTensors<const float> weights() const { return as_mlp<const float>(shape_, numbers_.data()); }

  const std::int64_t rows_ = GetParam().rows;
  const MlpShape shape_ = GetParam().shape;
  Rng rng_{6, Purpose::test, static_cast<std::uint64_t>(rows_), static_cast<std::uint64_t>(shape_.hidden)};
  const Floats numbers_ = testing::random_floats(size_of(shape_), rng_, 0.3);
  const Floats x_ = testing::random_floats(rows_ * shape_.in, rng_);
};

TEST_P(Mlps, AreTheObviousOnes) {
  const Floats g = testing::random_floats(rows_ * shape_.out, rng_);
  for (const bool add : {false, true}) {
    EXPECT_EQ(difference_of_any(run(mlp_forward, mlp_backward, g, add),
                                run(reference::mlp_forward, reference::mlp_backward, g, add)),
              "");
  }
}

TEST_P(Mlps, UnderASumAreTheObviousOnes) {
  for (const bool mapped : {false, true}) {
    if (mapped && rows_ == 0) continue;
    const RandomSegments segments(8, rows_, 9, mapped, rng_);
    const Floats g = testing::random_floats(segments.count() * shape_.out, rng_);
    for (const bool mean : {false, true}) {
      for (const bool add : {false, true}) {
        EXPECT_EQ(
            difference_of_any(run_sum(mlp_sum_forward, mlp_sum_backward, segments, g, mean, add),
                              run_sum(reference::mlp_sum_forward, reference::mlp_sum_backward, segments, g, mean, add)),
            "");
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, Mlps,
                         ::testing::Values(Case{0, {4, 4, 4}}, Case{1, {1, 1, 1}}, Case{1, {64, 64, 64}},
                                           Case{7, {5, 3, 2}}, Case{20, {33, 17, 10}}, Case{50, {64, 64, 64}},
                                           Case{300, {64, 64, 64}}, Case{60, {320, 64, 10}}));

TEST(ObviousMlp, HasTheGradientOfDifferences) {
  constexpr MlpShape shape{3, 5, 2};
  constexpr std::int64_t rows = 6;
  Rng rng(7, Purpose::test);
  Floats x = testing::random_floats(rows * shape.in, rng);
  Floats numbers = testing::random_floats(size_of(shape), rng);
  const Floats g = testing::random_floats(rows * shape.out, rng);
  const auto weights = as_mlp<const float>(shape, numbers.data());
  Floats inner = unset(rows * shape.hidden);
  const auto loss = [&] {
    Floats y = unset(rows * shape.out);
    reference::mlp_forward(shape, rows, weights, x.data(), inner.data(), y.data());
    return weighted_sum(g, y);
  };
  loss();
  Floats dx = unset(rows * shape.in);
  Floats gradients = zeros(size_of(shape));
  reference::mlp_backward(shape, rows, weights, x.data(), inner.data(), g.data(), dx.data(), false,
                          as_mlp(shape, gradients.data()));
  EXPECT_EQ(difference(dx, numeric_gradient(x, loss), 1e-2), "");
  EXPECT_EQ(difference(gradients, numeric_gradient(numbers, loss), 1e-2), "");
}

TEST(ObviousMlp, HasTheGradientOfDifferencesUnderASum) {
  constexpr MlpShape shape{3, 5, 2};
  constexpr std::int64_t rows = 6;
  Rng rng(8, Purpose::test);
  Floats x = testing::random_floats(rows * shape.in, rng);
  Floats numbers = testing::random_floats(size_of(shape), rng);
  const RandomSegments segments(5, rows, 4, true, rng);
  const Floats g = testing::random_floats(segments.count() * shape.out, rng);
  const auto weights = as_mlp<const float>(shape, numbers.data());
  for (const bool mean : {false, true}) {
    Floats inner = unset(rows * shape.hidden);
    Floats sums = unset(segments.count() * shape.hidden);
    const auto loss = [&] {
      Floats y = unset(segments.count() * shape.out);
      reference::mlp_sum_forward(shape, rows, segments.view(), mean, weights, x.data(), inner.data(), sums.data(),
                                 y.data());
      return weighted_sum(g, y);
    };
    loss();
    Floats dx = unset(rows * shape.in);
    Floats gradients = zeros(size_of(shape));
    reference::mlp_sum_backward(shape, rows, segments.view(), mean, weights, x.data(), inner.data(), sums.data(),
                                g.data(), dx.data(), false, as_mlp(shape, gradients.data()));
    EXPECT_EQ(difference(dx, numeric_gradient(x, loss), 1e-2), "");
    EXPECT_EQ(difference(gradients, numeric_gradient(numbers, loss), 1e-2), "");
  }
}

}  // namespace
}  // namespace gnnir::kernels

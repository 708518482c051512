#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "gnnir/kernels/edge_rows.h"
#include "support/floats.h"
#include "support/kernel_cases.h"
#include "twins/edge_rows.h"

namespace gnnir::kernels {
namespace {

using testing::difference;
using testing::Floats;
using testing::unset;
using testing::zeros;

/// Three rows, with messages from edges 5, 6, 7 of the batch into the first, none into the second, and from edge 6 once
/// more into the third. Channels are alike, in whole vectors and in their rest.
class ThreeRows : public ::testing::TestWithParam<std::int64_t> {
 protected:
  /// Rows of the same number in every channel.
  [[nodiscard]] Floats rows_of(const Floats& numbers) const {
    Floats result;
    for (const float number : numbers) result.insert(result.end(), static_cast<std::size_t>(d_), number);
    return result;
  }

  const std::int64_t d_ = GetParam();
  const std::vector<std::int32_t> self_{10, 11, 12};
  const std::vector<std::int32_t> offsets_{0, 3, 3, 4};
  const std::vector<std::int32_t> sources_{11, 12, 10, 11};
  const std::vector<std::int32_t> edges_{5, 6, 7, 6};
  const RowLinks links_{3, self_.data(), offsets_.data(), sources_.data(), 10, edges_.data()};
  const float floor_ = std::sqrt(1e-5F);
};

TEST_P(ThreeRows, AggregateToMeanMaxMinAndDeviation) {
  const Floats m = rows_of({1, 4, 4, -2});
  Floats a = unset(12 * d_);
  pna_aggregate(links_, d_, m.data(), a.data());
  EXPECT_EQ(difference(a, rows_of({3, 4, 1, std::sqrt(2 + 1e-5F), 0, 0, 0, floor_, -2, -2, -2, floor_})), "");
}

TEST_P(ThreeRows, ShareTheGradientOfEqualMessagesEvenly) {
  const Floats m = rows_of({4, 1, 4, 7});
  Floats a = unset(12 * d_);
  pna_aggregate(links_, d_, m.data(), a.data());
  const Floats g = rows_of({0, 10, 100, 0, 1, 1, 1, 1, 2, 10, 100, 1});
  Floats dm = unset(4 * d_);
  pna_aggregate_backward(links_, d_, m.data(), a.data(), g.data(), dm.data());
  EXPECT_EQ(difference(dm, rows_of({5, 100, 5, 112})), "");
}

TEST_P(ThreeRows, AllShareWhereAllMessagesAreEqual) {
  const Floats m = rows_of({3, 3, 3, 3});
  Floats a = unset(12 * d_);
  pna_aggregate(links_, d_, m.data(), a.data());
  const Floats g = rows_of({3, 30, 300, 1e3F, 0, 0, 0, 0, 0, 0, 0, 0});
  Floats dm = unset(4 * d_);
  pna_aggregate_backward(links_, d_, m.data(), a.data(), g.data(), dm.data());
  EXPECT_EQ(difference(dm, rows_of({111, 111, 111, 0})), "");
}

TEST_P(ThreeRows, GatherWhatIsPositiveOfSourceAndEdge) {
  const Floats x = rows_of({1, 2, 3});
  const Floats c = rows_of({9, 9, 9, 9, 9, 0.5F, -4, 1});
  Floats out = unset(3 * d_);
  gather_edges(links_, d_, 2, x.data(), c.data(), out.data());
  EXPECT_EQ(out, rows_of({2 + 2.5F + 0 + 2, 4, 6 + 0}));
  const Floats g = rows_of({1, 10, 100});
  Floats dx = rows_of({0, 0, 1000});
  Floats dc = zeros(8 * d_);
  const float by_factor = gather_edges_backward(links_, d_, 2, x.data(), c.data(), g.data(), dx.data(), dc.data());
  EXPECT_EQ(dx, rows_of({2 + 1, 20 + 1, 1200}));
  EXPECT_EQ(dc, rows_of({0, 0, 0, 0, 0, 1, 0, 1}));
  EXPECT_EQ(by_factor, static_cast<float>(d_) * (1 + 20 + 300));
}

TEST_P(ThreeRows, AreSummedIntoTheRowsThatTheyStandFor) {
  Floats z = zeros(9 * d_);
  for (std::size_t row = 0; row < 3; ++row) {  // the last of three columns counts
    std::fill_n(z.begin() + static_cast<std::ptrdiff_t>(row) * 3 * d_ + 2 * d_, d_, static_cast<float>(row + 1));
  }
  const std::vector<std::int32_t> rows{2, 0, 1};
  Floats y = unset(3 * d_);
  pna_sum(links_, rows.data(), d_, z.data(), rows_of({1000}).data(), rows_of({10, 20, -3000}).data(), true, y.data());
  EXPECT_EQ(y, rows_of({1022, 0, 1011}));
}

TEST_P(ThreeRows, MixMapsByTheirScale) {
  Floats out = unset(d_);
  pna_mix(d_, 2, rows_of({1, 10, 100}).data(), out.data());
  EXPECT_EQ(out, rows_of({1 + 20 + 50}));
}

TEST_P(ThreeRows, AverageOuterProductsWithAOneBehindTheEdgesChannels) {
  const Floats x = rows_of({3, 6, 9});
  Floats a = zeros(2 * 8);
  a[10] = 1, a[11] = 0;  // edge 5
  a[12] = 0, a[13] = 2;  // edge 6
  a[14] = 4, a[15] = 1;  // edge 7
  Floats s = unset(9 * d_);
  mean_outer_products(links_, d_, 2, a.data(), x.data(), s.data());
  EXPECT_EQ(difference(s, rows_of({2 + 4, 6 + 1, 6, 0, 0, 0, 0, 12, 6})), "");
}

TEST_P(ThreeRows, KeepInTheMeanWhatIsNoNumberWhereTheEdgeIsZero) {
  const Floats x = rows_of({3, std::nanf(""), 9});
  const Floats a = zeros(2 * 8);
  for (auto* kernel : {mean_outer_products, reference::mean_outer_products}) {
    Floats s = unset(9 * d_);
    kernel(links_, d_, 2, a.data(), x.data(), s.data());
    EXPECT_TRUE(std::isnan(s[static_cast<std::size_t>(2 * d_)]));
    EXPECT_TRUE(std::isnan(s[static_cast<std::size_t>(9 * d_ - 1)]));
    EXPECT_EQ(s[static_cast<std::size_t>(5 * d_)], 0);  // no messages
  }
}

INSTANTIATE_TEST_SUITE_P(Channels, ThreeRows, ::testing::Values(1, 3, 7, 16, 64, 75));

}  // namespace
}  // namespace gnnir::kernels

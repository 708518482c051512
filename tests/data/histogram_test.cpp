#include "gnnir/data/histogram.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace gnnir {
namespace {

TEST(Histogram, HasABinPerIntegerAsLongAsTheyAreFew) {
  const Histogram histogram = Histogram::of_integers({{0, 2}, {3, 4}});
  EXPECT_EQ(histogram.json(), Json::parse("[[0, 0, 2], [3, 3, 4]]"));
  EXPECT_TRUE(histogram.has_integers());
}

TEST(Histogram, JoinsManyIntegersInBinsOfEqualWidth) {
  EXPECT_EQ(Histogram::of_integers({{0, 1}, {1, 1}, {2, 1}, {31, 5}}).json(),
            Json::parse("[[0, 1, 2], [2, 3, 1], [30, 31, 5]]"));
}

TEST(Histogram, CountsRealNumbersFromTheLeastToTheLargestWithoutMissingOnes) {
  const std::vector<float> values = {0, 16, NAN, 1, 1.5f, 8};
  const Json bins = Histogram::of_reals(values).json();
  ASSERT_EQ(bins.size(), 16u);
  EXPECT_EQ(bins[0], Json::parse("[0.0, 1.0, 1]"));
  EXPECT_EQ(bins[1], Json::parse("[1.0, 2.0, 2]"));
  EXPECT_EQ(bins[8][2], 1);
  EXPECT_EQ(bins[15], Json::parse("[15.0, 16.0, 1]"));
}

TEST(Histogram, OfOneValueHasOneBinAndOfNoneNone) {
  EXPECT_EQ(Histogram::of_reals(std::vector<float>{2, 2}).json(), Json::parse("[[2.0, 2.0, 2]]"));
  EXPECT_TRUE(Histogram::of_reals(std::vector<float>{NAN}).bins().empty());
  EXPECT_TRUE(Histogram::of_integers({}).bins().empty());
}

}  // namespace
}  // namespace gnnir

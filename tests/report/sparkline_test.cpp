#include "gnnir/report/sparkline.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "gnnir/report/table.h"

namespace gnnir {
namespace {

TEST(Sparkline, GoesFromTheLowestBarToTheHighest) {
  EXPECT_EQ(sparkline(std::vector<double>{0, 1, 2, 3, 4, 5, 6, 7}), "▁▂▃▄▅▆▇█");
  EXPECT_EQ(sparkline(std::vector<double>{3, 1}), "█▁");
}

TEST(Sparkline, LeavesAGapWhereThereIsNoNumber) {
  EXPECT_EQ(sparkline(std::vector<double>{0, std::nan(""), 7}), "▁ █");
  EXPECT_EQ(sparkline(std::vector<double>{std::nan("")}), "");
  EXPECT_EQ(sparkline(std::vector<double>{}), "");
}

TEST(Sparkline, IsNoLongerThanAsked) {
  std::vector<double> values(1000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i);
  EXPECT_EQ(display_width(sparkline(values, 40)), 40U);
  EXPECT_EQ(sparkline(std::vector<double>{2, 2, 2}), "▅▅▅");
}

}  // namespace
}  // namespace gnnir

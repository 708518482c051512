#include "gnnir/run/time_shares.h"

#include <gtest/gtest.h>

namespace gnnir {
namespace {

TEST(Waves, FillTheThreadsAndShareThemWhereFewerJobsAreLeft) {
  const std::vector<Wave> waves = waves_of(11, 4);
  ASSERT_EQ(waves.size(), 2U);
  EXPECT_EQ(waves[0].count, 8U);
  EXPECT_EQ(waves[0].at_once, 4U);
  EXPECT_EQ(waves[1].begin, 8U);
  EXPECT_EQ(waves[1].count, 3U);
  EXPECT_EQ(waves[1].at_once, 3U);
  EXPECT_TRUE(waves_of(0, 4).empty());
}

TEST(TimeShares, AreTheSameForEveryRoundOfJobs) {
  const TimeShares shares(std::vector<double>(11, 0), 4);  // rounds of 4, 4 and 3
  for (std::size_t job = 0; job < 4; ++job) EXPECT_DOUBLE_EQ(shares.share(job, 90), 30);
  EXPECT_DOUBLE_EQ(shares.share(4, 60), 30);
  EXPECT_DOUBLE_EQ(shares.share(4, 70), 35);  // the first ones ended early: it is for all that follow
  EXPECT_DOUBLE_EQ(shares.share(10, 25), 25);
}

TEST(TimeShares, CountWhatEarlierSessionsUsed) {
  // 60 s for two folds, one after the other; the first was at work for 20 s when the run was interrupted.
  const TimeShares shares({20, 0}, 1);
  EXPECT_DOUBLE_EQ(shares.share(0, 40), 10);
  EXPECT_DOUBLE_EQ(shares.share(1, 30), 30);
}

TEST(TimeShares, AreNeverNegativeNorMoreThanIsLeft) {
  EXPECT_EQ(TimeShares({50, 0}, 1).share(0, 10), 0);
  EXPECT_EQ(TimeShares({0, 50}, 1).share(0, 10), 10);
  EXPECT_EQ(TimeShares({0}, 1).share(0, -5), 0);
}

}  // namespace
}  // namespace gnnir

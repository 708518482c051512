#include "gnnir/train/schedule.h"

#include <gtest/gtest.h>

#include "gnnir/base/rng.h"
#include "gnnir/train/shards.h"

namespace gnnir {
namespace {

TEST(LearningRate, PlateauDecaysAfterMoreThanPatienceEpochsWithoutImprovement) {
  LearningRate lr({.lr = 1, .schedule = ScheduleKind::plateau, .decay = 0.5, .patience = 2});
  lr.end_epoch(1, 10);
  lr.end_epoch(2, 10);
  lr.end_epoch(3, 11);
  EXPECT_DOUBLE_EQ(lr.value(), 1);
  lr.end_epoch(4, 10);
  EXPECT_DOUBLE_EQ(lr.value(), 0.5);
  lr.end_epoch(5, 9);
  lr.end_epoch(6, 9);
  lr.end_epoch(7, 9);
  EXPECT_DOUBLE_EQ(lr.value(), 0.5);
}

TEST(LearningRate, StepDecaysEveryFewEpochs) {
  LearningRate lr({.lr = 1, .schedule = ScheduleKind::step, .decay = 0.1, .decay_every = 3});
  for (std::int64_t epoch = 1; epoch <= 6; ++epoch) lr.end_epoch(epoch, 1);
  EXPECT_NEAR(lr.value(), 0.01, 1e-15);
}

TEST(LearningRate, IsExhaustedBelowTheMinimum) {
  LearningRate lr({.lr = 1, .schedule = ScheduleKind::step, .decay = 0.1, .decay_every = 1, .min_lr = 0.05});
  lr.end_epoch(1, 1);
  EXPECT_FALSE(lr.exhausted());
  lr.end_epoch(2, 1);
  EXPECT_TRUE(lr.exhausted());
}

TEST(LearningRate, ConstantStays) {
  LearningRate lr({.lr = 1, .schedule = ScheduleKind::constant});
  for (std::int64_t epoch = 1; epoch <= 100; ++epoch) lr.end_epoch(epoch, 1);
  EXPECT_DOUBLE_EQ(lr.value(), 1);
}

TEST(Shards, CoverTheBatchInOrderWithAboutEqualCost) {
  Rng rng(1, Purpose::test);
  for (int trial = 0; trial < 100; ++trial) {
    std::vector<std::int64_t> cost;
    const std::uint64_t graphs = 1 + rng.below(80);
    for (std::uint64_t g = 0; g < graphs; ++g) cost.push_back(static_cast<std::int64_t>(1 + rng.below(30)));
    const auto shards = static_cast<std::int64_t>(1 + rng.below(9));
    const std::vector<ShardRange> ranges = cut_into_shards(cost, shards);
    ASSERT_EQ(static_cast<std::int64_t>(ranges.size()), shards);
    std::size_t next = 0;
    std::int64_t total = 0;
    for (const std::int64_t c : cost) total += c;
    for (const ShardRange& range : ranges) {
      EXPECT_EQ(range.begin, next);
      next = range.end;
      std::int64_t own = 0;
      for (std::size_t g = range.begin; g < range.end; ++g) own += cost[g];
      EXPECT_LE(own * shards, total + 31 * shards);  // its share and at most one graph more
    }
    EXPECT_EQ(next, cost.size());
  }
}

TEST(Shards, DefaultDependsOnTheBatchAlone) {
  EXPECT_EQ(default_shards(1), 1);
  EXPECT_EQ(default_shards(16), 2);
  EXPECT_EQ(default_shards(60), 8);
  EXPECT_EQ(default_shards(1000), 8);
}

}  // namespace
}  // namespace gnnir

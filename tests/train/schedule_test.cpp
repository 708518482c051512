#include "gnnir/train/schedule.h"

#include <gtest/gtest.h>

#include <cmath>

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

/// What the steps of all epochs are taken with.
std::vector<double> rates_of(LearningRate& lr, std::int64_t epochs, std::int64_t batches) {
  std::vector<double> rates;
  for (std::int64_t epoch = 1; epoch <= epochs; ++epoch) {
    lr.start_epoch(epoch, epochs - epoch + 1);
    for (std::int64_t batch = 0; batch < batches; ++batch) rates.push_back(lr.at({epoch, batch, batches}));
    lr.end_epoch(epoch, 1);
  }
  return rates;
}

void expect_near(const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-12) << i;
}

TEST(LearningRate, CosineFallsFromStepToStep) {
  LearningRate lr({.lr = 1, .schedule = ScheduleKind::cosine, .min_lr = 0.2});
  // p = 0, 1/6, 1/3, 1/2, 2/3, 5/6 and 0.2 + 0.4 (1 + cos πp).
  const double root = std::sqrt(3.0) / 2;
  expect_near(rates_of(lr, 3, 2), {1, 0.6 + 0.4 * root, 0.8, 0.6, 0.4, 0.6 - 0.4 * root});
  EXPECT_TRUE(lr.at_its_end());
  EXPECT_DOUBLE_EQ(lr.at({3, 2, 2}), 0.2);  // where it ends, if there were another step
  EXPECT_FALSE(lr.exhausted());
}

TEST(LearningRate, WarmUpRisesInEqualStepsUnderEverySchedule) {
  LearningRate constant({.lr = 1, .schedule = ScheduleKind::constant, .warmup = 1.5});
  expect_near(rates_of(constant, 3, 2), {1.0 / 3, 2.0 / 3, 1, 1, 1, 1});
  LearningRate step({.lr = 1, .schedule = ScheduleKind::step, .decay = 0.5, .decay_every = 1, .warmup = 2});
  expect_near(rates_of(step, 3, 2), {0.25, 0.5, 0.375, 0.5, 0.25, 0.25});
  LearningRate part_of_an_epoch({.lr = 1, .schedule = ScheduleKind::plateau, .warmup = 0.5});
  expect_near(rates_of(part_of_an_epoch, 1, 4), {0.5, 1, 1, 1});
}

TEST(LearningRate, CosineBeginsWhereTheWarmUpEnds) {
  LearningRate lr({.lr = 1, .schedule = ScheduleKind::cosine, .min_lr = 0, .warmup = 1});
  // Two steps of warm-up; then p = 0, 1/4, 1/2, 3/4 of two epochs.
  const double root = std::sqrt(0.5);
  expect_near(rates_of(lr, 3, 2), {0.5, 1, 1, (1 + root) / 2, 0.5, (1 - root) / 2});
  LearningRate within({.lr = 1, .schedule = ScheduleKind::cosine, .min_lr = 0, .warmup = 0.5});
  // One step of warm-up; then p = 0, 1/3, 2/3 of an epoch and a half.
  expect_near(rates_of(within, 2, 2), {1, 1, 0.75, 0.25});
}

TEST(LearningRate, CosineIsFittedToTheEpochsThatAreLeft) {
  LearningRate lr({.lr = 1, .schedule = ScheduleKind::cosine, .min_lr = 0});
  lr.start_epoch(1, 10);
  EXPECT_DOUBLE_EQ(lr.state().cosine_end, 0.1);
  lr.start_epoch(2, 3);  // fewer than was thought: what is left of the cosine goes over three epochs
  EXPECT_DOUBLE_EQ(lr.state().cosine_begin, 0.1);
  EXPECT_DOUBLE_EQ(lr.state().cosine_end, 0.1 + 0.9 / 3);
  lr.start_epoch(3, 1);
  EXPECT_EQ(lr.state().cosine_end, 1);
  EXPECT_TRUE(lr.at_its_end());
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

#include "gnnir/base/rng.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <set>
#include <vector>

namespace gnnir {
namespace {

constexpr std::uint64_t golden = 0x9E3779B97F4A7C15ull;

std::uint64_t inverse_of_odd(std::uint64_t factor) {
  std::uint64_t inverse = factor;  // right in the lowest 3 bits; each step of Newton's method doubles them
  for (int step = 0; step < 5; ++step) inverse *= 2 - factor * inverse;
  return inverse;
}

std::uint64_t undo_shift(std::uint64_t mixed, int shift) {
  std::uint64_t x = mixed;
  for (int done = shift; done < 64; done += shift) x = mixed ^ (x >> shift);
  return x;
}

/// What splitmix64's output function maps to `mixed`.
std::uint64_t unmixed(std::uint64_t mixed) {
  std::uint64_t x = undo_shift(mixed, 31) * inverse_of_odd(0x94D049BB133111EBull);
  x = undo_shift(x, 27) * inverse_of_odd(0xBF58476D1CE4E5B9ull);
  return undo_shift(x, 30) - golden;
}

std::vector<std::uint32_t> first_draws(Rng rng, std::size_t count = 16) {
  std::vector<std::uint32_t> draws(count);
  for (std::uint32_t& draw : draws) draw = rng.bits();
  return draws;
}

// Random123's kat_vectors: philox4x32-10 with counter 0 and key 0. The stream of that name is found by undoing the
// mixing that turns names into keys and counters.
TEST(Rng, DrawsThePublishedAnswerOfPhiloxForKeyAndCounterZero) {
  const std::uint64_t seed = unmixed(unmixed(0) - static_cast<std::uint64_t>(Purpose::test));
  const std::uint64_t index = unmixed(0);
  const std::uint64_t epoch = unmixed(0);  // mixes to 0
  Rng rng(seed, Purpose::test, epoch, index);
  EXPECT_EQ(first_draws(rng, 4), (std::vector<std::uint32_t>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
}

TEST(Rng, RepeatsAStreamOfTheSameName) {
  EXPECT_EQ(first_draws(Rng(7, Purpose::shuffle, 3, 5)), first_draws(Rng(7, Purpose::shuffle, 3, 5)));
}

TEST(Rng, DrawsOtherNumbersForEveryPartOfAName) {
  const std::set<std::vector<std::uint32_t>> streams = {
      first_draws(Rng(7, Purpose::shuffle, 3, 5)), first_draws(Rng(8, Purpose::shuffle, 3, 5)),
      first_draws(Rng(7, Purpose::weights, 3, 5)), first_draws(Rng(7, Purpose::shuffle, 4, 5)),
      first_draws(Rng(7, Purpose::shuffle, 3, 6)), first_draws(Rng(7, Purpose::shuffle, 5, 3))};
  EXPECT_EQ(streams.size(), 6u);
}

TEST(Rng, IsNotDisturbedByDrawsFromAnotherStream) {
  Rng alone(1, Purpose::weights);
  Rng disturbed(1, Purpose::weights);
  Rng other(1, Purpose::ties);
  for (int i = 0; i < 100; ++i) {
    other.bits();
    ASSERT_EQ(alone.bits(), disturbed.bits());
  }
}

TEST(Rng, DoesNotRepeatItselfWithinManyBlocks) {
  Rng rng(2, Purpose::test);
  std::set<std::uint64_t> seen;
  for (int i = 0; i < 10000; ++i) seen.insert(rng.bits64());
  EXPECT_EQ(seen.size(), 10000u);  // two equal ones of 2^64 would be a miracle
}

TEST(Rng, DrawsBelowABoundUniformly) {
  constexpr std::size_t bound = 10;
  constexpr double draws = 100000;
  Rng rng(3, Purpose::test);
  std::array<double, bound> counts{};
  for (int i = 0; i < static_cast<int>(draws); ++i) counts.at(rng.below(bound)) += 1;
  double chi_square = 0;
  for (const double count : counts) chi_square += std::pow(count - draws / bound, 2) / (draws / bound);
  EXPECT_LT(chi_square, 40);  // 9 degrees of freedom: exceeded once in 100,000 seeds
  EXPECT_GT(chi_square, 0.3);
}

TEST(Rng, DrawsOnlyZeroBelowOne) {
  Rng rng(4, Purpose::test);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(rng.below(1), 0u);
}

TEST(Rng, HasNoBiasBelowBoundsThatDoNotDivideTheRange) {
  constexpr std::uint64_t third = 1ull << 62;
  Rng rng(5, Purpose::test);
  std::array<int, 3> counts{};
  for (int i = 0; i < 30000; ++i) ++counts.at(rng.below(3 * third) / third);
  // Taking 64 bits modulo the bound would draw from the first third half of the time.
  for (const int count : counts) EXPECT_NEAR(count, 10000, 450);  // five standard deviations
}

TEST(Rng, DrawsUniformNumbersFromZeroToOne) {
  Rng rng(6, Purpose::test);
  double sum = 0;
  double squares = 0;
  constexpr int draws = 100000;
  for (int i = 0; i < draws; ++i) {
    const double x = rng.uniform();
    ASSERT_GE(x, 0.0);
    ASSERT_LT(x, 1.0);
    sum += x;
    squares += x * x;
  }
  EXPECT_NEAR(sum / draws, 1.0 / 2, 0.005);  // five standard errors
  EXPECT_NEAR(squares / draws, 1.0 / 3, 0.005);
}

TEST(Rng, DrawsNormalNumbersWithTheMomentsOfTheNormalDistribution) {
  Rng rng(7, Purpose::test);
  std::array<double, 5> moments{};
  constexpr int draws = 200000;
  for (int i = 0; i < draws; ++i) {
    const double x = rng.normal();
    for (std::size_t power = 1; power < moments.size(); ++power) {
      moments[power] += std::pow(x, static_cast<double>(power)) / draws;
    }
  }
  EXPECT_NEAR(moments[1], 0, 0.012);
  EXPECT_NEAR(moments[2], 1, 0.016);
  EXPECT_NEAR(moments[3], 0, 0.05);
  EXPECT_NEAR(moments[4], 3, 0.12);
}

TEST(Rng, ShufflesToAPermutation) {
  std::vector<int> items(100);
  std::iota(items.begin(), items.end(), 0);
  Rng(8, Purpose::test).shuffle(std::span(items));
  EXPECT_FALSE(std::is_sorted(items.begin(), items.end()));
  std::sort(items.begin(), items.end());
  for (int i = 0; i < 100; ++i) EXPECT_EQ(items[static_cast<std::size_t>(i)], i);
}

TEST(Rng, ShufflesToEveryOrderAboutEquallyOften) {
  std::array<int, 6> counts{};
  for (std::uint64_t index = 0; index < 6000; ++index) {
    std::vector<int> items = {0, 1, 2};
    Rng(9, Purpose::test, 0, index).shuffle(std::span(items));
    const int rank = items[0] * 2 + (items[1] > items[2] ? 1 : 0);
    ++counts.at(static_cast<std::size_t>(rank));
  }
  for (const int count : counts) EXPECT_NEAR(count, 1000, 150);  // five standard deviations
}

TEST(Rng, ShufflesNothingWithoutDrawing) {
  Rng shuffling(10, Purpose::test);
  Rng untouched(10, Purpose::test);
  std::vector<int> none;
  std::vector<int> one = {4};
  shuffling.shuffle(std::span(none));
  shuffling.shuffle(std::span(one));
  EXPECT_EQ(one, std::vector<int>{4});
  EXPECT_EQ(shuffling.bits(), untouched.bits());
}

}  // namespace
}  // namespace gnnir

#include "gnnir/kernels/target_cell.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace gnnir {
namespace {

using ::testing::IsEmpty;
using Nodes = std::vector<std::int32_t>;

Choice choose(const std::vector<double>& score, IrOptions options, std::uint64_t seed = 0) {
  Rng rng(seed, Purpose::ties);
  const std::vector<double> zeros(score.size(), 0.0);
  const std::vector<double> ones(score.size(), 1.0);
  return choose_target_cell({score, zeros, ones}, options, options.max_branches, rng);
}

TEST(TargetCell, HoldsTheNodesWithTheLargestScores) {
  const Choice choice = choose({0.1, 0.9, -0.5, 0.4}, {.width = 2});
  EXPECT_EQ(choice.rows, (Nodes{1, 3}));
  EXPECT_THAT(choice.cut_rows, IsEmpty());
}

TEST(TargetCell, HoldsAllNodesOfAGraphSmallerThanK) {
  EXPECT_EQ(choose({0.1, 0.9}, {.width = 5}).rows, (Nodes{1, 0}));
  EXPECT_TRUE(choose({}, {.width = 5}).rows.empty());
}

TEST(TargetCell, IndexPolicyTakesTheLowestIdsOfACutCell) {
  const Choice choice = choose({0.5, 0.7, 0.5, 0.5}, {.width = 2, .ties = TiePolicy::index});
  EXPECT_EQ(choice.rows, (Nodes{1, 0}));
  EXPECT_EQ(choice.cut_rows, (Nodes{0, 2, 3}));
}

TEST(TargetCell, ScoresThatDifferByRoundingAreEqual) {
  const Choice choice = choose({0.5, 0.5 + 1e-7, 0.5 - 1e-7, 0.2}, {.width = 1, .ties = TiePolicy::index});
  EXPECT_EQ(choice.rows, (Nodes{0}));
  EXPECT_EQ(choice.cut_rows, (Nodes{0, 1, 2}));
  EXPECT_EQ(choose({0.5, 0.5 + 1e-4}, {.width = 1}).rows, (Nodes{1}));
}

TEST(TargetCell, DifferentNodesThatLieCloseTogetherAreNoCell) {
  std::vector<double> score(300);
  for (std::size_t v = 0; v < score.size(); ++v) score[v] = 0.5 + 4e-6 * static_cast<double>(v);
  const Choice crowd = choose(score, {.width = 3});
  EXPECT_EQ(crowd.rows, (Nodes{299, 298, 297}));
  EXPECT_THAT(crowd.cut_rows, IsEmpty());

  for (const std::size_t v : {10U, 20U, 30U}) score[v] = score[298] + 1e-8 * static_cast<double>(v);  // equal nodes
  const Choice with_cell = choose(score, {.width = 3});
  EXPECT_EQ(with_cell.rows, (Nodes{299, 10, 20}));
  EXPECT_EQ(with_cell.cut_rows, (Nodes{10, 20, 30, 298}));
}

TEST(TargetCell, AChainThatIsNoWiderThanTheToleranceIsACell) {
  EXPECT_EQ(choose({0.5, 0.5 + 4e-6, 0.5 + 8e-6}, {.width = 1}).cut_rows, (Nodes{0, 1, 2}));
  EXPECT_EQ(choose({0.5, 0.5 + 8e-6, 0.5 + 16e-6}, {.width = 1}).rows, (Nodes{2}));
}

TEST(TargetCell, WhatSinglePrecisionCannotTellApartStaysTogether) {
  std::vector<double> score(2000);
  for (std::size_t v = 0; v < score.size(); ++v) score[v] = 0.5 + 1e-8 * static_cast<double>(v);
  EXPECT_EQ(choose(score, {.width = 1}).cut_rows.size(), score.size());
}

TEST(TargetCell, BothKeysMayBeTheSame) {
  Rng rng(0, Purpose::ties);
  const std::vector<double> score = {0.1, 0.9, 0.9};
  const std::vector<double> length = {1, 1, 1};
  EXPECT_EQ(choose_target_cell({score, score, length}, {.width = 1}, 64, rng).cut_rows, (Nodes{1, 2}));
}

TEST(TargetCell, ToleranceIsRelativeToTheEmbeddingsLength) {
  Rng rng(0, Purpose::ties);
  const std::vector<double> score = {0.0, 1e-3};
  const std::vector<double> second = {0, 0};
  const std::vector<double> long_rows = {1000, 1000};
  EXPECT_EQ(choose_target_cell({score, second, long_rows}, {.width = 1}, 64, rng).rows, (Nodes{0}));
  const std::vector<double> short_rows = {1, 1};
  EXPECT_EQ(choose_target_cell({score, second, short_rows}, {.width = 1}, 64, rng).rows, (Nodes{1}));
}

TEST(TargetCell, NodesWhoseScoresMeetByAccidentAreToldApartByTheSecondKey) {
  Rng rng(0, Purpose::ties);
  const std::vector<double> score = {0.5, 0.5 + 1e-9, 0.5};
  const std::vector<double> second = {-3, 0.25, 0.25};
  const std::vector<double> length = {1, 1, 1};
  const Choice index = choose_target_cell({score, second, length}, {.width = 1}, 64, rng);
  EXPECT_EQ(index.rows, (Nodes{1}));
  EXPECT_EQ(index.cut_rows, (Nodes{1, 2}));
  const Choice cell = choose_target_cell({score, second, length}, {.width = 1, .ties = TiePolicy::cell}, 64, rng);
  EXPECT_EQ(cell.rows, (Nodes{1, 2}));
  EXPECT_THAT(cell.cut_rows, IsEmpty());
}

TEST(TargetCell, CellPolicyTakesTheWholeCell) {
  const Choice choice = choose({0.5, 0.7, 0.5, 0.5, 0.1}, {.width = 2, .ties = TiePolicy::cell});
  EXPECT_EQ(choice.rows, (Nodes{1, 0, 2, 3}));
  EXPECT_THAT(choice.cut_rows, IsEmpty());
}

TEST(TargetCell, CellPolicyCutsACellBeyondTheCapAndSaysSo) {
  const Choice choice = choose({0.5, 0.5, 0.5, 0.5}, {.width = 1, .ties = TiePolicy::cell, .max_branches = 3});
  EXPECT_EQ(choice.rows, (Nodes{0, 1, 2}));
  EXPECT_EQ(choice.cut_rows, (Nodes{0, 1, 2, 3}));
}

TEST(TargetCell, HoldsEveryNodeWhereKIsAll) {
  const Choice choice = choose({0.5, 0.7, 0.5}, {.width = all_nodes});
  EXPECT_EQ(choice.rows, (Nodes{1, 0, 2}));
  EXPECT_THAT(choice.cut_rows, IsEmpty());
}

TEST(TargetCell, SaysWhereADifferenceIsAboutTheTolerance) {
  EXPECT_FALSE(choose({0.5, 0.5 + 1e-7, 0.2}, {.width = 1}).is_close_call(0));
  EXPECT_TRUE(choose({0.5, 0.5 + 0.9e-5, 0.2}, {.width = 1}).is_close_call(0));
  EXPECT_TRUE(choose({0.5, 0.5 + 1.1e-5, 0.2}, {.width = 1}).is_close_call(0));
  EXPECT_FALSE(choose({0.5, 0.5 + 1e-4, 0.2}, {.width = 1}).is_close_call(0));
  EXPECT_FALSE(choose({0.5, 0.5 + 1.1e-5}, {.width = 2}).is_close_call(0));  // all are taken anyway
  // Only what decides about the choice counts: the cells that are taken, and what is next to them.
  EXPECT_FALSE(choose({0.9, 0.2, 0.2 + 1e-5}, {.width = 1}).is_close_call(0));
}

TEST(TargetCell, RandomPolicyDrawsAllMembersOfACutCellOverSeeds) {
  std::set<Nodes> seen;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Choice choice = choose({0.5, 0.7, 0.5, 0.5}, {.width = 2, .ties = TiePolicy::random}, seed);
    EXPECT_EQ(choice.rows[0], 1);
    EXPECT_EQ(choice.rows, choose({0.5, 0.7, 0.5, 0.5}, {.width = 2, .ties = TiePolicy::random}, seed).rows);
    seen.insert(choice.rows);
  }
  EXPECT_EQ(seen, (std::set<Nodes>{{1, 0}, {1, 2}, {1, 3}}));
}

TEST(TargetCell, AScoreThatIsNoNumberComesLast) {
  EXPECT_EQ(choose({std::nan(""), 0.1, 0.2}, {.width = 2}).rows, (Nodes{2, 1}));
}

TEST(RandomNodes, AreDistinctAndCoverTheGraphOverSeeds) {
  std::set<std::int32_t> seen;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Rng rng(seed, Purpose::random_selector);
    const Choice choice = choose_random_nodes(5, 2, rng);
    ASSERT_EQ(choice.rows.size(), 2U);
    EXPECT_LT(choice.rows[0], choice.rows[1]);
    seen.insert(choice.rows.begin(), choice.rows.end());
  }
  EXPECT_EQ(seen.size(), 5U);
  Rng rng(0, Purpose::random_selector);
  EXPECT_EQ(choose_random_nodes(2, 4, rng).rows, (Nodes{0, 1}));
  EXPECT_THAT(choose_random_nodes(2, 4, rng).cut_rows, IsEmpty());
  EXPECT_EQ(choose_random_nodes(3, 1, rng).cut_rows, (Nodes{0, 1, 2}));
}

}  // namespace
}  // namespace gnnir

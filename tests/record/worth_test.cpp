#include "gnnir/record/worth.h"

#include <gmock/gmock.h>

#include <cmath>

namespace gnnir {
namespace {

using Values = std::vector<std::optional<double>>;

RunResult run_with(const std::string& metric, const Values& test) {
  std::vector<Scores> scores;
  for (const auto& value : test) scores.push_back(value ? Scores{{metric, *value}} : Scores{});
  RunResult result;
  result.metric = metric;
  result.parts.emplace_back("test", summarize_scores(scores));
  return result;
}

TEST(Worth, IsTheMeanGainWithItsStandardErrorTrainingByTraining) {
  const auto worth = worth_of(run_with("accuracy", {0.9, 0.8, 0.7}), run_with("accuracy", {0.8, 0.75, 0.64}));
  ASSERT_TRUE(worth);
  EXPECT_NEAR(worth->gain, 0.07, 1e-12);  // of 0.10, 0.05 and 0.06
  EXPECT_NEAR(*worth->error, std::sqrt((0.03 * 0.03 + 0.02 * 0.02 + 0.01 * 0.01) / 2 / 3), 1e-12);
  EXPECT_EQ(worth->verdict, Payoff::pays);
  EXPECT_EQ(worth->to_json()["verdict"], "pays");
}

TEST(Worth, OfAnErrorIsHowMuchSmallerItIs) {
  EXPECT_EQ(worth_of(run_with("mae", {0.2, 0.3}), run_with("mae", {0.1, 0.2}))->verdict, Payoff::does_not_pay);
  EXPECT_GT(worth_of(run_with("mae", {0.1}), run_with("mae", {0.2}))->gain, 0);
}

TEST(Worth, IsUnclearWhereTrainingsDisagree) {
  EXPECT_EQ(worth_of(run_with("accuracy", {0.9, 0.7}), run_with("accuracy", {0.7, 0.85}))->verdict, Payoff::unclear);
}

TEST(Worth, OfASingleTrainingHasNoError) {
  const auto worth = worth_of(run_with("accuracy", {0.9}), run_with("accuracy", {0.9}));
  EXPECT_FALSE(worth->error);
  EXPECT_FALSE(worth->to_json().contains("standard_error"));
  EXPECT_EQ(worth->verdict, Payoff::does_not_pay);  // as good without
}

TEST(Worth, ComparesOnlyTrainingsThatBothHaveTheScoreOf) {
  const auto worth =
      worth_of(run_with("roc_auc", {0.9, std::nullopt, 0.8}), run_with("roc_auc", {0.7, 0.9, std::nullopt}));
  EXPECT_EQ(worth->trainings, 1U);
  EXPECT_NEAR(worth->gain, 0.2, 1e-12);
  EXPECT_FALSE(worth_of(run_with("roc_auc", {0.9, std::nullopt}), run_with("roc_auc", {std::nullopt, 0.9})));
  EXPECT_FALSE(worth_of(run_with("roc_auc", {0.9}), run_with("accuracy", {0.9})));
}

}  // namespace
}  // namespace gnnir

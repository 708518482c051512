#include "gnnir/metrics/metrics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "gnnir/base/rng.h"

namespace gnnir {
namespace {

constexpr float missing = std::numeric_limits<float>::quiet_NaN();

TEST(Accuracy, CountsRowsWhoseLargestOutputIsTheClassAndSkipsMissingOnes) {
  const std::vector<float> outputs = {1, 2, 5, 0, 3, 4, 0, 9};
  EXPECT_DOUBLE_EQ(accuracy(outputs, std::vector<std::int64_t>{1, 1, 1, -1}, 2), 2.0 / 3);
  EXPECT_TRUE(std::isnan(accuracy(outputs, std::vector<std::int64_t>{-1, -1, -1, -1}, 2)));
}

TEST(RocAuc, EqualsTheShareOfPairsInTheRightOrder) {
  Rng rng(1, Purpose::test);
  std::vector<double> score;
  std::vector<bool> positive;
  for (int i = 0; i < 60; ++i) {
    score.push_back(static_cast<double>(rng.below(12)));  // many ties
    positive.push_back(rng.below(3) == 0);
  }
  double right = 0;
  double pairs = 0;
  for (std::size_t a = 0; a < score.size(); ++a) {
    for (std::size_t b = 0; b < score.size(); ++b) {
      if (!positive[a] || positive[b]) continue;
      ++pairs;
      right += score[a] > score[b] ? 1 : score[a] == score[b] ? 0.5 : 0;
    }
  }
  EXPECT_NEAR(roc_auc(score, positive), right / pairs, 1e-12);
}

TEST(RocAuc, IsUndefinedWithOneKindOnly) { EXPECT_TRUE(std::isnan(roc_auc(std::vector<double>{1, 2}, {true, true}))); }

TEST(RocAuc, OfSeveralClassesIsTheMeanOfEachAgainstTheRest) {
  // Class 0 is first in its own row. Classes 1 and 2: of the two other rows, one is ranked below and one above.
  const std::vector<float> outputs = {9, 0, 0, 0, 0, 1, 0, 1, 0};
  const std::vector<std::int64_t> classes = {0, 1, 2};
  EXPECT_NEAR(roc_auc(outputs, classes, 3), (1.0 + 0.5 + 0.5) / 3, 1e-9);
}

TEST(RocAuc, IsUndefinedForScoresThatAreNoNumbers) {
  EXPECT_TRUE(std::isnan(roc_auc(std::vector<double>{1, std::nan(""), 2}, {true, false, true})));
}

TEST(Scores, KeepALossThatIsNoNumberSoThatARunNotices) {
  TargetEncoding classes;
  classes.names = {"x", "y"};
  EXPECT_TRUE(
      std::isnan(score_classes(std::vector<float>{missing, 0}, std::vector<std::int64_t>{0}, classes).at("loss")));
  TargetEncoding targets{Task::regression, {"a"}, {0}, {1}};
  EXPECT_TRUE(std::isnan(score_targets(std::vector<float>{missing}, std::vector<float>{1}, targets).at("loss")));
  EXPECT_TRUE(score_targets(std::vector<float>{1}, std::vector<float>{missing}, targets).empty());
}

TEST(MeanAbsoluteErrors, SkipMissingTargets) {
  const std::vector<float> outputs = {1, 10, 2, 20};
  const std::vector<float> targets = {2, missing, 0, missing};
  const std::vector<double> errors = mean_absolute_errors(outputs, targets, 2);
  EXPECT_DOUBLE_EQ(errors[0], 1.5);
  EXPECT_TRUE(std::isnan(errors[1]));
}

TEST(ScoreTargets, GivesMaeInTheTargetsUnitsAndTheMeanOfLogs) {
  TargetEncoding encoding;
  encoding.task = Task::regression;
  encoding.names = {"a", "b"};
  encoding.mean = {100, 0};
  encoding.scale = {10, 1};
  const Scores scores = score_targets(std::vector<float>{0, 0}, std::vector<float>{0.5, 2}, encoding);
  EXPECT_NEAR(scores.at("mae"), (5.0 + 2.0) / 2, 1e-9);
  EXPECT_NEAR(scores.at("log_mae"), (std::log(5.0) + std::log(2.0)) / 2, 1e-9);
  EXPECT_NEAR(scores.at("loss"), 1.25, 1e-9);
  EXPECT_NEAR(scores.at("std_mae"), (0.5 + 2.0) / 2, 1e-9);
  EXPECT_NEAR(scores.at("std_log_mae"), (std::log(0.5) + std::log(2.0)) / 2, 1e-9);
}

TEST(ScoreTargets, OfOneTargetHaveNoStandardisedTwins) {
  TargetEncoding encoding;
  encoding.task = Task::regression;
  encoding.names = {"a"};
  encoding.mean = {0};
  encoding.scale = {10};
  EXPECT_EQ(score_targets(std::vector<float>{0}, std::vector<float>{0.5}, encoding).count("std_mae"), 0);
}

TEST(ScoreTargets, ThatAreNotStandardisedHaveNoStandardisedTwins) {
  const TargetEncoding encoding{Task::regression, {"a", "b"}, {0, 0}, {1, 1}};
  const Scores scores = score_targets(std::vector<float>{0, 0}, std::vector<float>{0.5, 2}, encoding);
  EXPECT_EQ(scores.count("std_mae"), 0);
  EXPECT_NEAR(scores.at("mae"), 1.25, 1e-9);
}

TEST(ScoreClasses, LossIsTheCrossEntropy) {
  TargetEncoding encoding;
  encoding.names = {"x", "y"};
  const Scores scores = score_classes(std::vector<float>{0, 0, 1000, 0}, std::vector<std::int64_t>{0, 0}, encoding);
  EXPECT_NEAR(scores.at("loss"), std::log(2.0) / 2, 1e-9);
}

TEST(ScoreNames, AreThoseOfClassesAndOfTargets) {
  TargetEncoding classes;
  classes.names = {"x", "y"};
  const TargetEncoding targets{Task::regression, {"a", "b"}, {0, 0}, {10, 1}};
  Scores all = score_classes(std::vector<float>{1, 0, 0, 1}, std::vector<std::int64_t>{0, 1}, classes);
  all.merge(score_targets(std::vector<float>{0, 0}, std::vector<float>{0.5, 2}, targets));
  std::set<std::string> found;
  for (const auto& [name, value] : all) found.insert(name);
  EXPECT_EQ(found, std::set<std::string>(score_names.begin(), score_names.end()));
}

TEST(Summarize, GivesTheSampleStandardDeviationAndTheMedian) {
  const Summary odd = summarize({4, 1, 10});
  EXPECT_DOUBLE_EQ(odd.mean, 5);
  EXPECT_DOUBLE_EQ(odd.std, std::sqrt((16 + 1 + 25) / 2.0));
  EXPECT_DOUBLE_EQ(odd.median, 4);
  EXPECT_DOUBLE_EQ(odd.min, 1);
  EXPECT_DOUBLE_EQ(odd.max, 10);
  EXPECT_DOUBLE_EQ(summarize({4, 1, 10, 5}).median, 4.5);
  EXPECT_DOUBLE_EQ(summarize({7}).std, 0);
}

}  // namespace
}  // namespace gnnir

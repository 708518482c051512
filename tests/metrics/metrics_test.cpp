#include "gnnir/metrics/metrics.h"

#include <gmock/gmock.h>

#include <cmath>

#include "metrics/cases.h"

namespace gnnir {
namespace {

using ::testing::Contains;
using ::testing::IsEmpty;
using ::testing::Key;
using ::testing::Not;
using ::testing::Pair;
using namespace metric_cases;

TEST(ScoreClasses, ByHandOfTwoClasses) {
  // Class 1 has probabilities 0.8, 0.4, 0.7 and 0.1; those of the second and the third graph are of the wrong class.
  const TargetEncoding encoding = classes({"no", "yes"});
  const std::vector<float> outputs = {0, logit(0.8), 0, logit(0.4), 0, logit(0.7), 0, logit(0.1)};
  const Scores scores = score_classes(outputs, std::vector<std::int64_t>{1, 1, 0, 0}, encoding);
  EXPECT_NEAR(scores.at("accuracy"), 0.5, 1e-9);
  EXPECT_NEAR(scores.at("balanced_accuracy"), 0.5, 1e-9);
  EXPECT_NEAR(scores.at("roc_auc"), 3.0 / 4, 1e-9);                 // of four pairs 0.4 before 0.7 is wrong
  EXPECT_NEAR(scores.at("pr_auc"), (1.0 / 1 + 2.0 / 3) / 2, 1e-9);  // precision where each positive is reached
  EXPECT_NEAR(scores.at("f1"), 2.0 / (2 + 1 + 1), 1e-9);
  EXPECT_NEAR(scores.at("f1:no"), 0.5, 1e-9);
  EXPECT_NEAR(scores.at("mcc"), 0, 1e-9);
  EXPECT_NEAR(scores.at("log_loss"), -std::log(0.8 * 0.4 * 0.3 * 0.9) / 4, 1e-6);
  EXPECT_NEAR(scores.at("loss"), scores.at("log_loss"), 1e-12);
  EXPECT_NEAR(scores.at("brier"), (0.04 + 0.36 + 0.49 + 0.01) / 4, 1e-6);
  EXPECT_NEAR(scores.at("ece"), (0.2 + 0.6 + 0.7 + 0.1) / 4, 1e-6);  // each in a bin of its own
}

TEST(ScoreClasses, ByHandOfThreeClasses) {
  // Two of class a, one right; one of class b, right; none of class c, to which one of a is given.
  const std::vector<float> outputs = {9, 0, 0, 0, 0, 9, 0, 9, 0};
  const Scores scores = score_classes(outputs, std::vector<std::int64_t>{0, 0, 1}, classes({"a", "b", "c"}));
  EXPECT_NEAR(scores.at("accuracy"), 2.0 / 3, 1e-9);
  EXPECT_NEAR(scores.at("balanced_accuracy"), (0.5 + 1) / 2, 1e-9);
  EXPECT_NEAR(scores.at("f1:a"), 2.0 / 3, 1e-9);
  EXPECT_NEAR(scores.at("f1:b"), 1, 1e-9);
  EXPECT_NEAR(scores.at("f1:c"), 0, 1e-9);
  EXPECT_NEAR(scores.at("f1"), (2.0 / 3 + 1 + 0) / 3, 1e-9);
  EXPECT_EQ(scores.at("f1"), scores.at("f1_macro"));
}

TEST(ScoreClasses, OfOneClassOnlySayWhatTheyCan) {
  Reasons reasons;
  const Scores scores =
      score_classes(std::vector<float>{0, 1, 2, 0}, std::vector<std::int64_t>{1, 1}, classes({"x", "y"}), &reasons);
  EXPECT_NEAR(scores.at("accuracy"), 0.5, 1e-9);
  for (const char* name : {"roc_auc", "pr_auc", "mcc"}) {
    EXPECT_THAT(scores, Not(Contains(Key(name))));
    EXPECT_THAT(reasons, Contains(Pair(name, "only one class is there")));
  }
}

TEST(ScoreClasses, OfTheSamePredictionForAllAreThoseOfGuessing) {
  const Scores scores = score_classes(std::vector<float>{1, 0, 1, 0, 1, 0, 1, 0}, std::vector<std::int64_t>{0, 1, 0, 0},
                                      classes({"x", "y"}));
  EXPECT_DOUBLE_EQ(scores.at("roc_auc"), 0.5);
  EXPECT_DOUBLE_EQ(scores.at("pr_auc"), 0.25);  // the share of positives
  EXPECT_DOUBLE_EQ(scores.at("mcc"), 0);
  EXPECT_DOUBLE_EQ(scores.at("f1"), 0);
}

TEST(ScoreClasses, CountAGraphWithoutANumberAsWrongAndHaveNoProbabilities) {
  Reasons reasons;
  const Scores scores = score_classes(std::vector<float>{missing, 0, 0, 1, 1, 0}, std::vector<std::int64_t>{0, 1, 0},
                                      classes({"x", "y"}), &reasons);
  EXPECT_DOUBLE_EQ(scores.at("accuracy"), 2.0 / 3);
  EXPECT_DOUBLE_EQ(scores.at("balanced_accuracy"), 0.75);
  EXPECT_DOUBLE_EQ(scores.at("f1:x"), 2.0 / 3);
  EXPECT_DOUBLE_EQ(scores.at("f1"), 1);
  EXPECT_TRUE(std::isnan(scores.at("loss"))) << "a run must notice";
  for (const char* name : {"roc_auc", "pr_auc", "log_loss", "brier", "ece"}) {
    EXPECT_THAT(reasons, Contains(Pair(name, "a prediction is not a finite number")));
  }
  const ConfusionMatrix matrix = confusion_of_classes(std::vector<float>{missing, 0, 0, 1, 1, 0},
                                                      std::vector<std::int64_t>{0, 1, 0}, classes({"x", "y"}))
                                     .front();
  EXPECT_THAT(matrix.counts, ::testing::ElementsAre(1, 0, 0, 1));
  EXPECT_THAT(matrix.unanswered, ::testing::ElementsAre(1, 0));
}

TEST(ScoreClasses, OfOneGraphAreAccuracyAndProbabilities) {
  const Scores scores = score_classes(std::vector<float>{3, 0}, std::vector<std::int64_t>{0}, classes({"x", "y"}));
  EXPECT_DOUBLE_EQ(scores.at("accuracy"), 1);
  EXPECT_THAT(scores, Contains(Key("log_loss")));
  EXPECT_THAT(scores, Not(Contains(Key("roc_auc"))));
  EXPECT_THAT(scores, Not(Contains(Key("f1")))) << "no graph is of class y, nor predicted to be";
}

TEST(Scores, AreNoneWhereThereAreNoLabels) {
  Reasons reasons;
  EXPECT_THAT(score_classes({}, {}, classes({"x", "y"}), &reasons), IsEmpty());
  EXPECT_THAT(score_classes(std::vector<float>{1, 0}, std::vector<std::int64_t>{-1}, classes({"x", "y"})), IsEmpty());
  EXPECT_THAT(score_answers({}, {}, questions({"a"})), IsEmpty());
  EXPECT_THAT(score_answers(std::vector<float>{1}, std::vector<float>{missing}, questions({"a"})), IsEmpty());
  EXPECT_THAT(score_targets({}, {}, targets({"a"})), IsEmpty());
  EXPECT_THAT(score_targets(std::vector<float>{1}, std::vector<float>{missing}, targets({"a"})), IsEmpty());
  EXPECT_THAT(reasons, IsEmpty());
}

TEST(ScoreAnswers, HaveEachQuestionAndTheMeanOverThoseThatSuffice) {
  // a: right order; b: wrong order; c: one answer only; d: none at all.
  const std::vector<float> outputs = {-1, 1, 1, 0, 1, -1, 1, 0};
  const std::vector<float> answers = {0, 0, 1, missing, 1, 1, 1, missing};
  Reasons reasons;
  const Scores scores = score_answers(outputs, answers, questions({"a", "b", "c", "d"}), &reasons);
  EXPECT_DOUBLE_EQ(scores.at("roc_auc:a"), 1);
  EXPECT_DOUBLE_EQ(scores.at("roc_auc:b"), 0);
  EXPECT_DOUBLE_EQ(scores.at("roc_auc"), 0.5);
  EXPECT_EQ(reasons.at("roc_auc:c"), "only one class is there");
  EXPECT_EQ(reasons.at("roc_auc:d"), "no graph has a label");
  EXPECT_DOUBLE_EQ(scores.at("accuracy"), (1.0 + 0 + 1) / 3);
  EXPECT_NEAR(scores.at("loss"), (4 * std::log1p(std::exp(-1)) + 2 * std::log1p(std::exp(1))) / 6, 1e-7);
}

TEST(ScoreAnswers, TakeAHalfForAYesAsPredictionsDo) {
  EXPECT_DOUBLE_EQ(score_answers(std::vector<float>{0}, std::vector<float>{1}, questions({"a"})).at("accuracy"), 1);
}

TEST(ScoreAnswers, HaveAConfusionMatrixOfEachQuestion) {
  TargetEncoding encoding = questions({"a", "b"});
  encoding.answers = {{"off", "on"}, {"0", "1"}};
  const auto matrices =
      confusion_of_answers(std::vector<float>{1, -1, -1, -1}, std::vector<float>{1, 1, 0, missing}, encoding);
  ASSERT_EQ(matrices.size(), 2U);
  EXPECT_EQ(matrices[0].target, "a");
  EXPECT_THAT(matrices[0].classes, ::testing::ElementsAre("off", "on"));
  EXPECT_THAT(matrices[0].counts, ::testing::ElementsAre(1, 0, 0, 1));
  EXPECT_THAT(matrices[1].counts, ::testing::ElementsAre(0, 0, 1, 0));
}

TEST(ScoreTargets, AreInTheTargetsUnitsAndOfSeveralInDeviations) {
  TargetEncoding encoding = targets({"a", "b"});
  encoding.mean = {100, 0};
  encoding.scale = {10, 1};
  const Scores scores = score_targets(std::vector<float>{0, 0}, std::vector<float>{0.5, 2}, encoding);
  EXPECT_NEAR(scores.at("mae:a"), 5, 1e-9);
  EXPECT_NEAR(scores.at("mae"), (5.0 + 2.0) / 2, 1e-9);
  EXPECT_NEAR(scores.at("rmse:a"), 5, 1e-9);
  EXPECT_NEAR(scores.at("log_mae"), (std::log(5.0) + std::log(2.0)) / 2, 1e-9);
  EXPECT_NEAR(scores.at("loss"), 1.25, 1e-9);
  EXPECT_NEAR(scores.at("std_mae"), (0.5 + 2.0) / 2, 1e-9);
  EXPECT_NEAR(scores.at("std_log_mae"), (std::log(0.5) + std::log(2.0)) / 2, 1e-9);
}

TEST(ScoreTargets, ThatAreNotStandardisedAreInDeviationsAllTheSameIfTheseAreKnown) {
  TargetEncoding encoding = targets({"a", "b"});
  Reasons reasons;
  const std::vector<float> zeros = {0, 0};
  const std::vector<float> labels = {0.5, 2};
  EXPECT_THAT(score_targets(zeros, labels, encoding, &reasons), Not(Contains(Key("std_mae"))));
  EXPECT_EQ(reasons.at("std_mae"), "the model file does not say how much the target varies");
  encoding.deviation = {0.25, 4};
  EXPECT_NEAR(score_targets(zeros, labels, encoding).at("std_mae"), (2 + 0.5) / 2, 1e-9);
}

TEST(ScoreTargets, OfOneTargetHaveNeitherTwinsInDeviationsNorItsName) {
  const Scores scores = score_targets(std::vector<float>{0}, std::vector<float>{0.5}, targets({"a"}));
  EXPECT_THAT(scores, Not(Contains(Key("std_mae"))));
  EXPECT_THAT(scores, Not(Contains(Key("mae:a"))));
}

TEST(ScoreTargets, ByHandOfOne) {
  const Scores scores = score_targets(std::vector<float>{1, 2, 6}, std::vector<float>{1, 3, 5}, targets({"a"}));
  EXPECT_NEAR(scores.at("mae"), 2.0 / 3, 1e-9);
  EXPECT_NEAR(scores.at("rmse"), std::sqrt(2.0 / 3), 1e-9);
  EXPECT_NEAR(scores.at("r2"), 1 - 2.0 / 8, 1e-9);
  EXPECT_NEAR(scores.at("pearson"), 10 / std::sqrt(14.0 * 8), 1e-9);
  EXPECT_NEAR(scores.at("spearman"), 1, 1e-9);
}

TEST(ScoreTargets, SaySoWhereThereIsNothingToExplain) {
  Reasons reasons;
  const Scores same = score_targets(std::vector<float>{1, 2}, std::vector<float>{3, 3}, targets({"a"}), &reasons);
  EXPECT_NEAR(same.at("mae"), 1.5, 1e-9);
  for (const char* name : {"r2", "pearson", "spearman"}) EXPECT_EQ(reasons.at(name), "all graphs have the same value");
  reasons.clear();
  score_targets(std::vector<float>{1, 1}, std::vector<float>{2, 3}, targets({"a"}), &reasons);
  EXPECT_EQ(reasons.at("pearson"), "all predictions are the same");
  EXPECT_THAT(reasons, Not(Contains(Key("r2"))));
  reasons.clear();
  score_targets(std::vector<float>{1, 2}, std::vector<float>{1, 2}, targets({"a", "b"}), &reasons);
  EXPECT_EQ(reasons.at("log_mae"), "an error is 0, which has no logarithm");
}

TEST(ScoreTargets, LeaveOutOfAMeanWhatHasNoLabelsButNotWhatIsPredictedBadly) {
  // b is the same for all graphs; in the second case its predictions are no numbers.
  const std::vector<float> labels = {1, 5, 2, 5};
  const Scores scores = score_targets(std::vector<float>{1, 4, 2, 6}, labels, targets({"a", "b"}));
  EXPECT_NEAR(scores.at("r2"), 1, 1e-9);
  Reasons reasons;
  const Scores bad = score_targets(std::vector<float>{1, missing, 2, 6}, labels, targets({"a", "b"}), &reasons);
  EXPECT_NEAR(bad.at("mae:a"), 0, 1e-9);
  EXPECT_EQ(reasons.at("mae"), "a prediction is not a finite number");
  EXPECT_TRUE(std::isnan(bad.at("loss")));
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

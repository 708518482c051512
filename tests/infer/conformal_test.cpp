#include "gnnir/infer/conformal.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "gnnir/infer/coverage.h"
#include "support/errors.h"

namespace gnnir {
namespace {

using testing::error_of;
using ::testing::HasSubstr;

TEST(Conformal, TheRankIsThatOfOneMoreGraph) {
  EXPECT_EQ(conformal_rank(9, 0.9), 9u) << "10 · 0.9";
  EXPECT_EQ(conformal_rank(10, 0.9), 10u) << "11 · 0.9 = 9.9";
  EXPECT_EQ(conformal_rank(19, 0.9), 18u);
  EXPECT_EQ(conformal_rank(99, 0.95), 95u);
  EXPECT_EQ(conformal_rank(8, 0.9), 9u) << "eight graphs are too few";
  EXPECT_EQ(conformal_rank(3, 0.001), 1u);
}

TEST(Conformal, AnIntervalReachesAsFarAsTheModelWasWrong) {
  const ConformalScores scores({{4, 1, 3, 2}});  // rank of 0.6: ceil(5 · 0.6) = 3
  const std::vector<double> prediction = {10};
  const Interval interval = scores.interval(prediction, 0.6);
  EXPECT_NEAR(interval.lower, 7, 1e-9);
  EXPECT_NEAR(interval.upper, 13, 1e-9);
  EXPECT_EQ(scores.count(), 4u);
}

TEST(Conformal, TooFewGraphsPromiseNothing) {
  const ConformalScores scores({{1, 2, 3, 4}});
  const std::vector<double> prediction = {10};
  EXPECT_EQ(scores.interval(prediction, 0.9).upper, HUGE_VAL);
  EXPECT_EQ(scores.interval(prediction, 0.9).lower, -HUGE_VAL);
  const std::vector<double> as_wrong_as_can_be = {1};
  EXPECT_TRUE(scores.admits(as_wrong_as_can_be, 0.9));
  EXPECT_TRUE(ConformalScores(std::vector<std::vector<double>>(1)).admits(as_wrong_as_can_be, 0.1))
      << "no graph at all";
}

TEST(Conformal, APredictionThatIsNoNumberHasNoInterval) {
  const ConformalScores scores({{1, 2, 3, 4}});
  const std::vector<double> prediction = {NAN};
  EXPECT_TRUE(std::isnan(scores.interval(prediction, 0.5).lower));
}

/// Barber et al. (2021): of two folds with errors {1, 2} and {3}, and predictions 10 and 20 for a new graph. The lower
/// bounds are 9, 8, 17, the upper ones 11, 12, 23. At 0.75 the third of (3 + 1) counts: upper 23, and below the first.
TEST(Conformal, TheIntervalOfFoldsIsThatOfCvPlus) {
  const ConformalScores folds({{1, 2}, {3}});
  const std::vector<double> predictions = {10, 20};
  const Interval interval = folds.interval(predictions, 0.75);
  EXPECT_NEAR(interval.lower, 8, 1e-9);
  EXPECT_NEAR(interval.upper, 23, 1e-9);
  const Interval half = folds.interval(predictions, 0.5);  // rank 2, and 3 + 1 - 2 = 2 from below
  EXPECT_NEAR(half.lower, 9, 1e-9);
  EXPECT_NEAR(half.upper, 12, 1e-9);
}

/// Romano, Sesia and Candès (2020): a class belongs to the set if fewer than (1 - α)(n + 1) held-out graphs were less
/// wrong than it would be, each compared in its own fold.
TEST(Conformal, TheSetOfFoldsComparesWithEachFoldsOwnGraphs) {
  const ConformalScores folds({{0.1, 0.5}, {0.3}});
  const auto admits = [&](double first, double second, double confidence) {
    const std::vector<double> scores = {first, second};
    return folds.admits(scores, confidence);
  };
  EXPECT_TRUE(admits(0.2, 0.2, 0.5)) << "only 0.1 is below: 1 < 2";
  EXPECT_FALSE(admits(0.2, 0.4, 0.5)) << "0.1 and 0.3: 2 < 2 is false";
  EXPECT_TRUE(admits(0.2, 0.4, 0.75));
  EXPECT_FALSE(admits(0.6, 0.4, 0.75)) << "all three";
  EXPECT_TRUE(admits(0.5, 0.4, 0.75)) << "as wrong as a held-out graph is not more wrong";
}

TEST(Conformal, OneFoldIsTheSameWhicheverWayItIsCounted) {
  const std::vector<double> errors = {0.5, 0.25, 2, 1, 0.75};
  for (const double confidence : {0.3, 0.5, 0.8}) {
    const std::vector<double> at_zero = {0};
    const double bound = ConformalScores({errors}).interval(at_zero, confidence).upper;
    for (const double score : {0.1, 0.25, 0.5, 0.6, 0.75, 0.9, 1.0, 1.5, 2.0, 3.0}) {
      const std::vector<double> scores = {score};
      EXPECT_EQ(ConformalScores({errors}).admits(scores, confidence), score <= bound) << confidence << " " << score;
    }
  }
}

TEST(Conformal, ALevelOfConfidenceLiesBetween0And1) {
  for (const double wrong : {0.0, 1.0, 1.2, -0.5, std::nan("")}) {
    const Error error = error_of([&] { check_confidence(wrong); });
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_THAT(error.what(), HasSubstr("expected a level of confidence between 0 and 1"));
  }
  EXPECT_NO_THROW(check_confidence(0.9));
}

/// The share of new graphs that lie within the bounds that exchangeable ones gave, over many draws of both.
double coverage_of_draws(double confidence, std::size_t held_out, std::mt19937_64& random) {
  std::normal_distribution<double> error(0.0, 2.0);
  constexpr int draws = 400;
  constexpr int tested = 50;
  int covered = 0;
  for (int draw = 0; draw < draws; ++draw) {
    std::vector<double> errors(held_out);
    for (double& one : errors) one = std::abs(error(random));
    const ConformalScores scores({errors});
    for (int i = 0; i < tested; ++i) {
      const std::vector<double> prediction = {7};
      const double truth = 7 + error(random);
      const Interval interval = scores.interval(prediction, confidence);
      covered += interval.lower <= truth && truth <= interval.upper ? 1 : 0;
    }
  }
  return static_cast<double>(covered) / (draws * tested);
}

/// The promise is rank / (n + 1). Its mean over 400 draws deviates by less than sqrt((p(1-p)/(n+2) + p(1-p)/50) / 400),
/// 0.0033 here; five of those are allowed.
TEST(Conformal, CoversAsPromisedOnExchangeableData) {
  std::mt19937_64 random(1);  // NOLINT: the same draws every time
  for (const double confidence : {0.8, 0.9}) {
    const std::size_t held_out = 99;
    const double promised = static_cast<double>(conformal_rank(held_out, confidence)) / (held_out + 1);
    EXPECT_NEAR(coverage_of_draws(confidence, held_out, random), promised, 5 * 0.0033) << confidence;
  }
}

/// A model that is the mean of what it was trained on, over five folds of 50 numbers: about 0.9 of new ones are covered
/// (0.8 is proven).
TEST(Conformal, CvPlusCoversAsExpectedWithFoldsOfASmallSet) {
  std::mt19937_64 random(2);  // NOLINT: the same draws every time
  std::normal_distribution<double> number(3.0, 1.0);
  constexpr int draws = 400;
  constexpr std::size_t folds = 5;
  constexpr std::size_t in_fold = 10;
  int covered = 0;
  for (int draw = 0; draw < draws; ++draw) {
    std::vector<double> y(folds * in_fold);
    for (double& one : y) one = number(random);
    double sum = 0;
    for (const double one : y) sum += one;
    std::vector<std::vector<double>> errors(folds);
    std::vector<double> predictions;
    for (std::size_t fold = 0; fold < folds; ++fold) {
      double held_out = 0;
      for (std::size_t i = 0; i < in_fold; ++i) held_out += y[fold * in_fold + i];
      predictions.push_back((sum - held_out) / static_cast<double>((folds - 1) * in_fold));
      for (std::size_t i = 0; i < in_fold; ++i)
        errors[fold].push_back(std::abs(y[fold * in_fold + i] - predictions[fold]));
    }
    const ConformalScores scores(errors);
    for (int i = 0; i < 20; ++i) {
      const double truth = number(random);
      const Interval interval = scores.interval(predictions, 0.9);
      covered += interval.lower <= truth && truth <= interval.upper ? 1 : 0;
    }
  }
  EXPECT_NEAR(static_cast<double>(covered) / (draws * 20), 0.9, 0.025);
}

TEST(Conformal, CoverageIsCountedWhereThereIsALabelAndANumber) {
  const TargetEncoding targets{Task::regression, {"a"}, {0}, {1}};
  const std::vector<Bounds> bounds = {{{{0, 2}}}, {{{0, 4}}}, {{{NAN, NAN}}}, {{{5, 6}}}};
  const std::vector<float> labels = {1, 5, 1, NAN};
  const std::vector<std::size_t> held_out = {30};
  const std::vector<Coverage> found = coverage_of(targets, bounds, labels, held_out);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].name, "a");
  EXPECT_EQ(found[0].graphs, 2);
  EXPECT_EQ(found[0].covered, 1);
  EXPECT_EQ(found[0].share(), 0.5);
  EXPECT_EQ(found[0].size, 3) << "2 and 4 wide";
  EXPECT_EQ(found[0].held_out, 30);
}

TEST(Conformal, CoverageOfSetsCountsTheTrueClass) {
  const TargetEncoding classes{Task::classification, {"x", "y", "z"}, {}, {}};
  const std::vector<Bounds> bounds = {{{}, {{0, 2}}}, {{}, {{1}}}, {{}, {}}, {{}, {{}}}};  // the third is no number
  const std::vector<float> labels = {2, 0, 1, 1};
  const std::vector<std::size_t> held_out = {30};
  const Coverage found = coverage_of(classes, bounds, labels, held_out).at(0);
  EXPECT_EQ(found.graphs, 3);
  EXPECT_EQ(found.covered, 1);
  EXPECT_EQ(found.size, 1) << "2, 1 and 0 classes";
}

}  // namespace
}  // namespace gnnir

#include <gmock/gmock.h>

#include <cmath>
#include <vector>

#include "gnnir/metrics/calibration.h"
#include "gnnir/metrics/ranking.h"
#include "metrics/cases.h"

namespace gnnir {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(ThresholdCurve, GoesThroughThePointsThatCountingGives) {
  // In falling order: yes, no, then a yes and a no that are equal.
  const std::vector<double> score = {0.9, 0.5, 0.2, 0.2};
  const std::vector<bool> positive = {true, false, true, false};
  const ThresholdCurve roc = roc_curve(score, positive);
  EXPECT_THAT(roc.x, ElementsAre(0, 0, 0.5, 1));
  EXPECT_THAT(roc.y, ElementsAre(0, 0.5, 0.5, 1));
  const ThresholdCurve precision = precision_recall_curve(score, positive);
  EXPECT_THAT(precision.x, ElementsAre(0, 0.5, 0.5, 1));
  EXPECT_THAT(precision.y, ElementsAre(1, 1, 0.5, 0.5));
}

TEST(ThresholdCurve, HasTheAreaOfTheMetricUnderIt) {
  std::vector<double> score;
  std::vector<bool> positive;
  for (int i = 0; i < 97; ++i) {
    score.push_back((i * 37 % 29) / 29.0);
    positive.push_back(i * 53 % 7 < 3);
  }
  const ThresholdCurve curve = roc_curve(score, positive);
  double area = 0;
  for (std::size_t i = 1; i < curve.x.size(); ++i) {
    area += (curve.x[i] - curve.x[i - 1]) * (curve.y[i] + curve.y[i - 1]) / 2;
  }
  EXPECT_NEAR(area, roc_auc(score, positive), 1e-12);
}

TEST(ThresholdCurve, IsNoneWhereAKindIsMissing) {
  EXPECT_THAT(roc_curve(std::vector<double>{1, 2}, {true, true}).x, IsEmpty());
  EXPECT_THAT(precision_recall_curve(std::vector<double>{}, {}).x, IsEmpty());
}

TEST(Reliability, PutsGraphsIntoBinsByTheProbabilityOfTheirPredictedClass) {
  const std::vector<float> outputs = {0, metric_cases::logit(0.9),  0, metric_cases::logit(0.9),
                                      0, metric_cases::logit(0.55), 0, NAN};
  const ClassRows rows = ClassRows::of(outputs, std::vector<std::int64_t>{1, 0, 1, 1}, 2);
  const std::vector<ReliabilityBin> bins = reliability(rows);
  ASSERT_EQ(bins.size(), 2U);
  EXPECT_EQ(bins[0].graphs, 1);
  EXPECT_NEAR(bins[0].probability, 0.55, 1e-6);
  EXPECT_EQ(bins[0].right, 1);
  EXPECT_EQ(bins[1].graphs, 2);
  EXPECT_NEAR(bins[1].probability, 0.9, 1e-6);
  EXPECT_EQ(bins[1].right, 0.5);
  EXPECT_LT(bins[1].from, 0.9);
  EXPECT_GE(bins[1].to, 0.9);
}

TEST(Reliability, IsAsFarFromTheTruthAsTheExpectedCalibrationErrorSays) {
  std::vector<float> outputs;
  std::vector<std::int64_t> classes;
  for (int i = 0; i < 60; ++i) {
    for (int c = 0; c < 3; ++c) outputs.push_back(static_cast<float>((i * 7 + c * 11) % 13) / 4);
    classes.push_back(i % 3);
  }
  const ClassRows rows = ClassRows::of(outputs, classes, 3);
  double sum = 0;
  for (const ReliabilityBin& bin : reliability(rows)) {
    sum += static_cast<double>(bin.graphs) / 60 * std::abs(bin.probability - bin.right);
  }
  EXPECT_NEAR(sum, ece(rows).number, 1e-12);
}

}  // namespace
}  // namespace gnnir

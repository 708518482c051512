#include "gnnir/infer/calibrator.h"

#include <gmock/gmock.h>

#include <cmath>
#include <random>

#include "support/errors.h"

namespace gnnir {
namespace {

using ::testing::DoubleEq;
using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;

const TargetEncoding& three_classes() {
  static const TargetEncoding targets{Task::classification, {"a", "b", "c"}, {}, {}};
  return targets;
}

const TargetEncoding& questions(std::size_t count) {
  static const TargetEncoding one{Task::yes_no, {"q"}, {}, {}, {{"no", "yes"}}};
  static const TargetEncoding two{Task::yes_no, {"q", "r"}, {}, {}, {{"no", "yes"}, {"no", "yes"}}};
  return count == 1 ? one : two;
}

struct Said {
  std::vector<float> outputs;
  std::vector<float> labels;
};

/// Classes drawn as the logits say, which are then stated `factor` times too strongly.
Said overstated_classes(double factor, int graphs) {
  std::mt19937_64 random(3);  // NOLINT: the same draws every time
  std::normal_distribution<double> logit(0.0, 1.5);
  Said said;
  for (int i = 0; i < graphs; ++i) {
    std::vector<double> weights;
    for (int c = 0; c < 3; ++c) {
      const double z = logit(random);
      weights.push_back(std::exp(z));
      said.outputs.push_back(static_cast<float>(factor * z));
    }
    std::discrete_distribution<int> drawn(weights.begin(), weights.end());
    said.labels.push_back(static_cast<float>(drawn(random)));
  }
  return said;
}

TEST(Calibrator, TemperatureFindsByHowMuchOutputsWereScaled) {
  for (const double factor : {0.5, 1.0, 3.0}) {
    const Said said = overstated_classes(factor, 20000);
    const Calibrator calibrator(Calibration::temperature, three_classes(), said.outputs, said.labels);
    ASSERT_EQ(calibrator.temperatures().size(), 1u);
    EXPECT_NEAR(calibrator.temperatures()[0], factor, 0.04 * factor);
  }
}

/// A yes/no question: of five graphs with logit 4 four are yes, of five with -4 one: the log loss is least where
/// sigmoid(4/T) = 4/5, so 4/T = log 4.
TEST(Calibrator, TemperatureIsThatOfTheLeastLogLoss) {
  const std::vector<float> outputs = {4, 4, 4, 4, 4, -4, -4, -4, -4, -4};
  const std::vector<float> labels = {1, 1, 1, 1, 0, 0, 0, 0, 0, 1};
  const Calibrator calibrator(Calibration::temperature, questions(1), outputs, labels);
  EXPECT_THAT(calibrator.temperatures(), ElementsAre(::testing::DoubleNear(4 / std::log(4.0), 1e-6)));
  std::vector<float> changed = {4, -2, NAN};
  calibrator.apply(changed);
  EXPECT_NEAR(changed[0], std::log(4.0), 1e-5);
  EXPECT_NEAR(changed[1], -std::log(4.0) / 2, 1e-5);
  EXPECT_TRUE(std::isnan(changed[2]));
}

TEST(Calibrator, EachQuestionHasATemperatureOfItsOwnAndUnknownAnswersCountForNothing) {
  std::vector<float> outputs;
  std::vector<float> labels;
  for (int i = 0; i < 5; ++i) {
    outputs.insert(outputs.end(), {4, 2});
    labels.insert(labels.end(), {i < 4 ? 1.0F : 0.0F, NAN});
  }
  outputs.insert(outputs.end(), {NAN, NAN});
  labels.insert(labels.end(), {1, 1});
  const Calibrator calibrator(Calibration::temperature, questions(2), outputs, labels);
  EXPECT_NEAR(calibrator.temperatures()[0], 4 / std::log(4.0), 1e-6);
  EXPECT_EQ(calibrator.temperatures()[1], 1);
  std::vector<float> changed = {4, 2};
  calibrator.apply(changed);
  EXPECT_NEAR(changed[0], std::log(4.0), 1e-5);
  EXPECT_EQ(changed[1], 2);
}

TEST(Calibrator, ATemperatureStaysWithinItsBounds) {
  const std::vector<float> outputs = {1, -1};
  const std::vector<float> told_apart = {1, 0};
  const std::vector<float> mistaken = {0, 1};
  EXPECT_NEAR(Calibrator(Calibration::temperature, questions(1), outputs, told_apart).temperatures()[0],
              least_temperature, 1e-6);
  EXPECT_NEAR(Calibrator(Calibration::temperature, questions(1), outputs, mistaken).temperatures()[0], most_temperature,
              1e-6);
}

/// By hand: 0.2 no, 0.3 yes, 0.4 no, 0.6 yes, 0.6 no, 0.9 yes. The yes at 0.3 and the no at 0.4 are pooled to 1/2,
/// which the two at 0.6 are, too.
TEST(Calibrator, IsotonicPoolsNeighboursThatAreOutOfOrder) {
  const std::vector<double> p = {0.6, 0.2, 0.9, 0.3, 0.4, 0.6};
  const std::vector<double> answers = {1, 0, 1, 1, 0, 0};
  const IncreasingFunction function = fit_isotonic(p, answers);
  EXPECT_THAT(function.x, ElementsAre(0.2, 0.3, 0.6, 0.9));
  EXPECT_THAT(function.y, ElementsAre(0, 0.5, 0.5, 1));
  EXPECT_THAT(function(0.1), DoubleEq(0)) << "constant before its first point";
  EXPECT_THAT(function(0.25), DoubleEq(0.25)) << "straight between points";
  EXPECT_THAT(function(0.5), DoubleEq(0.5));
  EXPECT_THAT(function(0.95), DoubleEq(1));
}

TEST(Calibrator, IsotonicNeverFalls) {
  std::mt19937_64 random(4);  // NOLINT: the same draws every time
  std::uniform_real_distribution<double> share(0.0, 1.0);
  std::vector<double> p;
  std::vector<double> answers;
  for (int i = 0; i < 200; ++i) {
    p.push_back(std::round(20 * share(random)) / 20);  // many are equal
    answers.push_back(share(random) < p.back() * p.back() ? 1 : 0);
  }
  const IncreasingFunction function = fit_isotonic(p, answers);
  double before = 0;
  for (int i = 0; i <= 1000; ++i) {
    const double y = function(i / 1000.0);
    EXPECT_GE(y, before);
    EXPECT_LE(y, 1);
    before = y;
  }
  EXPECT_GT(before, 0.5);
}

/// The mean over a pooled set of graphs is the share of yes: the mean of all calibrated probabilities is that of
/// answers.
TEST(Calibrator, IsotonicKeepsTheShareOfYes) {
  std::vector<float> outputs;
  std::vector<float> labels;
  for (int i = 0; i < 40; ++i) {
    outputs.push_back(static_cast<float>(i % 10) - 5);
    labels.push_back(i % 10 > 4 && i % 3 != 0 ? 1.0F : 0.0F);
  }
  const Calibrator calibrator(Calibration::isotonic, questions(1), outputs, labels);
  std::vector<float> changed = outputs;
  calibrator.apply(changed);
  double mean = 0;
  double yes = 0;
  for (std::size_t i = 0; i < changed.size(); ++i) {
    EXPECT_TRUE(std::isfinite(changed[i]));
    mean += 1 / (1 + std::exp(-static_cast<double>(changed[i])));
    yes += labels[i];
  }
  EXPECT_NEAR(mean, yes, 1e-4);
}

TEST(Calibrator, TwoClassesAreAQuestion) {
  const TargetEncoding two_classes{Task::classification, {"a", "b"}, {}, {}};
  const std::vector<float> difference = {-1, 0, 1, 2};
  const std::vector<float> labels = {0, 1, 0, 1};
  std::vector<float> outputs;
  for (const float x : difference) outputs.insert(outputs.end(), {5, 5 + x});
  std::vector<float> of_question = difference;
  Calibrator(Calibration::isotonic, questions(1), difference, labels).apply(of_question);
  Calibrator(Calibration::isotonic, two_classes, outputs, labels).apply(outputs);
  for (std::size_t i = 0; i < difference.size(); ++i) {
    EXPECT_NEAR(outputs[2 * i + 1] - outputs[2 * i], of_question[i], 1e-6) << i;
  }
  EXPECT_NEAR(of_question[1], 0, 1e-6) << "one of two";
}

TEST(Calibrator, IsOfProbabilitiesAndIsotonicOfQuestions) {
  const TargetEncoding number{Task::regression, {"y"}, {0}, {1}};
  const std::vector<float> outputs = {1, 2, 3};
  const std::vector<float> labels = {1};
  EXPECT_THAT(error_of([&] { Calibrator(Calibration::isotonic, three_classes(), outputs, labels); }).what(),
              HasSubstr("isotonic is for two classes or yes/no questions, and the model tells 3 classes apart"));
  for (const Calibration kind : {Calibration::temperature, Calibration::isotonic}) {
    EXPECT_THAT(error_of([&] { Calibrator(kind, number, outputs, outputs); }).what(),
                HasSubstr("the model predicts numbers"));
  }
}

}  // namespace
}  // namespace gnnir

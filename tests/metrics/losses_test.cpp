#include "gnnir/metrics/losses.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "support/errors.h"

namespace gnnir {
namespace {

using testing::error_of;

TEST(Losses, OfNumbersAreAsWrittenDown) {
  EXPECT_DOUBLE_EQ(loss_of_number({.kind = LossKind::l1}, 1, 4), 3);
  EXPECT_DOUBLE_EQ(loss_of_number({.kind = LossKind::l2}, 1, 4), 9);
  const LossOptions huber{.kind = LossKind::huber, .huber_delta = 2};
  EXPECT_DOUBLE_EQ(loss_of_number(huber, 0, 1), 0.5);
  EXPECT_DOUBLE_EQ(loss_of_number(huber, 0, -3), 2 * (3 - 1));
  const LossOptions quantile{.kind = LossKind::quantile, .quantile = 0.75};
  EXPECT_DOUBLE_EQ(loss_of_number(quantile, 1, 5), 3);  // too low: 0.75 for each
  EXPECT_DOUBLE_EQ(loss_of_number(quantile, 5, 1), 1);  // too high: 0.25
}

TEST(Losses, OfClassesAreMinusTheLogarithmOfTheirProbability) {
  const std::vector<float> logits = {0, std::log(3.0F)};  // probabilities 1/4 and 3/4
  EXPECT_NEAR(loss_of_class({}, logits, 0), std::log(4.0), 1e-7);
  EXPECT_NEAR(loss_of_class({}, logits, 1), std::log(4.0 / 3), 1e-7);
  EXPECT_NEAR(loss_of_class({.kind = LossKind::focal, .focal_gamma = 2}, logits, 1), std::log(4.0 / 3) / 16, 1e-7);
}

TEST(Losses, OfAnAnswerIsThatOfTwoClasses) {
  for (const LossKind kind : {LossKind::cross_entropy, LossKind::focal}) {
    for (const float logit : {-300.0F, -2.0F, 0.0F, 1.5F, 300.0F}) {
      const std::vector<float> logits = {0, logit};
      EXPECT_NEAR(loss_of_answer({.kind = kind}, logit, true), loss_of_class({.kind = kind}, logits, 1), 1e-9) << logit;
      EXPECT_NEAR(loss_of_answer({.kind = kind}, logit, false), loss_of_class({.kind = kind}, logits, 0), 1e-9)
          << logit;
    }
  }
}

TEST(Losses, TheQuantileMakesTheirSumSmallest) {
  const std::vector<float> ys = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  const LossOptions options{.kind = LossKind::quantile, .quantile = 0.85};
  const auto total = [&](float output) {
    double sum = 0;
    for (const float y : ys) sum += loss_of_number(options, output, y);
    return sum;
  };
  EXPECT_LT(total(9), total(8.5F));
  EXPECT_LT(total(9), total(9.5F));
}

TEST(Losses, FitWhatIsLearned) {
  EXPECT_EQ(resolve_loss({}, Task::regression), LossKind::l1);
  EXPECT_EQ(resolve_loss({}, Task::yes_no), LossKind::cross_entropy);
  EXPECT_STREQ(error_of([] { resolve_loss({.kind = LossKind::l2}, Task::yes_no); }).what(),
               "train.loss: l2 is for numbers, but classes are learned here: choose cross-entropy or focal");
  EXPECT_STREQ(error_of([] { resolve_loss({.kind = LossKind::focal}, Task::regression); }).what(),
               "train.loss: focal is for classes, but numbers are learned here: choose l1, l2, huber or quantile");
  EXPECT_STREQ(error_of([] { resolve_loss({.class_weights = ClassWeights::balanced}, Task::regression); }).what(),
               "train.class_weights: numbers are learned here, which are of no class");
}

}  // namespace
}  // namespace gnnir

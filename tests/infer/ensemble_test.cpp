#include "gnnir/infer/ensemble.h"

#include <gmock/gmock.h>

#include <cmath>

#include "gnnir/infer/prediction.h"
#include "support/errors.h"

namespace gnnir {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using testing::error_of;

NetworkResults says(std::vector<float> outputs) { return {.outputs = std::move(outputs)}; }

TEST(Ensemble, ProbabilitiesOfClassesAreTheMeanOfItsModels) {
  const TargetEncoding classes{Task::classification, {"a", "b"}, {}, {}};
  const NetworkResults one = says({0, std::log(3.0F)});  // 1/4 and 3/4
  const NetworkResults two = says({std::log(9.0F), 0});  // 9/10 and 1/10
  const std::vector<MemberResults> members = {{classes, one}, {classes, two}};
  const CombinedResults together = combine(members);
  const Prediction prediction = decode(classes, together.results.outputs);
  EXPECT_THAT(prediction.probabilities, ElementsAre(DoubleNear(0.575, 1e-6), DoubleNear(0.425, 1e-6)));
  EXPECT_EQ(prediction.predicted_class, 0);
  const double deviation = (0.9 - 0.25) / std::sqrt(2.0);
  EXPECT_THAT(together.deviations, ElementsAre(DoubleNear(deviation, 1e-6), DoubleNear(deviation, 1e-6)));
}

TEST(Ensemble, AnswersToQuestionsAreTheMeanOfItsModels) {
  const TargetEncoding questions{Task::yes_no, {"q"}, {}, {}, {{"no", "yes"}}};
  const NetworkResults sure = says({1000});
  const NetworkResults torn = says({0});
  const std::vector<MemberResults> members = {{questions, sure}, {questions, torn}};
  EXPECT_NEAR(decode(questions, combine(members).results.outputs).probabilities[0], 0.75, 1e-6);
  const std::vector<MemberResults> all_sure = {{questions, sure}, {questions, sure}};
  EXPECT_TRUE(std::isfinite(combine(all_sure).results.outputs[0])) << "a logit of certainty would be infinite";
}

TEST(Ensemble, TargetsAreTheMeanInTheirOwnUnitsWhateverEachModelLearnedIn) {
  const TargetEncoding first{Task::regression, {"mu", "gap"}, {10, 0}, {2, 1}};
  const TargetEncoding second{Task::regression, {"mu", "gap"}, {0, 5}, {1, 10}};
  const NetworkResults one = says({1, 2, -1, 0});     // mu 12, 8; gap 2, 0
  const NetworkResults two = says({14, 0.5F, 8, 1});  // mu 14, 8; gap 10, 15
  const std::vector<MemberResults> members = {{first, one}, {second, two}};
  const CombinedResults together = combine(members);
  std::vector<double> targets;
  for (std::size_t row = 0; row < 2; ++row) {
    for (const double y : decode(first, std::span(together.results.outputs).subspan(2 * row, 2)).targets) {
      targets.push_back(y);
    }
  }
  EXPECT_THAT(targets, ElementsAre(13, 6, 8, 7.5));
  EXPECT_THAT(together.deviations, ElementsAre(DoubleNear(std::sqrt(2.0), 1e-9), DoubleNear(8 / std::sqrt(2.0), 1e-9),
                                               0, DoubleNear(15 / std::sqrt(2.0), 1e-9)));
}

TEST(Ensemble, WhatIsNoNumberInOneModelIsNoneInAll) {
  const TargetEncoding number{Task::regression, {"mu"}, {0}, {1}};
  const NetworkResults good = says({1});
  const NetworkResults bad = says({NAN});
  const std::vector<MemberResults> members = {{number, good}, {number, bad}};
  EXPECT_FALSE(decode(number, combine(members).results.outputs).finite);
}

TEST(Ensemble, ModelsThatPredictOtherThingsDoNotAnswerTogether) {
  const TargetEncoding mu{Task::regression, {"mu"}, {0}, {1}};
  const TargetEncoding gap{Task::regression, {"gap"}, {0}, {1}};
  const NetworkResults one = says({1});
  const std::vector<MemberResults> members = {{mu, one}, {gap, one}};
  EXPECT_STREQ(
      error_of([&] { combine(members); }).what(),
      "[model] models answer together only if they predict the same, and with the same answer asked for: one predicts "
      "the numbers mu; another the numbers gap");
}

TEST(Ensemble, TargetsInAnotherOrderAreTakenByTheirNames) {
  const TargetEncoding first{Task::regression, {"mu", "gap"}, {10, 0}, {2, 1}};
  const TargetEncoding turned{Task::regression, {"gap", "mu"}, {5, 0}, {10, 1}};
  const NetworkResults one = says({1, 2});      // mu 12, gap 2
  const NetworkResults two = says({0.5F, 14});  // gap 10, mu 14
  const std::vector<MemberResults> members = {{first, one}, {turned, two}};
  const CombinedResults together = combine(members);
  EXPECT_THAT(decode(first, together.results.outputs).targets, ElementsAre(13, 6));
  EXPECT_THAT(together.deviations, ElementsAre(DoubleNear(std::sqrt(2.0), 1e-9), DoubleNear(8 / std::sqrt(2.0), 1e-9)));
}

TEST(Ensemble, QuestionsAskedForAnotherAnswerAreOthers) {
  const TargetEncoding questions{Task::yes_no, {"a", "b"}, {}, {}, {{"no", "yes"}, {"0", "1"}}};
  const TargetEncoding turned{Task::yes_no, {"b", "a"}, {}, {}, {{"0", "1"}, {"no", "yes"}}};
  const TargetEncoding opposite{Task::yes_no, {"a", "b"}, {}, {}, {{"no", "yes"}, {"1", "0"}}};
  const NetworkResults one = says({0, 1000});
  const NetworkResults two = says({1000, 0});  // b for sure, a by half
  const std::vector<MemberResults> agree = {{questions, one}, {turned, two}};
  EXPECT_THAT(decode(questions, combine(agree).results.outputs).probabilities,
              ElementsAre(DoubleNear(0.5, 1e-6), DoubleNear(1, 1e-6)));
  const std::vector<MemberResults> differ = {{questions, one}, {opposite, two}};
  EXPECT_STREQ(error_of([&] { combine(differ); }).what(),
               "[model] models answer together only if they predict the same, and with the same answer asked for: one "
               "predicts the questions a (yes), b (1); another the questions a (yes), b (0)");
}

}  // namespace
}  // namespace gnnir

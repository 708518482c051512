#include "gnnir/data/encode/target_encoding.h"

#include <gmock/gmock.h>

#include <array>
#include <cmath>

#include "gnnir/base/error.h"
#include "support/errors.h"

namespace gnnir {
namespace {

using ::testing::ElementsAre;
using testing::error_of;

/// Two graphs; targets row by row.
Dataset with_targets(std::vector<std::string> names, std::vector<float> targets) {
  Dataset dataset;
  dataset.name = "TWO";
  dataset.examples.resize(2);
  dataset.num_targets = static_cast<std::int64_t>(names.size());
  dataset.target_names = std::move(names);
  dataset.targets = std::move(targets);
  return dataset;
}

const TargetEncoding mu_and_gap{Task::regression, {"mu", "gap"}, {10, 0}, {2, 1}};

TEST(EncodeTargets, MatchesColumnsByName) {
  EXPECT_THAT(mu_and_gap.encode_targets(with_targets({"mu", "gap"}, {12, 3, 14, 4})), ElementsAre(1, 3, 2, 4));
  EXPECT_THAT(mu_and_gap.encode_targets(with_targets({"gap", "mu"}, {3, 12, 4, 14})), ElementsAre(1, 3, 2, 4));
  EXPECT_THAT(mu_and_gap.encode_targets(with_targets({"gap", "cv", "mu"}, {3, 0, 12, 4, 0, 14})),
              ElementsAre(1, 3, 2, 4));
}

TEST(EncodeTargets, MatchesByPositionWhereThereAreNoNames) {
  EXPECT_THAT(mu_and_gap.encode_targets(with_targets({"target_0", "target_1"}, {12, 3, 14, 4})),
              ElementsAre(1, 3, 2, 4));
  const TargetEncoding numbered{Task::regression, {"target_0", "target_1"}, {0, 0}, {1, 1}};
  EXPECT_THAT(numbered.encode_targets(with_targets({"gap", "mu"}, {1, 2, 3, 4})), ElementsAre(1, 2, 3, 4));
}

TEST(EncodeTargets, MatchesNumberedNamesByNameIfAllAreThere) {
  const TargetEncoding numbered{Task::regression, {"target_0", "target_1"}, {0, 0}, {1, 1}};
  EXPECT_THAT(numbered.encode_targets(with_targets({"target_1", "target_0"}, {2, 1, 4, 3})), ElementsAre(1, 2, 3, 4));
}

TEST(EncodeClasses, KnowsIntegersHoweverTheyAreWritten) {
  Dataset dataset = with_targets({}, {});
  dataset.classes = {1, 0};
  dataset.class_names = {"-1.0", "+1"};
  const TargetEncoding integers{Task::classification, {"-1", "1", "2"}, {}, {}};
  EXPECT_THAT(integers.encode_classes(dataset), ElementsAre(1, 0));
  const TargetEncoding texts{Task::classification, {"-1", "1", "other"}, {}, {}};
  EXPECT_EQ(error_of([&] { return texts.encode_classes(dataset); }).what(),
            std::string("[data] TWO has a class '-1.0' that the model does not know"));
}

TEST(EncodeTargets, OfTheLargestAndTheSmallestNumbersAreFinite) {
  constexpr std::int64_t both[] = {0, 1};
  for (const auto& [low, high] : {std::pair{-3.3e38F, 3.3e38F}, std::pair{0.0F, 1.4e-45F}, std::pair{1.0F, 3e38F}}) {
    const Dataset dataset = with_targets({"mu"}, {low, high});
    const TargetEncoding encoding = TargetEncoding::fit(dataset, both, Task::regression, true);
    for (const float value : encoding.encode_targets(dataset)) EXPECT_LE(std::abs(value), 1.001F) << low << " " << high;
  }
}

/// Two graphs and two questions.
Dataset with_answers(std::vector<std::array<std::string, 2>> answers, std::vector<float> targets) {
  Dataset dataset = with_targets({"toxic", "soluble"}, std::move(targets));
  dataset.answers = std::move(answers);
  return dataset;
}

TEST(EncodeTargets, AnswersGoByTheirNames) {
  constexpr std::int64_t both[] = {0, 1};
  const TargetEncoding encoding =
      TargetEncoding::fit(with_answers({{"0", "1"}, {"no", "yes"}}, {0, 1, 1, NAN}), both, Task::yes_no, true);
  EXPECT_EQ(encoding.outputs(), 2);
  EXPECT_THAT(encoding.encode_targets(with_answers({{"0", "1"}, {"yes", "no"}}, {1, 0, 0, 1})),
              ElementsAre(1, 1, 0, 0));
  EXPECT_THAT(encoding.encode_targets(with_targets({"soluble", "toxic"}, {1, 0, 0, 1})), ElementsAre(0, 1, 1, 0));
  EXPECT_STREQ(error_of([&] {
                 return encoding.encode_targets(with_answers({{"0", "1"}, {"maybe", "yes"}}, {1, 0, 0, 1}));
               }).what(),
               "[data] TWO: 'soluble' has the answer 'maybe', which the model does not know; it has no and yes");
  EXPECT_STREQ(error_of([&] {
                 return encoding.encode_targets(with_targets({"toxic", "soluble"}, {1, 0, 0, 3}));
               }).what(),
               "[data] TWO: the model answers 'soluble' with 0 or 1, found 3");
  const TargetEncoding again = TargetEncoding::from_json(encoding.to_json(), "f");
  EXPECT_EQ(again.to_json(), encoding.to_json());
  EXPECT_EQ(again.answers, encoding.answers);
}

TEST(LabelWeights, BalancedClassesCountAsMuchAsEachOther) {
  Dataset dataset;
  dataset.examples.resize(5);
  dataset.classes = {0, 0, 0, 1, -1};
  dataset.class_names = {"a", "b", "absent"};
  constexpr std::int64_t all[] = {0, 1, 2, 3, 4};
  const TargetEncoding encoding = TargetEncoding::fit(dataset, all, Task::classification, true, {true});
  // As scikit-learn has it: n / (classes that are there · graphs of the class).
  EXPECT_THAT(encoding.weights, ElementsAre(4.0F / (2 * 3), 4.0F / (2 * 1), 1));
  EXPECT_EQ(TargetEncoding::from_json(encoding.to_json(), "f").weights, encoding.weights);
}

TEST(LabelWeights, OfTargetsGoByName) {
  constexpr std::int64_t both[] = {0, 1};
  const Dataset numbers = with_targets({"mu", "gap"}, {1, 2, 3, 4});
  const TargetEncoding encoding = TargetEncoding::fit(numbers, both, Task::regression, true, {false, {{"gap", 3}}});
  EXPECT_THAT(encoding.weights, ElementsAre(1, 3));
  EXPECT_STREQ(error_of([&] {
                 TargetEncoding::fit(numbers, both, Task::regression, true, {false, {{"gab", 3}}});
               }).what(),
               "train.task_weights: TWO has no target 'gab'. Did you mean 'gap'? There are: mu, gap");
  const Dataset questions = with_answers({{"0", "1"}, {"0", "1"}}, {0, 1, 1, NAN});
  EXPECT_THAT(TargetEncoding::fit(questions, both, Task::yes_no, true, {true, {{"toxic", 2}}}).weights,
              ElementsAre(2, 2, 1, 1));
}

TEST(EncodeTargets, RefusesDataWithoutATarget) {
  for (const auto& [names, has] :
       {std::pair<std::vector<std::string>, std::string>{{"mu", "cv"}, "mu, cv"}, {{"mu"}, "mu"}, {{}, "none"}}) {
    const Error error = error_of([&, &names = names] {
      return mu_and_gap.encode_targets(with_targets(names, std::vector<float>(2 * names.size())));
    });
    EXPECT_EQ(error.kind(), ErrorKind::data);
    EXPECT_EQ(error.what(), std::string("[data] TWO has no target '") + (names.empty() ? "mu" : "gap") +
                                "', which the model was trained on; it has " + has);
  }
}

}  // namespace
}  // namespace gnnir

#include "gnnir/infer/held_out_folds.h"

#include <gmock/gmock.h>

#include <memory>

#include "support/errors.h"

namespace gnnir {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;

ModelHeader model_of(const std::string& data, std::int64_t graphs, HeldOutPart validation, HeldOutPart test = {}) {
  ModelHeader model;
  model.targets = {Task::regression, {"y"}, {0}, {1}};
  model.held_out = std::make_shared<const HeldOut>(HeldOut{data, graphs, std::move(validation), std::move(test)});
  return model;
}

std::vector<HeldOutFold> folds_of(const std::vector<ModelHeader>& models) {
  std::vector<const ModelHeader*> pointers;
  for (const ModelHeader& model : models) pointers.push_back(&model);
  return held_out_folds(pointers);
}

std::string refusal(const std::vector<ModelHeader>& models) {
  const Error error = error_of([&] { folds_of(models); });
  EXPECT_EQ(error.kind(), ErrorKind::usage);
  return error.what();
}

TEST(HeldOutFolds, SeedsAnswerTogetherOnTheirValidationGraphs) {
  const std::vector<HeldOutFold> folds = folds_of({model_of("d", 9, {{4, 2}, {1, 5}, {3, 4}}),  //
                                                   model_of("d", 9, {{4, 2}, {3, 7}, {3, 4}})});
  ASSERT_EQ(folds.size(), 1u);
  EXPECT_THAT(folds[0].models, ElementsAre(0, 1));
  EXPECT_THAT(folds[0].outputs, ElementsAre(2, 6));
  EXPECT_THAT(folds[0].labels, ElementsAre(3, 4));
}

TEST(HeldOutFolds, FoldsEachHaveTheGraphsThatTheyTestAndSeedsOfAFoldStandTogether) {
  const HeldOutPart one = {{0, 1}, {1, 2}, {1, 1}};
  const HeldOutPart other = {{2}, {7}, {8}};
  const std::vector<HeldOutFold> folds =
      folds_of({model_of("d", 3, {{2}, {0}, {0}}, one), model_of("d", 3, {{0}, {0}, {0}}, other),
                model_of("d", 3, {{0}, {0}, {0}}, {{2}, {9}, {8}})});
  ASSERT_EQ(folds.size(), 2u);
  EXPECT_THAT(folds[0].outputs, ElementsAre(1, 2));
  EXPECT_THAT(folds[1].models, ElementsAre(1, 2));
  EXPECT_THAT(folds[1].outputs, ElementsAre(8));
  const NetworkResults a{.outputs = {1}};
  const NetworkResults b{.outputs = {2}};
  const NetworkResults c{.outputs = {4}};
  const TargetEncoding targets{Task::regression, {"y"}, {0}, {1}};
  const std::vector<MemberResults> all = {{targets, a}, {targets, b}, {targets, c}};
  EXPECT_THAT(folds[0].outputs_of(all), ElementsAre(1));
  EXPECT_THAT(folds[1].outputs_of(all), ElementsAre(3));
}

TEST(HeldOutFolds, OtherMixturesAreRefusedAndWhy) {
  const HeldOutPart first = {{0}, {1}, {1}};
  const HeldOutPart second = {{1}, {1}, {1}};
  EXPECT_THAT(refusal({model_of("d", 9, first), model_of("d", 9, second)}), HasSubstr("these are neither"));
  EXPECT_THAT(refusal({model_of("d", 9, first, first), model_of("d", 9, second, {{0, 2}, {1, 1}, {1, 1}})}),
              HasSubstr("these are neither"))
      << "graph 0 is tested twice";
  EXPECT_THAT(refusal({model_of("d", 3, first, first), model_of("d", 3, second, second)}),
              HasSubstr("these test 2 of 3 graphs"));
  EXPECT_THAT(refusal({model_of("d", 9, first), model_of("e", 9, first)}), HasSubstr("different data"));
  EXPECT_THAT(refusal({model_of("d", 9, {})}), HasSubstr("trained without any"));
  ModelHeader old = model_of("d", 9, first);
  old.held_out = nullptr;
  EXPECT_THAT(refusal({old}), HasSubstr("made by an older version"));
}

}  // namespace
}  // namespace gnnir

// What a model file knows of its training labels beside how they are encoded.
#include <gmock/gmock.h>

#include "gnnir/data/encode/target_encoding.h"
#include "support/datasets.h"
#include "support/errors.h"

namespace gnnir {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;

constexpr std::int64_t first_four[] = {0, 1, 2, 3};

Dataset with_two_targets() {
  Dataset dataset = testing::dataset_with_classes({0, 0, 0, 0, 0});
  dataset.classes.clear();
  dataset.num_targets = 2;
  dataset.target_names = {"mu", "same"};
  dataset.targets = {1, 7, 3, 7, 1, 7, 3, 7, 1000, 1000};
  return dataset;
}

TEST(TargetStatistics, CountTheTrainingGraphsOfEachClass) {
  const Dataset dataset = testing::dataset_with_classes({0, 2, -1, 2, 1});
  const TargetEncoding encoding = TargetEncoding::fit(dataset, first_four, Task::classification, true);
  EXPECT_THAT(encoding.counts, ElementsAre(1, 0, 2));
  EXPECT_EQ(TargetEncoding::from_json(encoding.to_json(), "file").counts, encoding.counts);
}

TEST(TargetStatistics, KnowHowMuchTargetsVaryStandardisedOrNot) {
  for (const bool standardize : {true, false}) {
    const TargetEncoding encoding = TargetEncoding::fit(with_two_targets(), first_four, Task::regression, standardize);
    EXPECT_THAT(encoding.deviation, ElementsAre(1, 1))
        << "1 and 3 are 1 from their mean; what never varies counts as 1";
    EXPECT_EQ(encoding.scale, encoding.deviation);
    EXPECT_EQ(encoding.standardizes(), standardize);
    EXPECT_EQ(TargetEncoding::from_json(encoding.to_json(), "file").deviation, encoding.deviation);
  }
}

TEST(TargetStatistics, OfFilesOfOldAreNotKnown) {
  Json json = TargetEncoding::fit(with_two_targets(), first_four, Task::regression, true).to_json();
  json.erase("deviation");
  EXPECT_TRUE(TargetEncoding::from_json(json, "file").deviation.empty());
}

TEST(TargetStatistics, ThatAreBrokenAreRefused) {
  const auto refusal = [](Json json, const char* key, const Json& value) -> std::string {
    json[key] = value;
    const Error error = error_of([&] { TargetEncoding::from_json(json, "file"); });
    EXPECT_EQ(error.kind(), ErrorKind::data);
    return error.what();
  };
  const Dataset classes = testing::dataset_with_classes({0, 1, 1, 1});
  const Json counted = TargetEncoding::fit(classes, first_four, Task::classification, true).to_json();
  EXPECT_EQ(refusal(counted, "counts", {1}), "file: 2 classes, but 1 counts");
  EXPECT_THAT(refusal(counted, "counts", {1, -1}), HasSubstr("expected whole numbers, found -1"));
  EXPECT_THAT(refusal(counted, "counts", "many"), HasSubstr("file: "));
  const Json measured = TargetEncoding::fit(with_two_targets(), first_four, Task::regression, true).to_json();
  EXPECT_EQ(refusal(measured, "deviation", {1, 0}), "file: expected a finite deviation above 0 for each of 2 targets");
  EXPECT_EQ(refusal(measured, "deviation", {1}), "file: expected a finite deviation above 0 for each of 2 targets");
}

}  // namespace
}  // namespace gnnir

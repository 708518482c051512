#include <gmock/gmock.h>

#include <cmath>
#include <set>

#include "gnnir/base/rng.h"
#include "gnnir/data/split/methods.h"
#include "support/datasets.h"
#include "support/split_checks.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

using testing::dataset_with_classes;
using testing::expect_each_tested_once;
using testing::part_of_graphs;
using testing::torn_groups;

constexpr std::int64_t size = 300;
constexpr std::size_t largest_group = 12;

/// Two classes, and a column for every method that goes by one.
Dataset mixed() {
  Rng rng(7, Purpose::test);
  std::vector<std::int64_t> classes;
  KeptColumn part{.name = "part", .values = {}};
  KeptColumn fold{.name = "fold", .values = {}};
  KeptColumn lab{.name = "lab", .values = {}};
  KeptColumn year{.name = "year", .values = {}};
  const std::vector<std::string> words = {"train", "TRAIN", "Train", "train", "val", "Valid", "validation", "test"};
  for (std::int64_t graph = 0; graph < size; ++graph) {
    classes.push_back(rng.below(3) == 0 ? 1 : 0);
    part.values.push_back(words[rng.below(words.size())]);
    fold.values.push_back(std::to_string(rng.below(5)));
    year.values.push_back(std::to_string(1990 + rng.below(40)));
  }
  for (std::size_t group = 0; lab.values.size() < size; ++group) {
    const std::size_t members = 1 + rng.below(largest_group);
    for (std::size_t i = 0; i < members && lab.values.size() < size; ++i) {
      lab.values.push_back("lab " + std::to_string(group));
    }
  }
  Dataset dataset = dataset_with_classes(classes);
  dataset.kept = {part, fold, lab, year};
  return dataset;
}

/// What a method of the table is asked for, for one split and for folds.
struct Asked {
  DataOptions split;
  DataOptions folds;
};

class Splits : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string parts[3];
    for (int graph = 0; graph < size; ++graph)
      parts[graph % 7 == 0 ? 1 : graph % 7 == 1 ? 2 : 0] += std::to_string(graph) + "\n";
    folder_.write("train.txt", parts[0]);
    folder_.write("val.txt", parts[1]);
    folder_.write("test.txt", parts[2]);
  }

  [[nodiscard]] Asked asked(const SplitMethod& method) const {
    DataOptions data;
    data.split = method.name;
    data.folds = 5;
    if (data.split == "files") data.split_file = folder_.path().string();
    if (data.split == "column") data.split_column = "part";
    if (data.split == "group") data.split_column = "lab";
    if (data.split == "time") data.split_column = "year";
    Asked asked{data, data};
    if (data.split == "column") asked.folds.split_column = "fold";
    return asked;
  }

  /// Those of molecules are tested where there is chemistry.
  template <typename Use>
  void for_each_method(const Use& use) const {
    for (const SplitMethod* method : split_methods()) {
      if (method->molecules) continue;
      SCOPED_TRACE(method->name);
      use(*method, asked(*method));
    }
  }

  testing::TempFolder folder_;
  const Dataset dataset_ = mixed();
};

TEST_F(Splits, HaveEveryGraphInOnePartAndNoPartEmpty) {
  for_each_method([&](const SplitMethod&, const Asked& asked) {
    const Split split = make_split(dataset_, asked.split);
    part_of_graphs(split, size);
    EXPECT_FALSE(split.train.empty() || split.validation.empty() || split.test.empty());
  });
}

TEST_F(Splits, OfFoldsHaveEveryGraphInOnePartAndTestItOnce) {
  for_each_method([&](const SplitMethod& method, const Asked& asked) {
    if (std::string(method.name) == "time") return;  // leaves out what is newer
    for (const InnerValidation inner : {InnerValidation::fraction, InnerValidation::next_fold}) {
      DataOptions data = asked.folds;
      data.inner_validation = inner;
      const std::vector<Split> folds = make_folds(dataset_, data);
      for (const Split& fold : folds) part_of_graphs(fold, size);
      if (std::string(method.name) == "files") continue;
      EXPECT_EQ(folds.size(), 5U);
      expect_each_tested_once(folds, size);
    }
  });
}

TEST_F(Splits, AreDecidedByTheSeedIfTheyDraw) {
  for_each_method([&](const SplitMethod& method, const Asked& asked) {
    DataOptions other = asked.folds;
    other.split_seed = 1;
    EXPECT_EQ(make_folds(dataset_, asked.folds), make_folds(dataset_, asked.folds));
    EXPECT_EQ(make_split(dataset_, asked.split), make_split(dataset_, asked.split));
    EXPECT_EQ(make_folds(dataset_, asked.folds) != make_folds(dataset_, other), method.seed);
  });
}

TEST_F(Splits, MeetTheirFractionsWithinOneGroup) {
  const std::map<std::string, double> steps = {
      {"random", 1}, {"stratified", 1}, {"group", largest_group}, {"time", 0.5 * 20}};  // no year has 20 graphs
  for_each_method([&](const SplitMethod& method, const Asked& asked) {
    if (!method.fractions) return;
    ASSERT_TRUE(steps.contains(method.name)) << "how near a method comes to its fractions is for its author to say";
    for (const std::uint64_t seed : {0, 1, 2, 3, 4}) {
      DataOptions data = asked.split;
      data.split_seed = seed;
      data.train_fraction = 0.6;
      data.validation_fraction = 0.25;
      const Split split = make_split(dataset_, data);
      EXPECT_NEAR(static_cast<double>(split.train.size()), 0.6 * size, steps.at(method.name));
      EXPECT_NEAR(static_cast<double>(split.validation.size()), 0.25 * size, steps.at(method.name) * 2);
      EXPECT_NEAR(static_cast<double>(split.test.size()), 0.15 * size, steps.at(method.name));
    }
  });
}

TEST_F(Splits, LeaveNoTestPartWhereFractionsSumToOne) {
  for_each_method([&](const SplitMethod& method, const Asked& asked) {
    if (!method.fractions) return;
    DataOptions data = asked.split;
    data.validation_fraction = 0.2;
    EXPECT_TRUE(make_split(dataset_, data).test.empty());
    part_of_graphs(make_split(dataset_, data), size);
  });
}

TEST_F(Splits, KeepGroupsWholeInFoldsToo) {
  DataOptions data;
  data.split = "group";
  data.split_column = "lab";
  const std::vector<std::string>& labs = dataset_.kept[2].values;
  EXPECT_EQ(torn_groups(make_split(dataset_, data), labs), 0);
  for (const InnerValidation inner : {InnerValidation::fraction, InnerValidation::next_fold}) {
    data.inner_validation = inner;
    for (const Split& fold : make_folds(dataset_, data)) {
      EXPECT_EQ(torn_groups(fold, labs), 0);
      EXPECT_NEAR(static_cast<double>(fold.test.size()), size / 10.0, largest_group);
    }
  }
  data.split = "random";
  data.split_column = "";
  EXPECT_GT(torn_groups(make_split(dataset_, data), labs), 10) << "or the test would prove nothing";
}

TEST_F(Splits, AutoIsStratifiedUnlessAFileOrTheDataSetSaysOtherwise) {
  DataOptions automatic;
  DataOptions stratified;
  stratified.split = "stratified";
  EXPECT_EQ(make_split(dataset_, automatic), make_split(dataset_, stratified));
  EXPECT_EQ(make_folds(dataset_, automatic), make_folds(dataset_, stratified));
  Dataset with_parts = dataset_;
  with_parts.parts = {{"train", 100}, {"validation", 100}, {"test", 100}};
  EXPECT_EQ(make_split(with_parts, automatic), split_by_parts(with_parts));
  EXPECT_EQ(make_split(with_parts, stratified), make_split(dataset_, stratified));
  automatic.split_file = folder_.path().string();
  EXPECT_EQ(make_split(with_parts, automatic).train.size(), 214U);  // of 300, those that leave 2 to 6 divided by 7
}

TEST_F(Splits, OfTheTableHaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (const SplitMethod* method : split_methods()) {
    EXPECT_TRUE(names.insert(method->name).second);
    EXPECT_EQ(find_split_method(method->name), method);
    EXPECT_GT(std::string(method->summary).size(), 5U);
  }
  EXPECT_EQ(find_split_method("auto"), nullptr);
}

}  // namespace
}  // namespace gnnir

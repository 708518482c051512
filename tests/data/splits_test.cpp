#include "gnnir/data/split/splits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "gnnir/base/error.h"
#include "support/datasets.h"
#include "support/errors.h"
#include "support/real_data.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

using testing::dataset_with_classes;
using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using testing::TempFolder;
using Graphs = std::vector<std::int64_t>;

/// Classes of the given sizes, dealt in turn so that they are not in order; graphs without a label come last.
Dataset mixed_dataset(std::vector<int> sizes, int unlabelled = 0) {
  std::vector<std::int64_t> classes;
  for (bool added = true; added;) {
    added = false;
    for (std::size_t c = 0; c < sizes.size(); ++c) {
      if (sizes[c]-- <= 0) continue;
      classes.push_back(static_cast<std::int64_t>(c));
      added = true;
    }
  }
  classes.insert(classes.end(), static_cast<std::size_t>(unlabelled), -1);
  return dataset_with_classes(classes);
}

std::map<std::int64_t, std::int64_t> class_counts(const Dataset& dataset, const Graphs& graphs) {
  std::map<std::int64_t, std::int64_t> counts;
  for (const std::int64_t graph : graphs) ++counts[dataset.classes.at(static_cast<std::size_t>(graph))];
  return counts;
}

Graphs joined(std::vector<Graphs> parts) {
  Graphs all;
  for (const Graphs& part : parts) all.insert(all.end(), part.begin(), part.end());
  std::sort(all.begin(), all.end());
  return all;
}

Graphs first_numbers(std::int64_t count) {
  Graphs numbers;
  for (std::int64_t i = 0; i < count; ++i) numbers.push_back(i);
  return numbers;
}

TEST(SplitByParts, FollowsTheOrderOfTheFile) {
  Dataset dataset = mixed_dataset({7});
  dataset.parts = {{"train", 3}, {"validation", 1}, {"test", 1}, {"test-large", 2}};
  const Split split = split_by_parts(dataset);
  EXPECT_THAT(split.train, ElementsAre(0, 1, 2));
  EXPECT_THAT(split.validation, ElementsAre(3));
  EXPECT_THAT(split.test, ElementsAre(4));
  ASSERT_EQ(split.extra_tests.size(), 1u);
  EXPECT_EQ(split.extra_tests[0], (Split::Extra{"test-large", {5, 6}}));
}

TEST(SplitByParts, RefusesADataSetWithoutThem) {
  Dataset dataset = mixed_dataset({7});
  EXPECT_EQ(error_of([&] { split_by_parts(dataset); }).kind(), ErrorKind::usage);
  dataset.parts = {{"train", 7}};
  EXPECT_EQ(error_of([&] { split_by_parts(dataset); }).kind(), ErrorKind::usage);
}

TEST(SplitByParts, RefusesPartsOfAnotherSize) {
  Dataset dataset = mixed_dataset({7});
  dataset.parts = {{"train", 3}, {"validation", 1}, {"test", 1}};
  EXPECT_EQ(error_of([&] { split_by_parts(dataset); }).kind(), ErrorKind::data);
}

TEST(SplitByFractions, MeetsSizesThatAreWholeNumbers) {
  const Split split = split_by_fractions(mixed_dataset({50, 30, 20}), 0.8, 0.1, 1);
  EXPECT_EQ(split.train.size(), 80u);
  EXPECT_EQ(split.validation.size(), 10u);
  EXPECT_EQ(split.test.size(), 10u);
}

TEST(SplitByFractions, LosesNoGraphWhateverTheNumbers) {
  for (const int size : {5, 17, 101}) {
    for (const double train : {0.5, 1.0 / 3, 0.6}) {
      const Split split = split_by_fractions(mixed_dataset({size, size / 2 + 1}), train, 0.2, 3);
      EXPECT_EQ(joined({split.train, split.validation, split.test}), first_numbers(size + size / 2 + 1));
    }
  }
}

TEST(SplitByFractions, LeavesNoTestPartIfTheFractionsSumToOne) {
  for (const double train : {0.8, 0.9, 0.7}) {
    const Split split = split_by_fractions(mixed_dataset({33, 34}), train, 1.0 - train, 1);
    EXPECT_TRUE(split.test.empty());
    EXPECT_EQ(joined({split.train, split.validation}), first_numbers(67));
  }
}

TEST(SplitByFractions, DividesEveryClassAlike) {
  const Dataset dataset = mixed_dataset({100, 60, 40}, 20);
  const Split split = split_by_fractions(dataset, 0.5, 0.25, 4);
  EXPECT_EQ(class_counts(dataset, split.train),
            (std::map<std::int64_t, std::int64_t>{{-1, 10}, {0, 50}, {1, 30}, {2, 20}}));
  EXPECT_EQ(class_counts(dataset, split.test),
            (std::map<std::int64_t, std::int64_t>{{-1, 5}, {0, 25}, {1, 15}, {2, 10}}));
}

TEST(SplitByFractions, IsAscendingRandomAndDecidedByTheSeed) {
  const Dataset dataset = mixed_dataset({50, 50});
  const Split split = split_by_fractions(dataset, 0.5, 0.2, 1);
  EXPECT_EQ(split, split_by_fractions(dataset, 0.5, 0.2, 1));
  EXPECT_NE(split, split_by_fractions(dataset, 0.5, 0.2, 2));
  EXPECT_TRUE(std::is_sorted(split.train.begin(), split.train.end()));
  EXPECT_NE(split.train, first_numbers(50));
}

TEST(SplitByFractions, NeedsNoClasses) {
  Dataset dataset = mixed_dataset({40});
  dataset.classes.clear();
  const Split split = split_by_fractions(dataset, 0.5, 0.25, 1);
  EXPECT_EQ(split.train.size(), 20u);
  EXPECT_EQ(joined({split.train, split.validation, split.test}), first_numbers(40));
}

TEST(SplitByFractions, RefusesFractionsThatMakeNoSense) {
  const Dataset dataset = mixed_dataset({40});
  for (const auto& [train, validation] : std::vector<std::pair<double, double>>{
           {0, 0.5}, {0.5, 0}, {1, 0.1}, {0.8, 0.3}, {-0.1, 0.5}, {std::nan(""), 0.1}, {0.01, 0.5}}) {
    EXPECT_EQ(error_of([&, a = train, b = validation] { split_by_fractions(dataset, a, b, 0); }).kind(),
              ErrorKind::usage)
        << train << " " << validation;
  }
}

TEST(StratifiedFolds, TestEveryGraphOnceAndLoseNone) {
  const Dataset dataset = mixed_dataset({31, 17, 5});
  for (const InnerValidation inner : {InnerValidation::fraction, InnerValidation::next_fold}) {
    const auto splits = stratified_folds(dataset, {.folds = 5, .inner = inner});
    ASSERT_EQ(splits.size(), 5u);
    std::vector<Graphs> tests;
    for (const Split& split : splits) {
      EXPECT_EQ(joined({split.train, split.validation, split.test}), first_numbers(53));
      tests.push_back(split.test);
    }
    EXPECT_EQ(joined(tests), first_numbers(53));
  }
}

TEST(StratifiedFolds, SpreadEveryClassAsEvenlyAsCountsAllow) {
  const Dataset dataset = mixed_dataset({31, 17, 5, 2}, 12);
  for (const Split& split : stratified_folds(dataset, {.folds = 10})) {
    EXPECT_TRUE(split.test.size() == 6 || split.test.size() == 7);  // 67 graphs
    auto counts = class_counts(dataset, split.test);
    EXPECT_TRUE(counts[0] == 3 || counts[0] == 4);
    EXPECT_TRUE(counts[1] == 1 || counts[1] == 2);
    EXPECT_LE(counts[2], 1);
    EXPECT_LE(counts[3], 1);
    EXPECT_TRUE(counts[-1] == 1 || counts[-1] == 2);
  }
}

TEST(StratifiedFolds, SpreadTheRarestYesOfQuestionsEvenly) {
  Dataset dataset = mixed_dataset({120});
  dataset.classes.clear();
  dataset.class_names.clear();
  dataset.num_targets = 2;
  dataset.target_names = {"common", "rare"};
  dataset.answers = {{{"0", "1"}, {"0", "1"}}};
  for (int i = 0; i < 120; ++i) {
    dataset.targets.push_back(i % 2 == 0 ? 1 : 0);
    dataset.targets.push_back(i < 10 ? 1 : i >= 100 ? std::nanf("") : 0);  // rare, and common too in every second
  }
  for (const Split& split : stratified_folds(dataset, {.folds = 10})) {
    std::array<int, 2> yes{};
    for (const std::int64_t graph : split.test) {
      for (std::size_t q = 0; q < 2; ++q)
        yes[q] += dataset.targets[static_cast<std::size_t>(graph) * 2 + q] == 1 ? 1 : 0;
    }
    EXPECT_EQ(yes[1], 1);
    EXPECT_GE(yes[0], 5);
    EXPECT_LE(yes[0], 7);
  }
}

TEST(StratifiedFolds, ValidateOnTheNextFold) {
  const auto splits = stratified_folds(mixed_dataset({15, 15}), {.folds = 5, .inner = InnerValidation::next_fold});
  for (std::size_t fold = 0; fold < 5; ++fold) {
    EXPECT_EQ(splits[fold].validation, splits[(fold + 1) % 5].test);
    EXPECT_EQ(splits[fold].train.size(), 18u);
  }
}

TEST(StratifiedFolds, ValidateOnAStratifiedFraction) {
  const Dataset dataset = mixed_dataset({200, 100});
  for (const Split& split : stratified_folds(dataset, {.folds = 10, .validation_fraction = 0.1})) {
    EXPECT_EQ(split.validation.size(), 27u);
    EXPECT_EQ(class_counts(dataset, split.validation), (std::map<std::int64_t, std::int64_t>{{0, 18}, {1, 9}}));
    EXPECT_EQ(split.train.size(), 243u);
  }
}

TEST(StratifiedFolds, AreDecidedByTheSeed) {
  const Dataset dataset = mixed_dataset({30, 30});
  EXPECT_EQ(stratified_folds(dataset, {.seed = 1}), stratified_folds(dataset, {.seed = 1}));
  EXPECT_NE(stratified_folds(dataset, {.seed = 1})[0].test, stratified_folds(dataset, {.seed = 2})[0].test);
}

TEST(StratifiedFolds, NeedNoClasses) {
  Dataset dataset = mixed_dataset({23});
  dataset.classes.clear();
  std::vector<Graphs> tests;
  for (const Split& split : stratified_folds(dataset, {.folds = 4})) tests.push_back(split.test);
  EXPECT_EQ(joined(tests), first_numbers(23));
}

TEST(StratifiedFolds, RefuseFoldsThatCannotBe) {
  const Dataset dataset = mixed_dataset({10});
  const std::vector<FoldOptions> wrong = {{.folds = 1},
                                          {.folds = -1},
                                          {.folds = 11},
                                          {.folds = 2, .inner = InnerValidation::next_fold},
                                          {.folds = 5, .validation_fraction = 0},
                                          {.folds = 5, .validation_fraction = 1},
                                          {.folds = 5, .validation_fraction = 0.01}};
  for (std::size_t i = 0; i < wrong.size(); ++i) {
    EXPECT_EQ(error_of([&] { stratified_folds(dataset, wrong[i]); }).kind(), ErrorKind::usage) << i;
  }
}

TEST(CheckSplits, AcceptsWhatIsRight) {
  EXPECT_NO_THROW(
      check_splits(std::vector<Split>{{{0, 1}, {2}, {3}, {{"large", {4}}}}, {{4, 3}, {2}, {1, 0}}}, 5, "x"));
}

TEST(CheckSplits, NamesFoldPartAndGraph) {
  const Split right = {{0}, {1}, {2}};
  const std::vector<std::pair<Split, std::string>> wrong = {
      {{{0}, {1}, {5}}, "here: fold 2: test: graph 5 is outside 0..4"},
      {{{0, -1}, {1}, {2}}, "here: fold 2: train: graph -1 is outside 0..4"},
      {{{0}, {1, 3, 1}, {2}}, "here: fold 2: validation: graph 1 is listed twice"},
      {{{0}, {1}, {2, 0}}, "here: fold 2: test: graph 0 is also in train"},
      {{{0}, {1}, {2}, {{"large", {3, 1}}}}, "here: fold 2: large: graph 1 is also in validation"}};
  for (const auto& [split, message] : wrong) {
    const std::vector<Split> splits = {right, split};
    const Error error = error_of([&] { check_splits(splits, 5, "here"); });
    EXPECT_EQ(error.kind(), ErrorKind::data);
    EXPECT_EQ(error.what(), message);
  }
}

/// Index files of two folds on six graphs, with one of them replaced.
Error index_error(const std::string& name, const std::string& content) {
  const TempFolder folder;
  folder.write("S_train.index", "0,1\n2,3\n");
  folder.write("S_val.index", "2\n4\n");
  folder.write("S_test.index", "3,4,5\n5\n");
  folder.write(name, content);
  return error_of([&] { read_index_files(folder.path() / "S", 6); });
}

TEST(ReadIndexFiles, WithAnIndexPerLineAndNoCommasAreOneFold) {
  const TempFolder folder;
  folder.write("S_train.index", "4\n0\r\n2\n");
  folder.write("S_val.index", "1\n");
  folder.write("S_test.index", "5\n3\n");
  EXPECT_EQ(read_index_files(folder.path() / "S", 6),
            (std::vector<Split>{{.train = {4, 0, 2}, .validation = {1}, .test = {5, 3}}}));
}

TEST(ReadIndexFiles, ReadsALinePerFold) {
  const TempFolder folder;
  folder.write("S_train.index", "0, 1\r\n5\r\n\r\n");
  folder.write("S_val.index", "2\n4");
  folder.write("S_test.index", "3,4,5\n0,1\n");
  EXPECT_EQ(read_index_files(folder.path() / "S", 6),
            (std::vector<Split>{{{0, 1}, {2}, {3, 4, 5}}, {{5}, {4}, {0, 1}}}));
}

TEST(ReadIndexFiles, NamesFileAndLineOfAMistake) {
  EXPECT_STREQ(index_error("S_train.index", "0,1\n2,6\n").what(), "[split] S_train.index:2: graph 6 is outside 0..5");
  EXPECT_STREQ(index_error("S_val.index", "-1\n4\n").what(), "[split] S_val.index:1: graph -1 is outside 0..5");
  EXPECT_STREQ(index_error("S_test.index", "x\n").what(), "[split] S_test.index:1: expected an integer, found 'x'");
  EXPECT_STREQ(index_error("S_test.index", "3,,4\n5\n").what(),
               "[split] S_test.index:1: expected an integer, found ''");
}

TEST(ReadIndexFiles, RefusesFilesThatDoNotFitEachOther) {
  EXPECT_THAT(index_error("S_val.index", "2\n").what(), StartsWith("[split] S_val.index: expected a line per fold, 2"));
  EXPECT_EQ(index_error("S_val.index", "2\n").kind(), ErrorKind::data);
  EXPECT_THAT(index_error("S_train.index", "").what(), StartsWith("[split] S_train.index: "));
  EXPECT_STREQ(index_error("S_test.index", "3,0\n5\n").what(), "[split] S: fold 1: test: graph 0 is also in train");
}

TEST(ReadIndexFiles, NamesAFileThatIsMissing) {
  const TempFolder folder;
  const Error error = error_of([&] { read_index_files(folder.path() / "S", 6); });
  EXPECT_EQ(error.kind(), ErrorKind::io);
  EXPECT_THAT(error.what(), HasSubstr("S_train.index"));
}

std::vector<Split> read_json(const std::string& text, std::int64_t num_graphs = 6) {
  const TempFolder folder;
  return read_fold_json(folder.write("S_splits.json", text), num_graphs);
}

TEST(ReadFoldJson, ReadsPublishedFolds) {
  EXPECT_EQ(read_json(R"([{"test": [0, 1], "model_selection": [{"train": [3, 2], "validation": [4]}]}])"),
            (std::vector<Split>{{{3, 2}, {4}, {0, 1}}}));
}

TEST(ReadFoldJson, ReadsWhatWasWritten) {
  const std::vector<Split> splits = {{{0, 1}, {2}, {3}, {{"large", {4}}, {"huge", {5}}}}, {{4}, {2}, {}}};
  EXPECT_EQ(read_json(splits_to_json(splits).dump()), splits);
}

TEST(ReadFoldJson, RefusesWhatIsWrong) {
  const std::vector<std::string> wrong = {
      "",
      "[",
      "{}",
      "[]",
      "[3]",
      R"([{"test": [0]}])",
      R"([{"test": 0, "train": [1], "validation": [2]}])",
      R"([{"test": ["0"], "train": [1], "validation": [2]}])",
      R"([{"test": [0.5], "train": [1], "validation": [2]}])",
      R"([{"test": [18446744073709551615], "train": [1], "validation": [2]}])",
      R"([{"test": [6], "train": [1], "validation": [2]}])",
      R"([{"test": [1], "train": [1], "validation": [2]}])",
      R"([{"test": [0], "model_selection": []}])",
      R"([{"test": [0], "model_selection": {}}])",
      R"([{"test": [0], "model_selection": [[]]}])",
      R"([{"test": [0], "train": [1], "validation": [2], "extra_tests": {}}])",
      R"([{"test": [0], "train": [1], "validation": [2], "extra_tests": [{"graphs": [3]}]}])",
      R"([{"test": [0], "train": [1], "validation": [2], "extra_tests": [{"name": 1, "graphs": [3]}]}])",
      R"([{"test": [0], "train": [1], "validation": [2], "extra_tests": [{"name": "x", "graphs": [2]}]}])",
  };
  for (const std::string& text : wrong) {
    const Error error = error_of([&] { read_json(text); });
    EXPECT_EQ(error.kind(), ErrorKind::data) << text;
    EXPECT_THAT(error.what(), StartsWith("[split] S_splits.json")) << text;
  }
}

TEST(ReadFoldJson, ReadsTheFoldsOfErrica) {
  const std::map<std::string, std::int64_t> published = {{"NCI1", 4110}, {"IMDB-BINARY", 1000}, {"IMDB-MULTI", 1500}};
  for (const auto& [name, size] : published) {
    GNNIR_NEEDS_REAL_DATA("splits/" + name + "_splits.json");
    const auto splits = read_fold_json(testing::real_data() / "splits" / (name + "_splits.json"), size);
    ASSERT_EQ(splits.size(), 10u);
    std::vector<Graphs> tests;
    for (const Split& split : splits) {
      EXPECT_EQ(joined({split.train, split.validation, split.test}), first_numbers(size)) << name;
      tests.push_back(split.test);
    }
    EXPECT_EQ(joined(tests), first_numbers(size)) << name;
  }
}

TEST(ReadIndexFiles, ReadsTheFoldsOfCsl) {
  GNNIR_NEEDS_REAL_DATA("splits/CSL_train.index");
  const auto splits = read_index_files(testing::real_data() / "splits" / "CSL", 150);
  ASSERT_EQ(splits.size(), 5u);
  for (const Split& split : splits) {
    EXPECT_EQ(joined({split.train, split.validation, split.test}), first_numbers(150));
    EXPECT_EQ(split.test.size(), 30u);
  }
}

}  // namespace
}  // namespace gnnir

#include "gnnir/data/split/methods.h"

#include <gmock/gmock.h>

#include "gnnir/base/json.h"
#include "support/compress.h"
#include "support/datasets.h"
#include "support/errors.h"
#include "support/split_checks.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

using testing::dataset_with_classes;
using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::TempFolder;

/// A graph to a value, in lines from 2.
Dataset with_column(const std::vector<std::string>& values) {
  Dataset dataset = dataset_with_classes(std::vector<std::int64_t>(values.size(), 0));
  dataset.name = "assays";
  for (std::size_t graph = 0; graph < values.size(); ++graph)
    dataset.lines.push_back(static_cast<std::int64_t>(graph) + 2);
  dataset.kept = {{.name = "c", .values = values}};
  return dataset;
}

DataOptions by(const std::string& method) {
  DataOptions data;
  data.split = method;
  if (method == "column" || method == "group" || method == "time") data.split_column = "c";
  return data;
}

std::string complaint(const std::string& method, const std::vector<std::string>& values, bool folds = false) {
  const Dataset dataset = with_column(values);
  return error_of([&] { folds ? make_folds(dataset, by(method)) : std::vector{make_split(dataset, by(method))}; })
      .what();
}

TEST(SplitByColumn, ReadsItsWordsInAnyCase) {
  const Split split = make_split(with_column({"test", "Train", "valid", "TRAIN ", "val", "Validation"}), by("column"));
  EXPECT_EQ(split, (Split{.train = {1, 3}, .validation = {2, 4, 5}, .test = {0}}));
}

TEST(SplitByColumn, RefusesOtherWordsAndEmptyPartsWithTheirPlace) {
  EXPECT_EQ(complaint("column", {"train", "dev", "test"}),
            "[split] assays: line 3, column 'c': expected train, validation (or valid, val) or test, found 'dev'");
  EXPECT_EQ(complaint("column", {"train", "", "test"}),
            "[split] assays: line 3, column 'c': expected a value, found none");
  EXPECT_THAT(complaint("column", {"train", "test", "test"}), HasSubstr("found none of validation"));
}

TEST(SplitByColumn, MakesAFoldOfEveryValueInTheirOrder) {
  std::vector<std::string> values;
  for (int graph = 0; graph < 33; ++graph) values.push_back(std::to_string(9 + graph % 3));
  const std::vector<Split> folds = make_folds(with_column(values), by("column"));
  ASSERT_EQ(folds.size(), 3U);
  for (std::size_t fold = 0; fold < 3; ++fold) {  // 9, 10, 11
    EXPECT_EQ(folds[fold].test.size(), 11U);
    for (const std::int64_t graph : folds[fold].test) EXPECT_EQ(graph % 3, static_cast<std::int64_t>(fold));
    EXPECT_EQ(folds[fold].validation.size(), 2U);
  }
  EXPECT_THAT(complaint("column", {"a", "a", "a"}, /*folds=*/true),
              HasSubstr("expected 2 to 100 different ones, found 1"));
  std::vector<std::string> many;
  for (int graph = 0; graph < 101; ++graph) many.push_back(std::to_string(graph));
  EXPECT_THAT(complaint("column", many, /*folds=*/true), HasSubstr("expected 2 to 100 different ones, found 101"));
}

TEST(SplitByGroup, GivesEveryPartAGroupHoweverLarge) {
  std::vector<std::string> values;
  for (int graph = 0; graph < 50; ++graph) values.push_back(std::to_string(graph / 10));  // five groups of ten
  for (const std::uint64_t seed : {0, 1, 2, 3}) {
    DataOptions data = by("group");
    data.split_seed = seed;
    const Split split = make_split(with_column(values), data);
    EXPECT_EQ(testing::torn_groups(split, values), 0);
    EXPECT_EQ(split.train.size(), 30U);
    EXPECT_EQ(split.validation.size(), 10U);
    EXPECT_EQ(split.test.size(), 10U);
  }
}

TEST(SplitByGroup, PutsTheLargestIntoTraining) {
  std::vector<std::string> values(40, "large");
  for (int graph = 0; graph < 60; ++graph) values.push_back(std::to_string(graph));
  for (const std::uint64_t seed : {0, 1, 2, 3, 4, 5}) {
    DataOptions data = by("group");
    data.split_seed = seed;
    const Split split = make_split(with_column(values), data);
    EXPECT_EQ(split.train.front(), 0);
    EXPECT_EQ(split.train.size(), 80U);
    EXPECT_EQ(split.test.size(), 10U);
  }
}

TEST(SplitByGroup, DoesNotDependOnWhatGroupsAreCalled) {
  std::vector<std::string> names;
  std::vector<std::string> others;
  for (int graph = 0; graph < 60; ++graph) {
    names.push_back(std::to_string(graph % 17));
    others.push_back(std::string(static_cast<std::size_t>(20 - graph % 17), 'x'));
  }
  EXPECT_EQ(make_split(with_column(names), by("group")), make_split(with_column(others), by("group")));
  EXPECT_EQ(make_folds(with_column(names), by("group")), make_folds(with_column(others), by("group")));
}

TEST(SplitByGroup, RefusesFewerGroupsThanPartsOrFolds) {
  EXPECT_EQ(complaint("group", {"a", "a", "b", "b"}),
            "[split] assays: expected at least 3 groups, one for each part, found 2");
  EXPECT_EQ(complaint("group", {"a", "a", "b", "b"}, /*folds=*/true),
            "[split] assays: expected at least 10 groups, one for each fold, found 2");
  EXPECT_THAT(complaint("group", {"a", " ", "b"}), HasSubstr("line 3, column 'c': expected a value, found none"));
}

TEST(SplitByTime, TrainsOnTheOldestAndTestsOnTheNewest) {
  const std::vector<std::string> years = {"2003", "1999", "2007.5", "2001", "2000",
                                          "2002", "2004", "2005",   "2006", "-5"};
  const Split split = make_split(with_column(years), by("time"));
  EXPECT_EQ(split, (Split{.train = {0, 1, 3, 4, 5, 6, 7, 9}, .validation = {8}, .test = {2}}));
  EXPECT_EQ(make_split(with_column({"2020-02-01", "2019-12-31", "2020-01-31"}), by("time")),
            (Split{.train = {1}, .validation = {2}, .test = {0}}));
}

TEST(SplitByTime, KeepsEqualTimesTogether) {
  std::vector<std::string> years(8, "2000");
  years.insert(years.end(), {"2001", "2001", "2001", "2002"});
  EXPECT_EQ(make_split(with_column(years), by("time")),
            (Split{.train = {0, 1, 2, 3, 4, 5, 6, 7}, .validation = {8, 9, 10}, .test = {11}}));
}

TEST(SplitByTime, FoldsTestWhatCameAfterTheirTraining) {
  std::vector<std::string> days;
  for (int graph = 0; graph < 40; ++graph) days.push_back(std::to_string(40 - graph));  // the newest first
  DataOptions data = by("time");
  data.folds = 3;
  const std::vector<Split> folds = make_folds(with_column(days), data);
  ASSERT_EQ(folds.size(), 3U);
  for (std::size_t fold = 0; fold < 3; ++fold) {
    // Four periods of ten: train and validation are all before the test, and validation is the newest of them.
    const auto last = static_cast<std::int64_t>(40 - 10 * (fold + 1));
    EXPECT_EQ(folds[fold].train.size() + folds[fold].validation.size(), 10 * (fold + 1));
    EXPECT_EQ(folds[fold].validation.size(), fold + 1);
    EXPECT_EQ(folds[fold].validation.front(), last);
    EXPECT_EQ(folds[fold].test.front(), last - 10);
    EXPECT_EQ(folds[fold].test.back(), last - 1);
  }
}

TEST(SplitByTime, RefusesAMixOfNumbersAndDatesAndWhatIsNeither) {
  EXPECT_EQ(complaint("time", {"2001", "2002-01-01", "2003"}),
            "[split] assays: line 3, column 'c': expected a number as '2001', the first one, found '2002-01-01'");
  EXPECT_EQ(complaint("time", {"2001-05", "2002-01-01", "2003-01"}),
            "[split] assays: line 3, column 'c': expected a date written as '2001-05', the first one, found "
            "'2002-01-01'");
  for (const char* word :
       {"May 2001", "1/2/2003", "2001-13-01", "2001-12-32", "2019-02-29", "2001-12-01T24:00", "inf", "20-1-1"}) {
    EXPECT_THAT(complaint("time", {word, word, word}), HasSubstr("expected a number or a date such as 2024-05-31"))
        << word;
  }
  for (const char* nothing : {"", "nan", "NA"}) {
    EXPECT_THAT(complaint("time", {nothing, "2001", "2002"}), HasSubstr("expected a value, found none")) << nothing;
  }
  EXPECT_THAT(complaint("time", {"2001", "2001", "2002"}),
              HasSubstr("at least 3 different times for as many parts, found 2"));
  EXPECT_THAT(complaint("time", {"1", "2", "3"}, /*folds=*/true), HasSubstr("at least 11 different times"));
}

TEST(SplitByColumns, RefuseOneThatIsNotThere) {
  for (const char* method : {"column", "group", "time"}) {
    DataOptions data = by(method);
    data.split_column = "d";
    const Error error = error_of([&] { make_split(with_column({"1", "2", "3"}), data); });
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_EQ(error.setting(), "data.split_column");
    EXPECT_THAT(error.what(), HasSubstr("assays has no column 'd'"));
  }
}

TEST(SplitMethods, OfMoleculesRefuseOtherGraphs) {
  for (const char* method : {"scaffold", "cluster"}) {
    EXPECT_THAT(complaint(method, {"1", "2", "3"}), HasSubstr("are of molecules: expected SMILES or SDF"));
  }
}

TEST(SplitMethods, RefuseSettingsThatContradictEachOther) {
  const auto setting_of = [](const DataOptions& data) {
    const Error error = error_of([&] { refuse_contradictory_split(data); });
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    return error.setting();
  };
  EXPECT_EQ(setting_of(by("scafold")), "data.split");
  EXPECT_EQ(setting_of(by("files")), "data.split_file");
  DataOptions data = by("random");
  data.split_file = "x.json";
  EXPECT_EQ(setting_of(data), "data.split_file");
  data = by("group");
  data.split_column = "";
  EXPECT_EQ(setting_of(data), "data.split_column");
  EXPECT_NO_THROW(refuse_contradictory_split(by("auto")));
}

/// Splits of five graphs.
Split split_from(const std::filesystem::path& path) {
  DataOptions data = by("files");
  data.split_file = path.string();
  return make_split(with_column({"", "", "", "", ""}), data);
}

TEST(SplitFiles, AreAFolderWithAnIndexPerLineAsOgbHasThem) {
  const Split expected = {.train = {4, 0}, .validation = {1}, .test = {3, 2}};
  const TempFolder plain;
  plain.write("train.txt", "4\n0\n");
  plain.write("val.txt", "1");
  plain.write("test.txt", "3\r\n2\r\n");
  EXPECT_EQ(split_from(plain.path()), expected);
  const TempFolder packed;
  packed.write("train.csv.gz", testing::gzipped("4\n0\n"));
  packed.write("valid.csv.gz", testing::gzipped("1\n"));
  packed.write("test.csv", "3\n2\n");
  packed.write("RELEASE.txt", "not a part");
  EXPECT_EQ(split_from(packed.path()), expected);
}

TEST(SplitFiles, OfAFolderAreRefusedWithNameAndLine) {
  const TempFolder folder;
  folder.write("train.txt", "4\n0\n");
  folder.write("val.txt", "1\n");
  EXPECT_THAT(error_of([&] { split_from(folder.path()); }).what(), HasSubstr("found no test.txt"));
  folder.write("test.txt", "3\n5\n");
  EXPECT_STREQ(error_of([&] { split_from(folder.path()); }).what(), "[split] test.txt:2: graph 5 is outside 0..4");
  folder.write("test.txt", "3,2\n");
  EXPECT_STREQ(error_of([&] { split_from(folder.path()); }).what(),
               "[split] test.txt:1: expected an integer, found '3,2'");
  folder.write("test.txt", "3\n0\n");
  EXPECT_THAT(error_of([&] { split_from(folder.path()); }).what(), HasSubstr("test: graph 0 is also in train"));
  folder.write("test.txt", "");
  EXPECT_THAT(error_of([&] { split_from(folder.path()); }).what(), HasSubstr("test.txt: expected an index per line"));
  folder.write("valid.txt", "1\n");
  EXPECT_THAT(error_of([&] { split_from(folder.path()); }).what(), HasSubstr("are both there: which is meant?"));
}

TEST(SplitFiles, OfARunAreSavedAndReusedOnceForAllItsSeeds) {
  const std::vector<Split> folds = {{{0, 1}, {2}, {3, 4}}, {{3, 4}, {2}, {0, 1}}};
  const std::vector<Split> twice = {folds[0], folds[0], folds[1], folds[1]};  // with two seeds
  const TempFolder run;
  const auto file = run.write("splits.json", to_text(splits_to_json(twice)));
  for (const auto& path : {file, run.path()}) {
    DataOptions data = by("auto");
    data.split_file = path.string();
    EXPECT_EQ(make_folds(with_column({"", "", "", "", ""}), data), folds);
    data.fold = 2;
    EXPECT_EQ(make_split(with_column({"", "", "", "", ""}), data), folds[1]);
    data.fold = 3;
    EXPECT_EQ(error_of([&] { make_split(with_column({"", "", "", "", ""}), data); }).setting(), "data.fold");
  }
}

TEST(SplitFiles, AreRefusedWhereTheirGraphsWereSkipped) {
  Dataset dataset = with_column({"", "", ""});
  dataset.repairs.rejected = 1;
  DataOptions data = by("files");
  data.split_file = "x.json";
  EXPECT_THAT(error_of([&] { make_split(dataset, data); }).what(),
              HasSubstr("1 of the graphs that it counts was skipped"));
}

}  // namespace
}  // namespace gnnir

#include "gnnir/data/source/labels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "gnnir/data/rejects.h"
#include "gnnir/data/source/answers.h"
#include "support/errors.h"
#include "support/tu_folder.h"

namespace gnnir {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

using Rows = std::vector<std::vector<std::string_view>>;

Dataset stored(const std::vector<std::string>& columns, const Rows& rows, const ReadOptions& options = {}) {
  LabelTable labels("[csv] f.csv", columns, options);
  std::int64_t line = 2;
  for (const auto& row : rows) labels.add({"[csv] f.csv", line++}, row);
  Dataset dataset;
  labels.store(dataset);
  return dataset;
}

TEST(Labels, NumbersAreTargetsAndTextsAreClasses) {
  const Dataset dataset = stored({"mu", "kind"}, {{"", "b"}, {"0.5", ""}, {"nan", "a"}});
  EXPECT_THAT(dataset.target_names, ElementsAre("mu"));
  EXPECT_EQ(dataset.num_targets, 1);
  ASSERT_EQ(dataset.targets.size(), 3u);
  EXPECT_TRUE(std::isnan(dataset.targets[0]));
  EXPECT_EQ(dataset.targets[1], 0.5f);
  EXPECT_TRUE(std::isnan(dataset.targets[2]));
  EXPECT_THAT(dataset.class_names, ElementsAre("a", "b"));
  EXPECT_THAT(dataset.classes, ElementsAre(1, -1, 0));
}

TEST(Labels, TheColumnClassHoldsClassesEvenIfTheyAreNumbers) {
  const Dataset dataset = stored({"class", "mu"}, {{"10", "1"}, {"9", "2"}, {"+9.0", "3"}});
  EXPECT_THAT(dataset.class_names, ElementsAre("9", "10"));
  EXPECT_THAT(dataset.classes, ElementsAre(1, 0, 0));
  EXPECT_THAT(dataset.targets, ElementsAre(1, 2, 3));
}

TEST(Labels, TheTaskDecidesWhereAColumnCouldBeBoth) {
  const Rows integers = {{"1"}, {"2"}};
  EXPECT_TRUE(stored({"n"}, integers).has_targets());
  EXPECT_THAT(stored({"n"}, integers, {.task = TaskChoice::classification}).class_names, ElementsAre("1", "2"));
  EXPECT_THAT(stored({"class"}, integers, {.task = TaskChoice::regression}).targets, ElementsAre(1, 2));
  EXPECT_STREQ(error_of([] { stored({"n"}, {{"one"}}, {.task = TaskChoice::regression}); }).what(),
               "[csv] f.csv:2: 'n': expected a number, found 'one'");
}

TEST(Labels, OnlyChosenColumnsCount) {
  const Rows row = {{"1", "0.5", "x"}};
  const Dataset dataset = stored({"class", "mu", "note"}, row, {.targets = {"mu"}});
  EXPECT_FALSE(dataset.has_classes());
  EXPECT_THAT(dataset.target_names, ElementsAre("mu"));
  const Error error = error_of([&] { stored({"class", "mu", "note"}, row, {.targets = {"nu"}}); });
  EXPECT_EQ(error.kind(), ErrorKind::usage);
  EXPECT_STREQ(error.what(), "data.targets: [csv] f.csv has no 'nu'. Did you mean 'mu'? There are: class, mu, note");
}

TEST(Labels, WordsForNothingAreMissingAndDecideNothing) {
  const Dataset dataset = stored({"mu"}, {{"NA"}, {"N/A"}, {"#N/A"}, {"null"}, {"NULL"}, {" nan "}, {""}, {"0.5"}});
  EXPECT_FALSE(dataset.has_classes());
  EXPECT_EQ(std::count_if(dataset.targets.begin(), dataset.targets.end(), [](float y) { return std::isnan(y); }), 7);
  EXPECT_EQ(dataset.targets.back(), 0.5F);
  // Sodium and "none" are names like others.
  const Dataset salts = stored({"salt"}, {{"Na"}, {"none"}, {"NA"}});
  EXPECT_THAT(salts.class_names, ElementsAre("none", "Na"));
  EXPECT_THAT(salts.classes, ElementsAre(1, 0, -1));
}

TEST(Labels, ATargetIsChosenOnce) {
  const Error error = error_of([] { stored({"mu"}, {{"1"}}, {.targets = {"mu", "mu"}}); });
  EXPECT_EQ(error.kind(), ErrorKind::usage);
  EXPECT_STREQ(error.what(), "data.targets: 'mu' is given twice");
}

TEST(Labels, ClassesComeFromOneColumn) {
  const Error error = error_of([] { stored({"class", "note"}, {{"1", "x"}}); });
  EXPECT_EQ(error.kind(), ErrorKind::usage);
  EXPECT_STREQ(
      error.what(),
      "[csv] f.csv: classes come from one column, found class, note: choose one with data.targets (several can "
      "be learned together only if each has two answers)");
}

TEST(Labels, AColumnOfZeroAndOneAsksForYesOrNo) {
  const Rows rows = {{"0"}, {"1"}, {""}, {"1.0"}};
  const Dataset dataset = stored({"toxic"}, rows);
  EXPECT_THAT(dataset.class_names, ElementsAre("0", "1"));
  EXPECT_THAT(dataset.classes, ElementsAre(0, 1, -1, 1));
  EXPECT_THAT(dataset.asked_unasked, ElementsAre("toxic"));
  EXPECT_FALSE(dataset.has_targets());
  EXPECT_THAT(stored({"toxic"}, rows, {.task = TaskChoice::regression}).target_names, ElementsAre("toxic"));
  EXPECT_TRUE(stored({"toxic"}, {{"0"}, {"1"}, {"2"}}).has_targets());
  EXPECT_TRUE(stored({"toxic"}, {{"0"}, {"0"}}).has_targets()) << "nothing is asked where all are 0";
}

TEST(Labels, AColumnOfMinusOneAndOneAsksForYesOrNo) {
  const Rows rows = {{"1"}, {"-1"}, {""}, {"-1.0"}};
  const Dataset dataset = stored({"toxic"}, rows);
  EXPECT_THAT(dataset.class_names, ElementsAre("-1", "1"));
  EXPECT_THAT(dataset.classes, ElementsAre(1, 0, -1, 0));
  EXPECT_THAT(remarks_on_reading(dataset),
              ElementsAre("toxic has only -1 and 1: learned as a yes/no question (data.task=regression: as numbers)"));
  EXPECT_THAT(stored({"toxic"}, rows, {.task = TaskChoice::regression}).target_names, ElementsAre("toxic"));
  const Dataset several = stored({"a", "b", "c"}, {{"1", "0", "-1"}, {"-1", "1", ""}});
  using Answers = std::array<std::string, 2>;
  EXPECT_THAT(several.answers, ElementsAre(Answers{"-1", "1"}, Answers{"0", "1"}, Answers{"-1", "1"}));
  EXPECT_THAT(std::vector<float>(several.targets.begin(), several.targets.begin() + 5), ElementsAre(1, 0, 0, 0, 1));
  EXPECT_THAT(remarks_on_reading(several), ElementsAre("a, b, c have only two values: learned as yes/no questions "
                                                       "(data.task=regression: as numbers)"));
}

TEST(Labels, ANumberThatMayMeanMissingIsSaid) {
  const auto remarks = [](const Rows& rows, const ReadOptions& options = {}) {
    Dataset dataset = stored({"toxic"}, rows, options);
    dataset.examples.resize(rows.size());
    return remarks_on_reading(dataset);
  };
  const Rows coded = {{"0"}, {"1"}, {"-999"}, {"0"}, {"-999"}};
  EXPECT_TRUE(stored({"toxic"}, coded).has_targets());
  EXPECT_THAT(remarks(coded),
              ElementsAre("toxic has 0 and 1, and -999 in 2 graphs, learned as numbers: if -999 says that nothing is "
                          "known, leave such fields empty or write NA"));
  EXPECT_THAT(remarks(coded, {.task = TaskChoice::classification}),
              ElementsAre(HasSubstr("2 of 5 graphs are of the class '-999': if it says that nothing is known, leave "
                                    "such fields empty or write NA")));
  EXPECT_THAT(remarks({{"0"}, {"1"}, {"-1"}}).front(), HasSubstr("toxic has -1, 0 and 1, learned as numbers: if"));
  EXPECT_THAT(remarks({{"0"}, {"1"}, {"2"}}), IsEmpty());
  EXPECT_THAT(remarks({{"0"}, {"1"}, {"-999"}, {"2"}}), IsEmpty());
}

TEST(Labels, AWordThatMayMeanMissingIsSaid) {
  EXPECT_THAT(error_of([] {
                stored({"toxic"}, {{"0"}, {"1"}, {"na"}});
              }).what(),
              HasSubstr("found 'na' (what is missing is left empty or written NA; "));
  EXPECT_THAT(error_of([] {
                stored({"toxic"}, {{"na"}, {"1"}, {"0"}});
              }).what(),
              HasSubstr("mend it (what is missing is left empty or written NA), or say"));
  EXPECT_THAT(error_of([] { stored({"toxic"}, {{"0"}, {"1"}, {"high"}}); }).what(), Not(HasSubstr("missing")));
  Dataset dataset = stored({"kind"}, {{"acid"}, {"unknown"}, {"base"}});
  dataset.examples.resize(3);
  EXPECT_THAT(dataset.class_names, ElementsAre("acid", "base", "unknown"));
  EXPECT_THAT(remarks_on_reading(dataset).front(), HasSubstr("1 of 3 graphs is of the class 'unknown': if it says"));
  EXPECT_THAT(remarks_on_reading(stored({"pole"}, {{"+"}, {"-"}})), IsEmpty());
}

TEST(Labels, SeveralColumnsOfTwoAnswersAreQuestions) {
  const Dataset dataset =
      stored({"toxic", "soluble", "rare"}, {{"1", "yes", ""}, {"0", "no", "1"}, {"", "yes", "1"}, {"1", "", ""}});
  EXPECT_FALSE(dataset.has_classes());
  EXPECT_THAT(dataset.target_names, ElementsAre("toxic", "soluble", "rare"));
  using Answers = std::array<std::string, 2>;
  EXPECT_THAT(dataset.answers, ElementsAre(Answers{"0", "1"}, Answers{"no", "yes"}, Answers{"0", "1"}));
  EXPECT_THAT(std::vector<float>(dataset.targets.begin(), dataset.targets.begin() + 2), ElementsAre(1, 1));
  EXPECT_TRUE(std::isnan(dataset.targets[2]));
  EXPECT_THAT(std::vector<float>(dataset.targets.begin() + 3, dataset.targets.begin() + 6), ElementsAre(0, 0, 1));
  EXPECT_THAT(dataset.asked_unasked, ElementsAre("toxic", "rare"));
}

TEST(Labels, OneRealColumnAmongZerosAndOnesMakesAllNumbers) {
  const Dataset dataset = stored({"toxic", "mu"}, {{"1", "0.5"}, {"0", "2"}});
  EXPECT_TRUE(dataset.answers.empty());
  EXPECT_THAT(dataset.targets, ElementsAre(1, 0.5F, 0, 2));
}

TEST(Labels, WhatSoundsLikeNoIsNotTheAnswerThatIsAskedFor) {
  EXPECT_THAT(stored({"a"}, {{"active"}, {"inactive"}, {"active"}}).class_names, ElementsAre("inactive", "active"));
  EXPECT_THAT(stored({"a"}, {{"True"}, {"False"}}).class_names, ElementsAre("False", "True"));
  EXPECT_THAT(stored({"a"}, {{"blue"}, {"red"}}).class_names, ElementsAre("blue", "red"));
}

TEST(Labels, NonAndInAndMinusSayNo) {
  const std::pair<const char*, const char*> answers[] = {
      {"nonbinder", "binder"}, {"unstable", "stable"}, {"BBB-", "BBB+"}, {"not toxic", "toxic"},
      {"decoy", "active"},     {"safe", "toxic"},      {"miss", "hit"}};
  for (const auto& [no, yes] : answers) {
    EXPECT_THAT(stored({"a"}, {{yes}, {no}}).class_names, ElementsAre(no, yes));
  }
}

TEST(Labels, QuestionsOfAModelStayQuestionsWhateverAFewRowsShow) {
  const Dataset one = stored({"a", "b"}, {{"1", "yes"}}, {.task = TaskChoice::classification, .questions = true});
  EXPECT_THAT(one.target_names, ElementsAre("a", "b"));
  EXPECT_THAT(one.targets, ElementsAre(1, 1));
  EXPECT_STREQ(error_of([] {
                 stored({"a", "b"}, {{"1", "x"}, {"2", "y"}, {"0", "y"}},
                        {.task = TaskChoice::classification, .questions = true});
               }).what(),
               "[csv] f.csv: 'a' is a question with two answers, found more: 0, 1, 2");
}

TEST(Labels, ZerosAndOnesBesideNumbersAreSaidToBeNumbers) {
  EXPECT_THAT(stored({"toxic", "mu"}, {{"1", "0.5"}, {"0", "2"}}).numbers_unasked, ElementsAre("toxic"));
}

TEST(Labels, NumbersWithADecimalCommaAreNoClasses) {
  std::vector<std::string> texts;
  Rows rows;
  for (int i = 0; i < 30; ++i) texts.push_back("0," + std::to_string(100 + i));
  for (const std::string& text : texts) rows.push_back({text});
  EXPECT_STREQ(error_of([&] { stored({"y"}, rows); }).what(),
               "[csv] f.csv: 'y' has numbers with a decimal comma, such as '0,100': write them with a point");
}

TEST(Labels, TheAnswerThatIsAskedForCanBeNamed) {
  Dataset dataset = stored({"a"}, {{"blue"}, {"red"}, {""}});
  choose_positive(dataset, "blue");
  EXPECT_THAT(dataset.class_names, ElementsAre("red", "blue"));
  EXPECT_THAT(dataset.classes, ElementsAre(1, 0, -1));
  choose_positive(dataset, "blue");
  EXPECT_THAT(dataset.classes, ElementsAre(1, 0, -1));
  Dataset questions = stored({"a", "b"}, {{"1", "up"}, {"0", "down"}, {"1", ""}});
  choose_positive(questions, "down");
  EXPECT_EQ(questions.answers[1][1], "down");
  EXPECT_EQ(questions.targets[1], 0);
  EXPECT_EQ(questions.targets[3], 1);
  EXPECT_EQ(questions.targets[0], 1) << "other questions stay as they are";
  EXPECT_STREQ(error_of([&] { choose_positive(dataset, "green"); }).what(),
               "data.positive: expected one of the two answers, red, blue; found 'green'");
}

TEST(Labels, NamesOfRowsAreNoClasses) {
  std::vector<std::string> names;
  Rows rows;
  for (int i = 0; i < 30; ++i) names.push_back("molecule " + std::to_string(i));
  for (const std::string& name : names) rows.push_back({name});
  EXPECT_STREQ(
      error_of([&] { stored({"title"}, rows); }).what(),
      "[csv] f.csv: 'title' has 30 different values in 30 rows: these are names or numbers, not classes; choose "
      "what is to be learned with data.targets, or say data.task=regression");
}

TEST(Labels, ATextAmongNumbersIsAMistakeAndLeavesTheTableAsItWas) {
  LabelTable labels("[csv] f.csv", {"a", "b"}, {});
  const auto add = [&](std::int64_t line, std::vector<std::string_view> row) {
    labels.add({"[csv] f.csv", line}, row);
  };
  add(2, {"1", "2"});
  const Error error = error_of([&] { add(3, {"3", "high"}); });
  EXPECT_EQ(error.kind(), ErrorKind::data);
  EXPECT_STREQ(error.what(),
               "[csv] f.csv:3: 'b': expected a number as in line 2, found 'high' (data.task=classification: texts are "
               "classes)");
  add(4, {"5", "6"});
  Dataset dataset;
  labels.store(dataset);
  EXPECT_THAT(dataset.targets, ElementsAre(1, 2, 5, 6));
}

TEST(Labels, RefuseNamesThatNobodyCouldUse) {
  EXPECT_STREQ(error_of([] {
                 stored({"a", ""}, {});
               }).what(),
               "[csv] f.csv: column 2 of what is to be learned has no name that can be used, but ''");
  EXPECT_NO_THROW(stored({"a", ""}, {}, {.targets = {"a"}}));
  EXPECT_STREQ(error_of([] { stored({"class"}, {{"\xff"}}); }).what(),
               "[csv] f.csv:2: 'class': expected a text in UTF-8, found '?'");
}

TEST(Labels, AreNotReadIfTheyAreNotWanted) {
  const Dataset dataset = stored({"class", "mu"}, {{"x", "no number"}}, {.targets = {"absent"}, .labels = false});
  EXPECT_FALSE(dataset.has_classes());
  EXPECT_FALSE(dataset.has_targets());
}

TEST(Labels, OfTuFilesAreChosenByNameToo) {
  const auto files = testing::small_tu_with({{"X_graph_attributes.txt", "1,2,3\n4,5,6\n"}});
  const testing::TempFolder folder;
  for (const auto& [name, content] : files) folder.write(name, content);
  const auto read = [&](const ReadOptions& options) { return read_tu(FileSource::open(folder.path()), options); };
  const Dataset chosen = read({.targets = {"target_2", "target_0"}});
  EXPECT_THAT(chosen.target_names, ElementsAre("target_0", "target_2"));
  EXPECT_THAT(chosen.targets, ElementsAre(1, 3, 4, 6));
  EXPECT_FALSE(chosen.has_classes());
  const Dataset classes = read({.targets = {"class"}});
  EXPECT_TRUE(classes.has_classes());
  EXPECT_THAT(classes.target_names, IsEmpty());
  EXPECT_STREQ(error_of([&] { read({.targets = {"target_3"}}); }).what(),
               "data.targets: [tu] X has no 'target_3'. Did you mean 'target_0'? There are: class, target_0, target_1, "
               "target_2");
}

TEST(Labels, IntegersOfTuFilesBecomeATargetForRegression) {
  const testing::TempFolder folder;
  for (const auto& [name, content] : testing::small_tu) folder.write(name, content);
  const Dataset dataset = read_tu(FileSource::open(folder.path()), {.task = TaskChoice::regression});
  EXPECT_THAT(dataset.targets, ElementsAre(1, -1));
  EXPECT_FALSE(dataset.has_classes());
}

}  // namespace
}  // namespace gnnir

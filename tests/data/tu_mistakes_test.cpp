#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gnnir/base/error.h"
#include "gnnir/data/formats/tu.h"
#include "support/tu_folder.h"

namespace gnnir {
namespace {

using testing::complaint_about_tu;
using testing::Files;
using ::testing::HasSubstr;
using testing::small_tu;
using testing::small_tu_with;
using testing::without;

TEST(TuReader, RefusesSkippedGraphsWithoutALabel) {
  const Files files = {{"X_A.txt", ""}, {"X_graph_indicator.txt", "1\n1\n3\n"}};
  EXPECT_EQ(complaint_about_tu(files),
            "[tu] X_graph_indicator.txt:3: expected graph 2, found 3: without labels no number may be skipped");
  EXPECT_THAT(complaint_about_tu({{"X_A.txt", ""}, {"X_graph_indicator.txt", "2\n"}}),
              HasSubstr("[tu] X_graph_indicator.txt:1: expected graph 1, found 2"));
}

TEST(TuReader, DoesNotTrustAHugeGraphNumber) {
  EXPECT_THAT(complaint_about_tu({{"X_A.txt", ""}, {"X_graph_indicator.txt", "1\n9000000000000000000\n"}}),
              HasSubstr("[tu] X_graph_indicator.txt:2: "));
  EXPECT_EQ(complaint_about_tu(small_tu_with({{"X_graph_indicator.txt", "1\n1\n2\n2\n9000000000000000000\n"}})),
            "[tu] X_graph_indicator.txt:5: graph 9000000000000000000 is outside 1..2, the lines of X_graph_labels.txt");
}

TEST(TuReader, NamesFilesThatAreMissing) {
  EXPECT_THAT(complaint_about_tu(without(small_tu, "X_A.txt")),
              HasSubstr("expected one file whose name ends in _A.txt, found none"));
  EXPECT_THAT(complaint_about_tu(small_tu_with({{"Y_A.txt", ""}})), HasSubstr("found X_A.txt and Y_A.txt"));
  EXPECT_THAT(complaint_about_tu(without(small_tu, "X_graph_indicator.txt")),
              HasSubstr("expected a file X_graph_indicator.txt"));
}

/// One wrong file and what is said about it.
struct Mistake {
  std::string name;  ///< of the test
  std::string file;
  std::string content;
  std::string message;
};

class TuMistakes : public ::testing::TestWithParam<Mistake> {};

TEST_P(TuMistakes, AreNamedWithFileAndLine) {
  EXPECT_THAT(complaint_about_tu(small_tu_with({{GetParam().file, GetParam().content}})),
              HasSubstr(GetParam().message));
}

const std::vector<Mistake> mistakes = {
    {"NodeTooLarge", "X_A.txt", "1, 2\n1, 6\n", "[tu] X_A.txt:2: node 6 is outside 1..5"},
    {"NodeZero", "X_A.txt", "0, 1\n", "[tu] X_A.txt:1: node 0 is outside 1..5"},
    {"NodeNegative", "X_A.txt", "1, -1\n", "[tu] X_A.txt:1: node -1 is outside 1..5"},
    {"NodeHuge", "X_A.txt", "4294967297, 1\n", "[tu] X_A.txt:1: node 4294967297 is outside 1..5"},
    {"NodeBeyond64Bits", "X_A.txt", "99999999999999999999, 1\n", "[tu] X_A.txt:1: expected an integer"},
    {"LettersForNodes", "X_A.txt", "1, 2\n\na, 2\n", "[tu] X_A.txt:2: expected two nodes"},
    {"LettersForANode", "X_A.txt", "1, x\n", "[tu] X_A.txt:1: expected an integer, found 'x'"},
    {"ThreeNodes", "X_A.txt", "1, 2, 3\n", "[tu] X_A.txt:1: expected an integer, found '2, 3'"},
    {"OneNode", "X_A.txt", "1\n", "[tu] X_A.txt:1: expected two nodes with a comma between, found '1'"},
    {"NoTarget", "X_A.txt", "1,\n", "[tu] X_A.txt:1: expected an integer, found ''"},
    {"EdgeBetweenGraphs", "X_A.txt", "1, 2\n2, 3\n", "[tu] X_A.txt:2: nodes 2 and 3 are of different graphs, 1 and 2"},
    {"GraphZero", "X_graph_indicator.txt", "0\n1\n", "[tu] X_graph_indicator.txt:1: expected graphs numbered from 1"},
    {"GraphsDecrease", "X_graph_indicator.txt", "1\n2\n1\n",
     "[tu] X_graph_indicator.txt:3: expected ascending graphs, found 1 after 2"},
    {"GraphsAreLetters", "X_graph_indicator.txt", "1\none\n", "[tu] X_graph_indicator.txt:2: expected an integer"},
    {"GraphsAreFractions", "X_graph_indicator.txt", "1.5\n", "[tu] X_graph_indicator.txt:1: expected an integer"},
    {"IndicatorIsShort", "X_graph_indicator.txt", "1\n1\n2\n", "[tu] X_A.txt:3: node 4 is outside 1..3"},
    {"BlankLineBetweenGraphs", "X_graph_indicator.txt", "1\n\n2\n",
     "[tu] X_graph_indicator.txt:2: expected an integer"},
    {"LabelsAreShort", "X_graph_labels.txt", "1\n",
     "[tu] X_graph_indicator.txt:3: graph 2 is outside 1..1, the lines of X_graph_labels.txt"},
    {"LabelsAreEmpty", "X_graph_labels.txt", "", "[tu] X_graph_indicator.txt:1: graph 1 is outside 1..0"},
    {"LabelsAreLetters", "X_graph_labels.txt", "1\nyes\n", "[tu] X_graph_labels.txt:2: expected a number, found 'yes'"},
    {"LabelsHaveColumns", "X_graph_labels.txt", "1\n1, 0\n", "[tu] X_graph_labels.txt:2: expected one label"},
    {"LabelsAreInfinite", "X_graph_labels.txt", "1\n-inf\n", "[tu] X_graph_labels.txt:2: expected a finite number"},
    {"TargetsAreInfinite", "X_graph_attributes.txt", "1\ninf\n", "[tu] X_graph_attributes.txt:2: expected a finite"},
    {"TargetsAreTooLarge", "X_graph_attributes.txt", "1e39\n1\n", "[tu] X_graph_attributes.txt:1: expected a finite"},
    {"TargetsAreLetters", "X_graph_attributes.txt", "1\nhigh\n", "[tu] X_graph_attributes.txt:2: expected a number"},
    {"TargetsAreLong", "X_graph_attributes.txt", "1\n2\n3\n",
     "[tu] X_graph_attributes.txt: expected 2 lines (as in X_graph_labels.txt), found 3"},
    {"TargetsChangeColumns", "X_graph_attributes.txt", "1,2\n3\n",
     "[tu] X_graph_attributes.txt:2: expected 2 columns, found 1"},
    {"TargetsOfSeveralColumnsAreBlank", "X_graph_attributes.txt", "1,2\n\n",
     "[tu] X_graph_attributes.txt:2: expected 2 columns, found 1"},
    {"NodeLabelsAreShort", "X_node_labels.txt", "1\n1\n1\n",
     "[tu] X_node_labels.txt: expected 5 lines (one per node), found 3"},
    {"NodeLabelsAreLong", "X_node_labels.txt", "1\n1\n1\n1\n1\n1\n",
     "[tu] X_node_labels.txt: expected 5 lines (one per node), found 6"},
    {"NodeLabelsAreLetters", "X_node_labels.txt", "1\nC\n", "[tu] X_node_labels.txt:2: expected an integer, found 'C'"},
    {"NodeLabelsHaveColumns", "X_node_labels.txt", "1, 2\n", "[tu] X_node_labels.txt:1: expected one node label"},
    {"NodeAttributesAreShort", "X_node_attributes.txt", "1\n",
     "[tu] X_node_attributes.txt: expected 5 lines (one per node), found 1"},
    {"NodeAttributesAreMissing", "X_node_attributes.txt", "1\nnan\n1\n1\n1\n",
     "[tu] X_node_attributes.txt:2: expected a finite number, found 'nan'"},
    {"NodeAttributesAreInfinite", "X_node_attributes.txt", "inf\n1\n1\n1\n1\n",
     "[tu] X_node_attributes.txt:1: expected a finite number"},
    {"NodeAttributesAreEmpty", "X_node_attributes.txt", "1,2\n3,\n1,1\n1,1\n1,1\n",
     "[tu] X_node_attributes.txt:2: expected a number, found ''"},
    {"NodeAttributesChangeColumns", "X_node_attributes.txt", "1\n2,3\n",
     "[tu] X_node_attributes.txt:2: expected 1 columns, found 2"},
};
INSTANTIATE_TEST_SUITE_P(TuReader, TuMistakes, ::testing::ValuesIn(mistakes),
                         [](const auto& mistake) { return mistake.param.name; });

TEST(TuReader, RefusesRealLabelsBesideTargets) {
  EXPECT_THAT(
      complaint_about_tu(small_tu_with({{"X_graph_labels.txt", "0.5\n1\n"}, {"X_graph_attributes.txt", "1\n2\n"}})),
      HasSubstr("[tu] X_graph_labels.txt: expected classes, found real numbers"));
}

TEST(TuReader, RefusesADataSetWithoutGraphs) {
  EXPECT_THAT(complaint_about_tu({{"X_A.txt", ""}, {"X_graph_indicator.txt", "\n"}}), HasSubstr("holds no graphs"));
}

TEST(TuReader, ShortensWhatItQuotes) {
  const std::string message = complaint_about_tu(small_tu_with({{"X_A.txt", std::string(100000, 'x') + "\n"}}));
  EXPECT_LT(message.size(), 200u);
}

TEST(TuReader, QuotesOnlyPrintableCharacters) {
  EXPECT_THAT(complaint_about_tu(small_tu_with({{"X_A.txt", "1, \x1b[2J\xff\n"}})), HasSubstr("found '?[2J?'"));
}

}  // namespace
}  // namespace gnnir

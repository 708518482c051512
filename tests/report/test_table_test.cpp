#include "gnnir/report/test_table.h"

#include <gmock/gmock.h>

#include <cmath>

#include "support/errors.h"

namespace gnnir {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(TestTable, ReadsClassesWithTheirProbabilitiesAndWhatGraphsAreCalled) {
  const TestTable table = parse_test_table(
      "graph,line,id,true,prediction,p_a,p_b,p_c,unusual\n"
      "4,6,x,b,a,0.6,0.3,0.1,\n"
      "7,9,y,,a,0.6,0.3,0.1,\n"
      "9,11,z,c,,,,,\n",
      "t");
  EXPECT_EQ(table.task, Task::classification);
  EXPECT_THAT(table.name_columns, ElementsAre("id"));
  EXPECT_THAT(table.graphs, ElementsAre(4, 7, 9));
  const TestColumn& column = table.columns.at(0);
  EXPECT_THAT(column.classes, ElementsAre("a", "b", "c"));
  EXPECT_THAT(column.rows, ElementsAre(0, 2));  // one has no label
  EXPECT_THAT(column.answers.labels, ElementsAre(1, 2));
  EXPECT_THAT(column.answers.predicted, ElementsAre(0, -1));  // one has no finite output
  EXPECT_DOUBLE_EQ(column.answers.probability(0, 1), 0.3);
  EXPECT_DOUBLE_EQ(column.answers.surprise[0], -std::log(0.3));
}

TEST(TestTable, KnowsWhichAnswerIsYesByWhatIsSaidWhereItIsLikely) {
  const TestTable table = parse_test_table(
      "graph,true_liver,true_heart,liver,p_liver,heart,p_heart,unusual\n"
      "0,toxic,1,safe,0.2,1,0.9,\n"
      "1,safe,,toxic,0.7,1,0.8,\n",
      "t");
  EXPECT_EQ(table.task, Task::yes_no);
  ASSERT_EQ(table.columns.size(), 2U);
  EXPECT_EQ(table.columns[0].name, "liver");
  EXPECT_THAT(table.columns[0].classes, ElementsAre("safe", "toxic"));
  EXPECT_THAT(table.columns[0].answers.labels, ElementsAre(1, 0));
  EXPECT_THAT(table.columns[0].answers.predicted, ElementsAre(0, 1));
  EXPECT_THAT(table.columns[1].rows, ElementsAre(0));
}

TEST(TestTable, ReadsTargetsAlsoWhereTheirNamesAreThoseOfOurColumns) {
  const TestTable table = parse_test_table(
      "graph,true_mu,true_order,mu,target_order,unusual\n"
      "3,1.5,-2,1.25,,\n",
      "t");
  EXPECT_EQ(table.task, Task::regression);
  EXPECT_EQ(table.columns[0].numbers.predictions[0], 1.25);
  EXPECT_EQ(table.columns[1].name, "order");
  EXPECT_EQ(table.columns[1].numbers.targets[0], -2);
  EXPECT_TRUE(std::isnan(table.columns[1].numbers.predictions[0]));
}

TEST(TestTable, TakesOfSeveralSeedsOnlyWhatTheySayTogether) {
  const TestTable table = parse_test_table(
      "training,graph,true,prediction,p_a,p_b,std,unusual\n"
      "fold_1_together,0,a,a,0.7,0.3,0.1,\n"
      "fold_1_seed_0,0,a,b,0.4,0.6,,\n"
      "fold_2_together,1,b,b,0.1,0.9,0.1,\n",
      "t");
  EXPECT_THAT(table.trainings, ElementsAre("fold_1_together", "fold_2_together"));
  EXPECT_THAT(table.columns[0].answers.predicted, ElementsAre(0, 1));
}

TEST(TestTable, OfAnotherFileIsRefused) {
  EXPECT_THAT(error_of([] { parse_test_table("a,b\n1,2\n", "[run] x.csv"); }).what(), HasSubstr("[run] x.csv"));
  EXPECT_THAT(error_of([] { parse_test_table("graph,b\n1,2\n", "[run] x.csv"); }).what(), HasSubstr("'true'"));
  EXPECT_THAT(parse_test_table("graph,true,prediction,p_a\n", "t").graphs, IsEmpty());
}

}  // namespace
}  // namespace gnnir

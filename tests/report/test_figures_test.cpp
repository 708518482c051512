#include "gnnir/report/test_figures.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numeric>

namespace gnnir {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(TestFigures, CountResidualsByHand) {
  NumberRows rows;
  rows.targets = {0, 0, 0, 0, 0};
  rows.predictions = {1, -1, 3, 5, std::nan("")};
  const Residuals found = residuals_of(rows);
  EXPECT_EQ(found.graphs, 4);
  EXPECT_EQ(found.unanswered, 1);
  EXPECT_DOUBLE_EQ(found.mean, 2);
  EXPECT_DOUBLE_EQ(found.deviation, std::sqrt((1 + 9 + 1 + 9) / 3.0));
  EXPECT_DOUBLE_EQ(found.median_error, 1);  // of 1, 1, 3, 5
  EXPECT_DOUBLE_EQ(found.ninety_percent, 5);
  EXPECT_DOUBLE_EQ(found.largest, 5);
  std::int64_t in_bins = 0;
  for (const Residuals::Bin& bin : found.bins) in_bins += bin.graphs;
  EXPECT_EQ(in_bins, 4);
}

TEST(TestFigures, HaveAConfusionOfFewClassesAndTheWorstMistakesOfMany) {
  const TestTable few =
      parse_test_table("graph,true,prediction,p_a,p_b\n0,a,a,0.9,0.1\n1,a,b,0.2,0.8\n2,b,b,0.3,0.7\n3,b,,,\n", "t");
  const ColumnFigures figures = test_figures(few, {}).columns.at(0);
  EXPECT_THAT(figures.counts, ElementsAre(1, 1, 0, 1));
  EXPECT_THAT(figures.mistakes, IsEmpty());
  ASSERT_TRUE(figures.roc_auc.has_value());
  EXPECT_DOUBLE_EQ(*figures.roc_auc, 0.5);  // of b: 0.7 is above 0.1, and below 0.8

  std::string text = "graph,true,prediction";
  for (int c = 0; c < 30; ++c) text += ",p_c" + std::to_string(c);
  text += "\n";
  for (const char* row : {"0,c3,c4", "1,c3,c4", "2,c5,c6", "3,c7,c7"}) {
    text += row;
    for (int c = 0; c < 30; ++c) text += ",0.033";
    text += "\n";
  }
  const ColumnFigures many = test_figures(parse_test_table(text, "t"), {}).columns.at(0);
  EXPECT_THAT(many.counts, IsEmpty());
  ASSERT_EQ(many.mistakes.size(), 2U);
  EXPECT_EQ(many.mistakes[0].true_class, 3U);
  EXPECT_EQ(many.mistakes[0].graphs, 2);
}

/// A model that was wrong by 1, 2, …, 9 on nine validation graphs, and by 0.5, 4.5 and 8.5 on test graphs.
TEST(TestFigures, SayHowOftenIntervalsHoldWhatTheyPromise) {
  ModelHeader header;
  header.targets.task = Task::regression;
  header.targets.names = {"y"};
  header.targets.mean = {0};
  header.targets.scale = {1};
  HeldOut held_out{.data = "d", .graphs = 12};
  for (int i = 1; i <= 9; ++i) {
    held_out.validation.graphs.push_back(i);
    held_out.validation.outputs.push_back(0);
    held_out.validation.labels.push_back(static_cast<float>(i));
  }
  header.held_out = std::make_shared<const HeldOut>(held_out);
  const TestTable table = parse_test_table("graph,true_y,y,unusual\n20,0.5,0,\n21,4.5,0,\n22,8.5,0,\n", "t");
  const PromisingModels models{"", {header}};
  const std::vector<KeptPromise> promises = kept_promises(table, std::span(&models, 1));
  ASSERT_EQ(promises.size(), promised_levels.size());
  // ceil(10 · level) of the nine errors bounds the next: 5 at 50 %, 8 at 80 %, 9 at 90 %, none at 95 %
  EXPECT_EQ(promises[0].of_columns.at(0).covered, 2);
  EXPECT_NEAR(promises[0].of_columns.at(0).size, 10, 1e-6);
  EXPECT_EQ(promises[3].of_columns.at(0).covered, 2);
  EXPECT_EQ(promises[4].of_columns.at(0).covered, 3);
  EXPECT_TRUE(std::isinf(promises[5].of_columns.at(0).size));
}

TEST(TestFigures, PromiseNothingOfModelsThatKeepNoValidationGraphs) {
  const TestTable table = parse_test_table("graph,true_y,y,unusual\n20,0.5,0,\n", "t");
  const PromisingModels models{"", {ModelHeader{}}};
  EXPECT_THAT(kept_promises(table, std::span(&models, 1)), IsEmpty());
}

}  // namespace
}  // namespace gnnir

#include "gnnir/record/epoch_table.h"

#include <gmock/gmock.h>

#include <cmath>

namespace gnnir {
namespace {

using ::testing::ElementsAre;

EpochReport sample() {
  EpochReport report;
  report.epoch = 3;
  report.lr = 0.005;
  report.train = {{"accuracy", 0.75}, {"loss", 0.1 + 0.2}};
  report.validation = {{"loss", 1.0 / 3}};
  report.seconds = 1.25;
  report.graphs_per_second = 100;
  report.best = true;
  return report;
}

TEST(EpochTable, ReadsBackToTheLastBit) {
  const MetricsColumns columns = MetricsColumns::of(sample());
  EXPECT_EQ(columns.header(), "epoch,lr,best,train_accuracy,train_loss,validation_loss");
  const auto epochs = parse_metrics(columns.header() + "\n" + columns.row(sample()) + "\n");
  ASSERT_EQ(epochs.size(), 1U);
  EXPECT_EQ(epochs[0].epoch, 3);
  EXPECT_EQ(epochs[0].lr, 0.005);
  EXPECT_TRUE(epochs[0].best);
  EXPECT_EQ(epochs[0].train, sample().train);
  EXPECT_EQ(epochs[0].validation, sample().validation);
}

TEST(EpochTable, TakesNamesOfClassesAndTargetsThatHoldCommasAndQuotes) {
  EpochReport report = sample();
  report.validation = {{"f1:short, odd", 0.5}, {"f1:\"x\"", 0.25}, {"loss", 1}};
  const MetricsColumns columns = MetricsColumns::of(report);
  EXPECT_THAT(columns.header(), ::testing::HasSubstr(R"(,"validation_f1:""x""","validation_f1:short, odd",)"));
  const std::string table = columns.header() + "\n" + columns.row(report) + "\n";
  EXPECT_EQ(parse_metrics(table).at(0).validation, report.validation);
  EXPECT_EQ(MetricsColumns::in(table).header(), columns.header());
}

TEST(EpochTable, HasAColumnForAScoreThatTheFirstEpochLacked) {
  EpochReport first = sample();
  first.validation_lacks = {{"pearson", "all predictions are the same"}};
  const MetricsColumns columns = MetricsColumns::of(first);
  EpochReport second = sample();
  second.validation["pearson"] = 0.5;
  const auto epochs = parse_metrics(columns.header() + "\n" + columns.row(first) + "\n" + columns.row(second) + "\n");
  EXPECT_EQ(epochs.at(0).validation, first.validation);
  EXPECT_EQ(epochs.at(1).validation, second.validation);
}

TEST(EpochTable, GoesOnWithTheColumnsThatItHas) {
  const MetricsColumns columns = MetricsColumns::in("epoch,lr,best,train_loss,validation_mae\n1,0.1,1,2,3\n");
  EXPECT_EQ(columns.row(sample()), "3,0.005,1,0.30000000000000004,");  // no accuracy, and there is no mae to write
  EXPECT_EQ(MetricsColumns::in("what,is,this\n").header(), "epoch,lr,best");
}

TEST(EpochTable, LeavesOutRowsThatAKillHasCut) {
  const auto epochs = parse_metrics("epoch,lr,best,train_loss\n1,0.1,1,2\n2,0.1\n3,0.1,0,\n4,0.1,0,5");
  ASSERT_EQ(epochs.size(), 2U);
  EXPECT_EQ(epochs[0].train, (Scores{{"loss", 2}}));
  EXPECT_EQ(epochs[1].epoch, 3);
  EXPECT_TRUE(epochs[1].train.empty());
}

TEST(EpochTable, TakesNoEpochThatIsNoCount) {
  EXPECT_TRUE(parse_metrics("epoch,lr,best\n1e300,1,1\nnan,1,1\n-1,1,1\n").empty());
  EXPECT_TRUE(parse_metrics("").empty());
}

TEST(EpochTable, HasTheSecondsInATableOfTheirOwn) {
  const std::string text = timings_header() + "\n" + timings_row(sample()) + "\n";
  EXPECT_EQ(text, "epoch,seconds,graphs_per_second\n3,1.2500,100.0\n");
  EXPECT_THAT(parse_epoch_seconds(text), ElementsAre(1.25));
  EXPECT_THAT(parse_epoch_seconds("epoch,graphs_per_second\n1,2\n"), ElementsAre());
}

}  // namespace
}  // namespace gnnir

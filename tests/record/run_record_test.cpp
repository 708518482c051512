#include "gnnir/record/run_record.h"

#include <gmock/gmock.h>

#include "gnnir/base/files.h"
#include "gnnir/record/started_run.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

using testing::error_of;
using ::testing::HasSubstr;
using testing::TempFolder;

RunEnvironment environment() {
  RunEnvironment environment = current_environment();
  environment.verb = "cv";
  environment.baseline = true;
  environment.command = "gnnir cv RINGS";
  environment.threads = 4;
  environment.libtorch = "1.13";
  environment.data = "0123456789abcdef";
  environment.paper = {{.table = "T2",
                        .row = "GNN-IR",
                        .title = "mean",
                        .part = "test",
                        .score = "accuracy",
                        .statistic = "mean_std",
                        .number = "98.67 ± 1.8",
                        .value = 0.9867,
                        .std = 0.018},
                       {.table = "T2",
                        .row = "GNN-IR",
                        .title = "max",
                        .part = "test",
                        .score = "accuracy",
                        .statistic = "max",
                        .number = "OOM",
                        .value = {},
                        .std = {}}};
  return environment;
}

TEST(RunRecord, IsBegunWithItsLastFileAndDoneWithItsResult) {
  const TempFolder folder;
  const RunRecord record(folder.path());
  EXPECT_FALSE(record.begun());
  record.write_config({});
  EXPECT_FALSE(record.begun());
  record.write_environment(environment());
  EXPECT_TRUE(record.begun());
  EXPECT_FALSE(record.done());
  record.write_result({});
  EXPECT_TRUE(record.done());
}

TEST(RunRecord, ReadsWhatItWrote) {
  const TempFolder folder;
  const RunRecord record(folder.path());
  RunConfig config;
  config.train.lr = 0.125;
  record.write_config(config);
  record.write_environment(environment());
  const std::vector<Split> splits = {{{0, 1}, {2}, {3}}, {{2, 3}, {0}, {1}}};
  record.write_splits(splits);
  RunResult result;
  result.dataset = "RINGS";
  record.write_result(result);
  EXPECT_EQ(record.read_config().train.lr, 0.125);
  EXPECT_EQ(record.read_environment().to_json(), environment().to_json());
  EXPECT_EQ(record.read_environment().paper, environment().paper);
  EXPECT_EQ(record.read_splits(4), splits);
  EXPECT_EQ(record.read_result().to_json(), result.to_json());
  EXPECT_EQ(read_run_folder(folder.path()).environment.verb, "cv");
}

TEST(RunRecord, HasAFolderPerFoldOrIsTheTrainingItself) {
  const TempFolder folder;
  const RunRecord record(folder.path());
  ASSERT_EQ(record.trainings().size(), 1U);
  EXPECT_EQ(record.trainings()[0].folder(), folder.path());
  for (const char* name : {"fold_1", "fold_2", "fold_4"}) std::filesystem::create_directory(folder.path() / name);
  ASSERT_EQ(record.trainings().size(), 2U);
  EXPECT_EQ(record.trainings()[1].folder(), folder.path() / "fold_2");
  EXPECT_EQ(record.baseline().folder(), folder.path() / "baseline");
}

TEST(RunRecord, OfATrainingReadsWhatItWrote) {
  const TempFolder folder;
  const TrainingRecord record(folder.path());
  EXPECT_FALSE(record.read_outcome());
  EXPECT_TRUE(record.read_epochs().empty());
  EXPECT_FALSE(record.has_split());
  TrainResult outcome;
  outcome.best_epoch = 3;
  outcome.test = {{"mae", 0.5}};
  record.write_outcome(outcome);
  const Split split = {{0, 1}, {2}, {3}};
  record.write_split(split);
  folder.write("metrics.csv", "epoch,lr,best,train_loss\n1,0.1,1,2\n");
  folder.write("timings.csv", "epoch,seconds,graphs_per_second\n1,0.5,9\n");
  EXPECT_EQ(record.read_outcome()->to_json(), outcome.to_json());
  EXPECT_EQ(record.read_split(4), split);
  EXPECT_EQ(record.read_epochs().size(), 1U);
  EXPECT_EQ(record.read_epoch_seconds(), std::vector<double>{0.5});
}

TEST(RunRecord, HasAModelInEitherGeneration) {
  const TempFolder folder;
  const TrainingRecord record(folder.path());
  EXPECT_FALSE(record.has_model());
  write_file_atomically(previous_generation(record.best_model()), "model");
  EXPECT_TRUE(record.has_model());
}

TEST(RunRecord, OfAnOldRunMayNotSayWhatItRanOn) {
  const TempFolder folder;
  folder.write("env.json", R"({"verb": "train", "baseline": false, "data": "abc"})");
  const RunEnvironment old = RunRecord(folder.path()).read_environment();
  EXPECT_EQ(old.data, "abc");
  EXPECT_EQ(old.processor, "");
  EXPECT_EQ(old.threads, 0);
}

TEST(RunRecord, ThatIsBrokenIsRefusedWithItsPlace) {
  const TempFolder folder;
  const RunRecord record(folder.path());
  for (const char* text : {"{}", "[]", R"({"verb": "train", "baseline": 1, "data": "abc"})",
                           R"({"verb": "sing", "baseline": false, "data": "abc"})",
                           R"({"verb": "cv", "baseline": false, "data": "abc", "threads": -1})"}) {
    folder.write("env.json", text);
    const Error error = error_of([&] { return record.read_environment(); });
    EXPECT_EQ(error.kind(), ErrorKind::data) << text;
    EXPECT_THAT(error.what(), HasSubstr("[run] " + (folder.path() / "env.json").string())) << text;
  }
}

}  // namespace
}  // namespace gnnir

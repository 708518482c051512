#include "gnnir/record/extend_run.h"

#include <gmock/gmock.h>

#include "gnnir/base/files.h"
#include "gnnir/record/run_record.h"
#include "gnnir/run/run_experiment.h"
#include "support/errors.h"
#include "support/temp_folder.h"
#include "support/training.h"

namespace gnnir {
namespace {

namespace fs = std::filesystem;
using testing::error_of;
using ::testing::HasSubstr;
using testing::ring_dataset;
using testing::small_config;
using testing::TempFolder;

class Extension : public ::testing::Test {
 protected:
  Extension() : dataset_(ring_dataset(36)), config_(small_config()) {
    config_.data.folds = 2;
    config_.train.lr = 0.01;
    config_.train.patience = 0;  // so that a plateau decays within a few epochs
    config_.train.decay_every = 2;
  }

  fs::path path(const std::string& name) const { return folder_.path() / name; }

  void train(const std::string& name, std::int64_t epochs) {
    Experiment experiment{.config = config_, .cross_validate = true, .baseline = true, .folder = path(name)};
    experiment.config.train.epochs = epochs;
    run_experiment(experiment, dataset_, silent_);
  }

  ExperimentResult resume(const std::string& name) {
    return run_experiment(resumed_experiment(path(name)), dataset_, silent_);
  }

  void expect_same(const std::string& a, const std::string& b) const {
    for (const char* part : {"fold_1", "fold_2", "baseline/fold_1", "baseline/fold_2"}) {
      for (const char* file : {"metrics.csv", "best.safetensors", "last.safetensors", "test_predictions.csv"}) {
        EXPECT_EQ(read_file(path(a) / part / file), read_file(path(b) / part / file)) << part << " " << file;
      }
    }
    EXPECT_EQ(read_file(path(a) / "config.toml"), read_file(path(b) / "config.toml"));
    EXPECT_EQ(read_file(path(a) / "test_predictions.csv"), read_file(path(b) / "test_predictions.csv"));
  }

  TempFolder folder_;
  Dataset dataset_;
  RunConfig config_;
  ExperimentListener silent_;
};

TEST_F(Extension, EndsInTheSameBytesAsIfAllEpochsHadBeenAskedForAtOnce) {
  for (const ScheduleKind schedule : {ScheduleKind::plateau, ScheduleKind::step, ScheduleKind::constant}) {
    config_.train.schedule = schedule;
    config_.train.average = schedule == ScheduleKind::step ? 0.9 : 0;
    config_.train.warmup = schedule == ScheduleKind::constant ? 2.5 : 0;
    const std::string name = name_of(schedule);
    train(name, 3);
    extend_run(path(name), 7);
    resume(name);
    train(name + "_at_once", 7);
    expect_same(name, name + "_at_once");
  }
}

TEST_F(Extension, OfARunThatIsNotDoneGoesOnToTheNewEnd) {
  Experiment stopped{.config = config_, .cross_validate = true, .baseline = true, .folder = path("run")};
  stopped.config.train.epochs = 3;
  stopped.stop = [&] {
    return fs::exists(path("run") / "fold_1/outcome.json") ? StopReason::terminated : StopReason::none;
  };
  EXPECT_THROW(run_experiment(stopped, dataset_, silent_), Error);
  extend_run(path("run"), 6);
  resume("run");
  train("at_once", 6);
  expect_same("run", "at_once");
}

TEST_F(Extension, ThatIsCutShortLeavesARunThatEndsAsItHad) {
  train("run", 3);
  train("whole", 3);
  RunRecord(path("run")).remove_result();  // what a kill in the midst of it may leave
  RunRecord(path("run")).training("fold_2").remove_outcome();
  resume("run");
  expect_same("run", "whole");
}

TEST_F(Extension, ToAsManyEpochsIsNothing) {
  train("run", 3);
  const std::string result = read_file(path("run") / "result.json");
  extend_run(path("run"), 3);
  EXPECT_EQ(read_file(path("run") / "result.json"), result);
}

TEST_F(Extension, DoesNotWakeATrainingThatHadStoppedBefore) {
  config_.train.early_stop = 1;
  train("run", 30);
  const RunResult before = RunRecord(path("run")).read_result();
  ASSERT_EQ(before.stopped_because.front(), "no better validation score");
  extend_run(path("run"), 60);
  const RunResult after = resume("run").result;
  EXPECT_EQ(after.epochs, before.epochs);
  EXPECT_EQ(after.to_json()["test"], before.to_json()["test"]);
}

TEST_F(Extension, IsRefusedWhereItCannotEndAsOneRunAndChangesNothing) {
  train("run", 3);
  const std::string config = read_file(path("run") / "config.toml");
  EXPECT_THAT(error_of([&] { extend_run(path("run"), 2); }).what(), HasSubstr("has 3 epochs: expected more, found 2"));
  fs::remove(path("run") / "fold_2/checkpoint.safetensors");
  EXPECT_THAT(error_of([&] { extend_run(path("run"), 9); }).what(), HasSubstr("fold_2 kept no state to go on from"));
  EXPECT_EQ(error_of([&] { extend_run(path("nowhere"), 9); }).kind(), ErrorKind::usage);
  EXPECT_EQ(read_file(path("run") / "config.toml"), config);
  EXPECT_TRUE(RunRecord(path("run")).done());
  config_.train.schedule = ScheduleKind::cosine;
  train("cosine", 3);
  EXPECT_FALSE(fs::exists(path("cosine") / "fold_1/checkpoint.safetensors"));
  const Error error = error_of([&] { extend_run(path("cosine"), 9); });
  EXPECT_EQ(error.setting(), "train.epochs");
  EXPECT_THAT(error.what(), HasSubstr("follows a cosine"));
}

}  // namespace
}  // namespace gnnir

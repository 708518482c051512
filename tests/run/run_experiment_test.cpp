#include "gnnir/run/run_experiment.h"

#include <gmock/gmock.h>

#include <atomic>

#include "gnnir/base/files.h"
#include "support/errors.h"
#include "support/temp_folder.h"
#include "support/training.h"

namespace gnnir {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using testing::ring_dataset;
using testing::small_config;
using testing::TempFolder;

/// What was said, in order and in short.
class RecordedExperiment : public ExperimentListener {
 public:
  void on_start(const RunStart& start) override {
    said.push_back(fmt::format("{}start L={} jobs={}", start.resumed ? "re" : "", start.config.model.ir.layers,
                               start.jobs.size()));
  }
  void on_epoch(const Job&, const EpochReport&) override { ++epochs; }
  void on_done_before(const fs::path& folder) override { said.push_back("done before " + folder.filename().string()); }
  void on_run_end(const RunResult&, const fs::path& folder) override {
    said.push_back("end of " + folder.filename().string());
  }
  void on_end(const Experiment&, const ExperimentResult&) override { said.emplace_back("end"); }
  std::vector<std::string> said;
  int epochs = 0;
};

class Experiments : public ::testing::Test {
 protected:
  Experiments() : dataset_(ring_dataset(36)) {
    config_ = small_config();
    config_.data.folds = 3;
    config_.train.epochs = 3;
  }

  Experiment cross_validation(const std::string& name) {
    return {.config = config_, .cross_validate = true, .folder = folder_.path() / name, .threads = 2};
  }

  /// What it computes, without times and memory.
  static Json scores(const ExperimentResult& result) {
    Json runs = {result.result.to_json()};
    if (result.baseline) runs.push_back(result.baseline->to_json());
    for (Json& run : runs) {
      for (const char* key : {"seconds", "job_seconds", "peak_rss_mb", "memory_estimate_mb"}) run.erase(key);
    }
    return runs;
  }

  void expect_same_models(const std::string& a, const std::string& b) {
    for (const char* file : {"fold_1/best.safetensors", "fold_3/last.safetensors", "fold_2/metrics.csv"}) {
      EXPECT_EQ(read_file(folder_.path() / a / file), read_file(folder_.path() / b / file)) << file;
    }
  }

  TempFolder folder_;
  Dataset dataset_;
  RunConfig config_;
  RecordedExperiment recorder_;
};

TEST_F(Experiments, CrossValidateAndGoOnAfterAnInterruptionToTheSameResult) {
  const ExperimentResult whole = run_experiment(cross_validation("whole"), dataset_, recorder_);
  EXPECT_THAT(recorder_.said, ElementsAre("start L=1 jobs=3", "end of whole", "end"));
  ASSERT_EQ(whole.result.part("test").at("accuracy").jobs.size(), 3U);
  EXPECT_FALSE(whole.baseline);

  Experiment stopped = cross_validation("stopped");
  std::atomic<int> asked = 0;
  stopped.stop = [&] { return ++asked > 9 ? StopReason::terminated : StopReason::none; };
  const Error error = error_of([&] { run_experiment(stopped, dataset_, recorder_); });
  EXPECT_EQ(error.kind(), ErrorKind::terminated);
  EXPECT_FALSE(fs::exists(folder_.path() / "stopped/result.json"));

  RecordedExperiment resumed;
  const ExperimentResult result = run_experiment(resumed_experiment(folder_.path() / "stopped"), dataset_, resumed);
  EXPECT_THAT(resumed.said, ElementsAre("restart L=1 jobs=3", "end of stopped", "end"));
  EXPECT_EQ(scores(result), scores(whole));
  expect_same_models("whole", "stopped");
}

TEST_F(Experiments, StoppedBeforeItsBaselineBeginsCanBeResumed) {
  Experiment stopped = cross_validation("run");
  stopped.baseline = true;
  const fs::path run = folder_.path() / "run";
  stopped.stop = [&] { return fs::exists(run / "config.toml") ? StopReason::terminated : StopReason::none; };
  const Error error = error_of([&] { run_experiment(stopped, dataset_, recorder_); });
  EXPECT_EQ(error.kind(), ErrorKind::terminated);
  EXPECT_EQ(error.setting(), "run.resume");
  EXPECT_FALSE(fs::exists(run / "baseline"));
  EXPECT_TRUE(run_experiment(resumed_experiment(run), dataset_, recorder_).baseline.has_value());
}

TEST_F(Experiments, StoppedBetweenTheirBaselineAndTheirOwnTrainingsGoOnToTheSame) {
  Experiment experiment = cross_validation("whole");
  experiment.baseline = true;
  const ExperimentResult whole = run_experiment(experiment, dataset_, recorder_);
  const fs::path run = experiment.folder = folder_.path() / "run";
  experiment.stop = [&] {
    return fs::exists(run / "baseline/result.json") ? StopReason::terminated : StopReason::none;
  };
  EXPECT_EQ(error_of([&] { run_experiment(experiment, dataset_, recorder_); }).setting(), "run.resume");
  EXPECT_FALSE(fs::exists(run / "fold_1/metrics.csv"));
  RecordedExperiment resumed;
  const ExperimentResult result = run_experiment(resumed_experiment(run), dataset_, resumed);
  EXPECT_THAT(resumed.said,
              ElementsAre("done before baseline", "end of baseline", "restart L=1 jobs=3", "end of run", "end"));
  EXPECT_EQ(scores(result), scores(whole));
  expect_same_models("whole", "run");
}

TEST_F(Experiments, RefuseWhatTheirOwnModelCannotDoBeforeTheBaselineIsTrained) {
  Experiment experiment = cross_validation("run");
  experiment.baseline = true;
  experiment.config.model.ir.width = all_nodes;
  experiment.config.model.ir.merge = MergeKind::tree;
  experiment.config.model.ir.max_branches = 1;
  EXPECT_EQ(error_of([&] { run_experiment(experiment, dataset_, recorder_); }).kind(), ErrorKind::usage);
  EXPECT_TRUE(recorder_.said.empty());
  EXPECT_FALSE(fs::exists(experiment.folder));
}

TEST_F(Experiments, MatchParametersOfTheBaselineIfAskedAndOnResumingToo) {
  Experiment experiment = cross_validation("run");
  experiment.baseline = experiment.match_parameters = true;
  const ExperimentResult matched = run_experiment(experiment, dataset_, recorder_);
  const auto ratio = double(matched.baseline->parameters) / double(matched.result.parameters);
  EXPECT_NEAR(ratio, 1, 0.1);
  const fs::path baseline = folder_.path() / "run/baseline";
  const std::string config = read_file(baseline / "config.toml");
  fs::remove_all(baseline);
  EXPECT_EQ(scores(run_experiment(resumed_experiment(experiment.folder), dataset_, recorder_)), scores(matched));
  EXPECT_EQ(read_file(baseline / "config.toml"), config);
}

TEST_F(Experiments, ThatAreDoneAreNotRunAgain) {
  const ExperimentResult once = run_experiment(cross_validation("run"), dataset_, recorder_);
  RecordedExperiment again;
  const ExperimentResult second = run_experiment(resumed_experiment(folder_.path() / "run"), dataset_, again);
  EXPECT_THAT(again.said, ElementsAre("done before run", "end of run", "end"));
  EXPECT_EQ(again.epochs, 0);
  EXPECT_EQ(to_text(second.to_json()), to_text(once.to_json()));
}

TEST_F(Experiments, TrainABaselineOnTheSameSplits) {
  Experiment experiment = cross_validation("run");
  experiment.baseline = true;
  const ExperimentResult result = run_experiment(experiment, dataset_, recorder_);
  EXPECT_THAT(recorder_.said,
              ElementsAre("start L=0 jobs=3", "end of baseline", "start L=1 jobs=3", "end of run", "end"));
  ASSERT_TRUE(result.baseline);
  EXPECT_EQ(result.baseline->ir_layers, 0);
  EXPECT_EQ(result.to_json()["baseline"], result.baseline->to_json());
  EXPECT_EQ(read_file(folder_.path() / "run/baseline/splits.json"), read_file(folder_.path() / "run/splits.json"));
}

TEST_F(Experiments, GoOnWithTheBaselineIfOnlyThatIsLeft) {
  Experiment experiment = cross_validation("run");
  experiment.baseline = true;
  const ExperimentResult whole = run_experiment(experiment, dataset_, recorder_);
  fs::remove_all(folder_.path() / "run/baseline");
  RecordedExperiment resumed;
  const ExperimentResult result = run_experiment(resumed_experiment(folder_.path() / "run"), dataset_, resumed);
  EXPECT_THAT(resumed.said,
              ElementsAre("restart L=0 jobs=3", "end of baseline", "done before run", "end of run", "end"));
  EXPECT_EQ(scores(result), scores(whole));
}

TEST_F(Experiments, RefuseAUsedFolderBeforeDataAreRead) {
  folder_.write("run/notes.txt", "mine");
  Experiment experiment = cross_validation("run");
  experiment.config.data.dataset = "nowhere.jsonl";
  EXPECT_THAT(error_of([&] { run_experiment(experiment, recorder_); }).what(), HasSubstr("run"));
  EXPECT_TRUE(recorder_.said.empty());
}

TEST_F(Experiments, WithoutAFolderWriteNothing) {
  Experiment experiment{.config = config_};
  experiment.baseline = true;
  const ExperimentResult result = run_experiment(experiment, dataset_, recorder_);
  EXPECT_THAT(result.result.jobs, ElementsAre(""));
  EXPECT_TRUE(result.baseline);
  EXPECT_TRUE(fs::is_empty(folder_.path()));
}

TEST_F(Experiments, OpenTheDataThatTheConfigurationNames) {
  config_.data.dataset = "CSL";
  config_.train.epochs = 1;
  const ExperimentResult result = run_experiment({.config = config_, .threads = 2}, recorder_);
  EXPECT_EQ(result.result.dataset, "CSL");
  EXPECT_EQ(result.result.graphs, 150);
}

}  // namespace
}  // namespace gnnir

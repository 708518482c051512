#include <gmock/gmock.h>

#include <cmath>

#include "gnnir/base/files.h"
#include "gnnir/run/run_experiment.h"
#include "support/temp_folder.h"
#include "support/training.h"

namespace gnnir {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::Each;
using ::testing::Ge;
using ::testing::Le;
using testing::ring_dataset;
using testing::small_config;
using testing::TempFolder;

/// Every epoch takes ten seconds of a clock that nothing else moves.
class TenSecondEpochs : public ExperimentListener {
 public:
  void on_epoch(const Job&, const EpochReport&) override {
    now += 10;
    ++epochs;
  }
  double now = 0;
  int epochs = 0;
};

class TimedRun : public ::testing::Test {
 protected:
  TimedRun() : dataset_(ring_dataset(36)), config_(small_config()) {
    config_.data.folds = 3;
    config_.train.epochs = 1000;
    config_.train.schedule = ScheduleKind::cosine;
  }

  Experiment experiment(const std::string& name, double seconds) {
    Experiment timed{.config = config_, .folder = folder_.path() / name, .threads = 1};
    timed.time = {seconds, [this] { return clock_.now; }};
    return timed;
  }

  TempFolder folder_;
  Dataset dataset_;
  RunConfig config_;
  TenSecondEpochs clock_;
};

TEST_F(TimedRun, GivesEveryFoldAFairShareAndEndsAsACompleteRun) {
  Experiment folds = experiment("run", 300);
  folds.cross_validate = true;
  const RunResult result = run_experiment(folds, dataset_, clock_).result;
  EXPECT_LE(clock_.now, 300 + 10);
  EXPECT_THAT(result.epochs, Each(Ge(8)));
  EXPECT_THAT(result.epochs, Each(Le(11)));
  EXPECT_THAT(result.stopped_because, Each(std::string("the time is over")));
  EXPECT_EQ(result.time_limit, 300);
  const RunResult stored = RunRecord(folds.folder).read_result();
  EXPECT_EQ(stored.epochs, result.epochs);
  EXPECT_EQ(stored.last_lr, result.last_lr);
  for (const char* file : {"fold_1/best.safetensors", "fold_3/last.safetensors", "fold_2/outcome.json"}) {
    EXPECT_TRUE(fs::exists(folds.folder / file)) << file;
  }
}

TEST_F(TimedRun, GivesItsBaselineAQuarterOfItsTime) {
  Experiment both = experiment("run", 400);
  both.baseline = true;
  const ExperimentResult result = run_experiment(both, dataset_, clock_);
  EXPECT_LE(clock_.now, 400 + 20);  // each may be late by an epoch
  EXPECT_THAT(result.baseline->epochs.front(), AllOf(Ge(8), Le(11)));
  EXPECT_THAT(result.result.epochs.front(), AllOf(Ge(28), Le(31)));
  EXPECT_EQ(resumed_experiment(both.folder).time.seconds, 400);
}

TEST_F(TimedRun, SharesItsTimeAmongSeeds) {
  config_.train.seeds = 2;
  const RunResult result = run_experiment(experiment("run", 200), dataset_, clock_).result;
  EXPECT_LE(clock_.now, 200 + 10);
  EXPECT_THAT(result.epochs, Each(Ge(8)));
}

TEST_F(TimedRun, ThatGoesOnCountsTheTimeThatItHasUsed) {
  Experiment folds = experiment("run", 300);
  folds.cross_validate = true;
  folds.stop = [this] { return clock_.epochs >= 15 ? StopReason::interrupted : StopReason::none; };
  EXPECT_THROW(run_experiment(folds, dataset_, clock_), Error);
  const double used = clock_.now;
  EXPECT_EQ(RunRecord(folds.folder).read_time_used().seconds, used);
  const std::string rows = read_file(folds.folder / "fold_2/metrics.csv");

  clock_.now = 5000;  // what passes between two sessions does not count
  Experiment resumed = resumed_experiment(folds.folder);
  EXPECT_EQ(resumed.time.seconds, 300);
  resumed.time.now = [this] { return clock_.now; };
  const RunResult result = run_experiment(resumed, dataset_, clock_).result;
  EXPECT_LE(used + clock_.now - 5000, 300 + 10);
  EXPECT_THAT(result.epochs, Each(Ge(8)));
  EXPECT_THAT(result.epochs, Each(Le(11)));
  EXPECT_TRUE(read_file(folds.folder / "fold_2/metrics.csv").starts_with(rows));
}

TEST_F(TimedRun, WithoutALimitKeepsNoTime) {
  config_.train.epochs = 2;
  Experiment free = experiment("run", std::numeric_limits<double>::infinity());
  const RunResult result = run_experiment(free, dataset_, clock_).result;
  EXPECT_FALSE(result.time_limit);
  EXPECT_FALSE(fs::exists(free.folder / "time.json"));
  EXPECT_FALSE(std::isfinite(resumed_experiment(free.folder).time.seconds));
}

}  // namespace
}  // namespace gnnir

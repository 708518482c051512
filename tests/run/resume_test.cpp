#include <gmock/gmock.h>

#include <atomic>

#include "gnnir/base/files.h"
#include "gnnir/data/generate/csl.h"
#include "gnnir/nn/single_thread.h"
#include "gnnir/record/extend_run.h"
#include "gnnir/run/run.h"
#include "gnnir/run/run_folder.h"
#include "support/errors.h"
#include "support/temp_folder.h"
#include "support/training.h"

namespace gnnir {
namespace {

namespace fs = std::filesystem;
using testing::equal;
using testing::error_of;
using ::testing::HasSubstr;
using testing::ring_dataset;
using testing::small_config;
using testing::TempFolder;
using testing::thirds;

/// What a training computes, without its times.
struct Course {
  std::vector<std::string> epochs;  ///< lr and scores of each, to the last bit
  Weights last;
  Weights best;
  Scores test;
};

std::string exact(const Scores& scores) {
  std::string text;
  for (const auto& [name, value] : scores) text += name + "=" + format_exact(value) + " ";
  return text;
}

void take(Training& training, Course& course) {
  const std::optional<EpochReport> report = training.advance();
  if (report) course.epochs.push_back(format_exact(report->lr) + exact(report->train) + exact(report->validation));
}

void end(Training& training, Course& course) {
  while (!training.done()) take(training, course);
  const TrainOutcome outcome = training.finish();
  course.last = outcome.last_weights;
  course.best = copy_weights(*outcome.model.model);
  course.test = outcome.test;
}

void expect_same_whatever_interrupts(const Dataset& dataset, const RunConfig& config) {
  const Split split = thirds(dataset.size());
  ThreadPool one(1, use_single_threaded_operations);
  ThreadPool two(2, use_single_threaded_operations);
  Course expected;
  Training whole(dataset, split, config, two);
  end(whole, expected);
  bool more = true;
  for (int steps = 0; more; ++steps) {
    Course course;
    Training first(dataset, split, config, two);
    for (int i = 0; i < steps && !first.done(); ++i) take(first, course);
    more = !first.done();
    const std::string file = encode_safetensors(first.checkpoint());
    Training second(dataset, split, config, one);
    second.restore(decode_safetensors(file, "f"), "f");
    end(second, course);
    ASSERT_EQ(course.epochs, expected.epochs) << "after " << steps << " steps";
    ASSERT_TRUE(equal(course.last, expected.last)) << "after " << steps << " steps";
    ASSERT_TRUE(equal(course.best, expected.best)) << "after " << steps << " steps";
    ASSERT_EQ(course.test, expected.test);
  }
}

TEST(Resume, FromEveryStepEndsInTheSameBits) {
  RunConfig config = small_config();
  config.train.epochs = 4;
  expect_same_whatever_interrupts(ring_dataset(48), config);
}

TEST(Resume, KeepsRunningStatisticsAndThePlateau) {
  RunConfig config = small_config();
  config.model.gnn.norm.kind = NormKind::batch;
  config.train.patience = 0;
  config.train.lr = 0.05;
  expect_same_whatever_interrupts(ring_dataset(48), config);
}

TEST(Resume, KeepsTheAverageOfWeightsAndOfRunningStatistics) {
  RunConfig config = small_config();
  config.train.average = 0.9;
  expect_same_whatever_interrupts(ring_dataset(48), config);
  config.model.gnn.norm.kind = NormKind::batch;
  config.train.epochs = 3;
  expect_same_whatever_interrupts(ring_dataset(48), config);
}

TEST(Resume, FollowsEveryScheduleAndItsWarmUpToTheSameBits) {
  for (const auto& [name, schedule] : EnumNames<ScheduleKind>::table) {
    SCOPED_TRACE(name);
    RunConfig config = small_config();
    config.train.schedule = schedule;
    config.train.warmup = 1.5;
    config.train.decay_every = 1;
    config.train.patience = 0;
    config.train.epochs = 3;
    expect_same_whatever_interrupts(ring_dataset(48), config);
  }
}

/// Rows that are shared, running statistics that several threads find.
TEST(Resume, OfExactIrEndsInTheSameBits) {
  RunConfig config = small_config();
  config.model.architecture = "exact-ir";
  config.model.ir.layers = 1;
  config.train.epochs = 3;
  expect_same_whatever_interrupts(ring_dataset(48), config);
}

TEST(Resume, DrawsTheSameRandomChoices) {
  RunConfig config = small_config();
  config.model.ir.ties = TiePolicy::random;
  config.train.epochs = 3;
  config.train.clip = 0.5;
  config.train.weight_decay = 0.01;
  expect_same_whatever_interrupts(generate_csl({.nodes = 9, .skips = {2, 3}, .copies = 12}), config);
  config.model.ir.selector = SelectorKind::random;
  config.data.task = TaskChoice::regression;
  expect_same_whatever_interrupts(ring_dataset(30), config);
}

TEST(Resume, RefusesACheckpointOfAnotherTraining) {
  const Dataset dataset = ring_dataset(48);
  const Split split = thirds(48);
  ThreadPool pool(1);
  Training training(dataset, split, small_config(), pool);
  const Safetensors good = training.checkpoint();
  RunConfig other = small_config();
  other.train.lr = 0.5;
  Training with_other_settings(dataset, split, other, pool);
  EXPECT_THAT(error_of([&] { with_other_settings.restore(good, "f"); }).what(), HasSubstr("another training"));
  Safetensors ahead = good;
  Progress progress = Progress::from_json(parse_json(good.metadata.at("progress"), "f"), "f");
  progress.batch = 1000;
  ahead.metadata["progress"] = to_text(progress.to_json());
  EXPECT_THAT(error_of([&] { training.restore(ahead, "f"); }).what(), HasSubstr("does not fit"));
  Safetensors less = good;
  less.tensors.pop_back();
  EXPECT_EQ(error_of([&] { training.restore(less, "f"); }).kind(), ErrorKind::data);
}

/// Asks to stop, or throws, when a job has done an epoch.
class Interrupter : public RunListener {
 public:
  explicit Interrupter(std::function<void(const Job&, const EpochReport&)> act) : act_(std::move(act)) {}
  void on_epoch(const Job& job, const EpochReport& report) override { act_(job, report); }
  void on_warning(const std::string& text) override { warnings.push_back(text); }
  std::vector<std::string> warnings;

 private:
  std::function<void(const Job&, const EpochReport&)> act_;
};

class ResumedRun : public ::testing::Test {
 protected:
  ResumedRun() : dataset_(ring_dataset(36)), config_(small_config()) {
    config_.data.folds = 3;
    config_.train.metric = "accuracy";  // a run settles one that is left open, for all of its trainings
    jobs_ = plan_cross_validation(dataset_, config_);
  }

  RunResult run(const std::string& name, bool resume, RunListener& listener, std::size_t threads = 2) {
    return run_jobs(
        dataset_, config_, jobs_,
        {.threads = threads, .folder = folder_.path() / name, .verb = "cv", .resume = resume, .checkpoint_every = 2},
        listener);
  }

  void expect_same_files(const std::string& a, const std::string& b) {
    for (const Job& job : jobs_) {
      for (const char* file : {"metrics.csv", "best.safetensors", "last.safetensors", "test_predictions.csv"}) {
        EXPECT_EQ(read_file(folder_.path() / a / job.name / file), read_file(folder_.path() / b / job.name / file))
            << job.name << " " << file;
      }
      const fs::path checkpoint = folder_.path() / b / job.name / "checkpoint.safetensors";
      EXPECT_EQ(fs::exists(checkpoint), could_go_on(config_.train));
      EXPECT_FALSE(fs::exists(previous_generation(checkpoint)));
    }
    const char* const joined = "test_predictions.csv";
    EXPECT_EQ(read_file(folder_.path() / a / joined), read_file(folder_.path() / b / joined));
  }

  /// A run whose second fold fails in its third epoch.
  void start_and_fail(const std::string& name) {
    Interrupter fails([](const Job& job, const EpochReport& report) {
      if (job.name == "fold_2" && report.epoch == 3) throw io_error("the disk is gone");
    });
    EXPECT_THAT(error_of([&] { run(name, false, fails); }).what(), HasSubstr("the disk is gone"));
  }

  TempFolder folder_;
  Dataset dataset_;
  RunConfig config_;
  std::vector<Job> jobs_;
  testing::Silent silent_;
};

TEST_F(ResumedRun, AfterAFailureEndsAsIfNothingHadHappened) {
  const RunResult whole = run("whole", false, silent_);
  silent_.warnings.clear();  // that rings are in several parts
  start_and_fail("failed");
  EXPECT_FALSE(fs::exists(folder_.path() / "failed/result.json"));
  const RunResult resumed = run("failed", true, silent_, 1);
  EXPECT_EQ(resumed.to_json()["test"], whole.to_json()["test"]);
  expect_same_files("whole", "failed");
  EXPECT_TRUE(silent_.warnings.empty());
}

TEST_F(ResumedRun, FallsBackToTheCheckpointBeforeADamagedOneAndSaysSo) {
  run("whole", false, silent_);
  silent_.warnings.clear();  // that rings are in several parts
  start_and_fail("failed");
  const fs::path newest = folder_.path() / "failed/fold_2/checkpoint.safetensors";
  ASSERT_TRUE(fs::exists(newest));
  ASSERT_TRUE(fs::exists(previous_generation(newest)));
  std::string bytes = read_file(newest);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 4);
  write_file_atomically(newest, bytes);
  run("failed", true, silent_);
  ASSERT_EQ(silent_.warnings.size(), 1U);
  EXPECT_THAT(silent_.warnings[0], HasSubstr("damaged"));
  EXPECT_THAT(silent_.warnings[0], HasSubstr("checkpoint.previous.safetensors"));
  expect_same_files("whole", "failed");
}

TEST_F(ResumedRun, ADamagedCheckpointNeverTakesThePlaceOfTheGoodOne) {
  start_and_fail("failed");
  const fs::path newest = folder_.path() / "failed/fold_2/checkpoint.safetensors";
  const std::string good = read_file(previous_generation(newest));
  write_file_atomically(newest, "damaged");
  Interrupter fails([](const Job&, const EpochReport&) { throw io_error("the disk is gone"); });
  EXPECT_THROW(run("failed", true, fails), Error);
  EXPECT_FALSE(fs::exists(newest) && read_file(newest) == "damaged");
  EXPECT_NE(read_file(previous_generation(newest)), "damaged");
  EXPECT_EQ(fails.warnings.size(), 1U);
}

TEST_F(ResumedRun, WritesTheBestModelThatOnlyTheCheckpointKnows) {
  start_and_fail("failed");
  const fs::path best = folder_.path() / "failed/fold_2/best.safetensors";
  for (const fs::path& file : {best, previous_generation(best)})
    fs::remove(file);  // as if killed before it was written
  ThreadPool pool(1);
  Training training(dataset_, jobs_[1].split, config_, pool);
  {
    const RunFolder folder({.folder = folder_.path() / "failed", .resume = true}, config_, jobs_, dataset_);
    JobFiles files(folder, jobs_[1], dataset_, config_.train);
    files.restore(training, {});
  }
  ASSERT_GT(training.progress().best_epoch, 0);
  EXPECT_TRUE(read_file(best) == encode_model(training.best_model()));
}

TEST_F(ResumedRun, AfterItWasAskedToStopEndsAsIfNothingHadHappened) {
  const RunResult whole = run("whole", false, silent_);
  std::atomic<int> asked = 0;
  RunOptions options{.threads = 2, .folder = folder_.path() / "stopped", .verb = "cv"};
  options.stop = [&] { return ++asked > 12 ? StopReason::interrupted : StopReason::none; };
  const Error error = error_of([&] { run_jobs(dataset_, config_, jobs_, options, silent_); });
  EXPECT_EQ(error.kind(), ErrorKind::interrupted);
  EXPECT_THAT(error.what(), HasSubstr("Go on with: run.resume="));
  EXPECT_EQ(run("stopped", true, silent_).to_json()["test"], whole.to_json()["test"]);
  expect_same_files("whole", "stopped");
}

TEST_F(ResumedRun, ThatIsAskedToStopBeforeItBeginsLeavesNoFolder) {
  RunOptions options{.folder = folder_.path() / "never"};
  options.stop = [] { return StopReason::time_is_up; };
  EXPECT_EQ(error_of([&] { run_jobs(dataset_, config_, jobs_, options, silent_); }).kind(), ErrorKind::terminated);
  EXPECT_FALSE(fs::exists(folder_.path() / "never"));
}

TEST_F(ResumedRun, RefusesDataThatHaveChanged) {
  start_and_fail("failed");
  dataset_.classes[0] = 1 - dataset_.classes[0];
  const Error error = error_of([&] { run("failed", true, silent_); });
  EXPECT_THAT(error.what(), HasSubstr("has changed since"));
}

TEST_F(ResumedRun, JobsAreThoseOfTheFolderWhateverBecameOfTheSplitFile) {
  config_.train.seeds = 2;
  jobs_ = plan_cross_validation(dataset_, config_);
  Interrupter fails([](const Job&, const EpochReport&) { throw io_error("the disk is gone"); });
  EXPECT_THROW(run("failed", false, fails), Error);
  const std::vector<Job> read = read_jobs(folder_.path() / "failed", config_, dataset_.size());
  ASSERT_EQ(read.size(), jobs_.size());
  for (std::size_t i = 0; i < jobs_.size(); ++i) {
    EXPECT_EQ(read[i].name, jobs_[i].name);
    EXPECT_EQ(read[i].split, jobs_[i].split);
    EXPECT_EQ(read[i].seed, jobs_[i].seed);
  }
}

}  // namespace
}  // namespace gnnir

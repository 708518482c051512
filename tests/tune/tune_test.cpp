#include "gnnir/tune/tune.h"

#include <gmock/gmock.h>

#include <atomic>
#include <cmath>

#include "gnnir/base/files.h"
#include "gnnir/record/run_record.h"
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

class SilentSearch : public TuneListener {
 public:
  void on_epoch(const SearchTrial& trial, const EpochReport& report) override {
    ++epochs;
    if (each_epoch) each_epoch(trial, report);
  }
  void on_winner(const SearchTrial& /*trial*/) override {
    if (before_the_test) before_the_test();
  }
  int epochs = 0;
  std::function<void(const SearchTrial&, const EpochReport&)> each_epoch;
  std::function<void()> before_the_test;
};

class TunedRings : public ::testing::Test {
 protected:
  TunedRings() {
    tuning_.experiment.config = small_config();
    tuning_.experiment.config.train.epochs = 9;
    tuning_.experiment.config.train.batch_size = 16;
    tuning_.space = parse_search_space(
        "\"train.lr\" = { min = 1e-3, max = 0.1, log = true }\n"
        "\"model.hidden\" = [4, 8]\n\"model.ir_layers\" = [0, 1]\n",
        "space");
    tuning_.trials = 7;
  }

  Tuning in(const std::string& name) {
    Tuning tuning = tuning_;
    tuning.experiment.folder = folder_.path() / name;
    return tuning;
  }
  TuneResult run(const std::string& name) { return tune(in(name), dataset_, silent_); }
  TuneResult go_on(const std::string& name, const StopSource& stop = {}, std::size_t threads = 1) {
    Tuning tuning = read_tuning(folder_.path() / name).tuning;
    tuning.experiment.stop = stop;
    tuning.experiment.threads = threads;
    return tune(tuning, dataset_, silent_);
  }
  [[nodiscard]] std::string text(const std::string& file) const { return read_file(folder_.path() / file); }
  void expect_same_search(const std::string& a, const std::string& b) const {
    for (const char* file : {"/journal.jsonl", "/result.json", "/trials.csv", "/importance.svg", "/best.toml",
                             "/best/best.safetensors", "/best/metrics.csv", "/best/config.toml"}) {
      EXPECT_EQ(text(a + file), text(b + file)) << file;
    }
  }

  TempFolder folder_;
  Dataset dataset_ = ring_dataset(60);
  Tuning tuning_;
  SilentSearch silent_;
};

TEST_F(TunedRings, EndWithTheBestOfThoseThatWereTrainedToTheEnd) {
  const TuneResult result = run("a");
  ASSERT_EQ(result.searches.size(), 1U);
  const SearchResult& search = result.searches.front();
  EXPECT_EQ(search.trials, 7);
  EXPECT_EQ(search.start.number, 0);
  EXPECT_EQ(search.start.last().epochs, 9);
  EXPECT_EQ(search.best.last().epochs, 9);
  EXPECT_FALSE(is_better(search.start.last(), search.best.last(), search.higher_is_better));
  // Trials 1 to 6 do an epoch each, two of them go on to the third, one to the last; the defaults do all nine.
  EXPECT_EQ(silent_.epochs, 9 + 6 * 1 + 2 * 2 + 1 * 6);
  EXPECT_EQ(read_stored_config(text("a/best.toml"), "b").train.lr, search.best.config.train.lr);
  EXPECT_EQ(RunRecord(folder_.path() / "a/best").read_result().parameters, search.test.parameters);
}

TEST_F(TunedRings, ATrialThatPausedAtRungsEndsInTheBytesOfARunAtOnce) {
  const SearchTrial best = run("a").searches.front().best;
  RunOptions options{.folder = folder_.path() / "whole"};
  const std::vector<Job> jobs = plan_training(dataset_, best.config);
  testing::Silent silent;
  run_jobs(dataset_, best.config, jobs, options, silent);
  for (const char* file :
       {"config.toml", "splits.json", "metrics.csv", "best.safetensors", "last.safetensors", "test_predictions.csv"}) {
    EXPECT_TRUE(text(std::string("whole/") + file) == text(std::string("a/best/") + file)) << file;
  }
}

TEST_F(TunedRings, NoTestGraphIsLookedAtBeforeThereIsAWinner) {
  const auto tested = [&] {
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder_.path() / "a")) {
      const std::string name = entry.path().filename().string();
      if (name == "test_predictions.csv" || name == "outcome.json" || name == "result.json") {
        names.push_back(fs::relative(entry.path(), folder_.path() / "a/trials").begin()->string());
      }
    }
    return names;
  };
  bool asked = false;
  silent_.before_the_test = [&] {
    asked = true;
    EXPECT_TRUE(tested().empty());
  };
  const SearchTrial best = run("a").searches.front().best;
  EXPECT_TRUE(asked);
  for (const std::string& trial : tested()) EXPECT_TRUE(trial == trial_name(best.number) || trial == "..") << trial;
}

TEST_F(TunedRings, WhateverTheLabelsOfTestGraphsAreTheJournalIsTheSameUpToTheTest) {
  tuning_.experiment.config.data.task = TaskChoice::regression;
  run("a");
  const std::vector<Split> splits = RunRecord(folder_.path() / "a").read_splits(dataset_.size());
  for (const std::int64_t graph : splits.front().test) dataset_.targets[static_cast<std::size_t>(graph) * 2] = 1e3F;
  run("b");
  const std::string a = text("a/journal.jsonl");
  const std::string b = text("b/journal.jsonl");
  const std::size_t end = a.find("{\"event\":\"test\"");
  ASSERT_NE(end, std::string::npos);
  EXPECT_EQ(a.substr(0, end), b.substr(0, end));
  EXPECT_NE(a.substr(end), b.substr(end));
}

TEST_F(TunedRings, AreTheSameSearchWithAnyNumberOfThreads) {
  run("a");
  tuning_.experiment.threads = 3;
  run("b");
  expect_same_search("a", "b");
}

TEST_F(TunedRings, AreTheSameSearchHoweverOftenTheyAreInterrupted) {
  tuning_.experiment.config.train.epochs = 5;
  tuning_.trials = 4;
  run("whole");
  Tuning begun = in("pieces");
  int sessions = 0;
  for (bool more = true; more; ++sessions) {
    ASSERT_LT(sessions, 200);
    std::atomic<int> asked = 0;
    // Each session is asked a little later to leave, so that they end in different places.
    const StopSource stop = [&] { return ++asked > 4 + sessions ? StopReason::interrupted : StopReason::none; };
    try {
      if (fs::exists(folder_.path() / "pieces")) {
        go_on("pieces", stop, sessions % 2 == 0 ? 1 : 2);
      } else {
        begun.experiment.stop = stop;
        tune(begun, dataset_, silent_);
      }
      more = false;
    } catch (const Error& error) {
      ASSERT_EQ(error.kind(), ErrorKind::interrupted) << error.what();
    }
  }
  EXPECT_GT(sessions, 5);
  expect_same_search("whole", "pieces");
}

TEST_F(TunedRings, NoEpochIsComputedTwice) {
  std::map<std::pair<std::int64_t, std::int64_t>, int> times;
  silent_.each_epoch = [&](const SearchTrial& trial, const EpochReport& report) {
    ++times[{trial.number, report.epoch}];
  };
  Tuning interrupted = in("a");
  interrupted.experiment.stop = [&] { return times.size() >= 12 ? StopReason::interrupted : StopReason::none; };
  EXPECT_EQ(error_of([&] { tune(interrupted, dataset_, silent_); }).kind(), ErrorKind::interrupted);
  EXPECT_EQ(times.size(), 12U);  // in the bracket behind the nine of the defaults
  go_on("a");
  EXPECT_EQ(times.size(), 25U);
  for (const auto& [epoch, count] : times) EXPECT_EQ(count, 1) << "trial " << epoch.first << " epoch " << epoch.second;
}

TEST_F(TunedRings, ACompleteSearchTrainsNothingMore) {
  const Json result = run("a").to_json();
  const std::string journal = text("a/journal.jsonl");
  silent_.epochs = 0;
  EXPECT_EQ(go_on("a").to_json(), result);
  EXPECT_EQ(silent_.epochs, 0);
  EXPECT_EQ(text("a/journal.jsonl"), journal);
}

TEST_F(TunedRings, ATrialWithoutFiniteNumbersHasFailedAndTheSearchGoesOn) {
  tuning_.space = parse_search_space("\"train.lr\" = [1e30]\n", "space");
  const SearchResult search = run("a").searches.front();
  EXPECT_EQ(search.best.number, 0);
  EXPECT_THAT(text("a/trials.csv"), HasSubstr("numbers that are not finite"));
}

TEST_F(TunedRings, WithALimitOfTimeFollowTheClockAndWhatItDecidedIsKept) {
  tuning_.trials.reset();
  std::atomic<int> ticks = 0;
  tuning_.experiment.time = {.seconds = 3000, .now = [&] { return static_cast<double>(++ticks); }};
  const std::int64_t trials = run("a").searches.front().trials;
  EXPECT_GT(trials, 9);
  const std::string journal = text("a/journal.jsonl");
  // A clock that runs away changes nothing of what was decided.
  Tuning again = read_tuning(folder_.path() / "a").tuning;
  EXPECT_EQ(again.experiment.time.seconds, 3000);
  double fast = 0;
  again.experiment.time.now = [&] { return fast += 1e6; };
  EXPECT_EQ(tune(again, dataset_, silent_).searches.front().trials, trials);
  EXPECT_EQ(text("a/journal.jsonl"), journal);
}

TEST_F(TunedRings, WhereTheTimeEndsInTheMiddleTheBestSoFarWins) {
  tuning_.trials.reset();
  std::atomic<double> now = 0;
  tuning_.experiment.time = {.seconds = 100, .now = [&] { return now.load(); }};
  // Trials of the second bracket take much longer than the first one.
  silent_.each_epoch = [&](const SearchTrial& trial, const EpochReport&) {
    now = now + (trial.number == 0 ? 0.5 : 60);
  };
  const SearchResult search = run("a").searches.front();
  EXPECT_EQ(search.best.number, 0);
  EXPECT_GT(search.trials, 1);
  EXPECT_THAT(text("a/journal.jsonl"), HasSubstr("{\"event\":\"time_over\"}"));
  const std::string journal = text("a/journal.jsonl");
  go_on("a");
  EXPECT_EQ(text("a/journal.jsonl"), journal);
}

TEST_F(TunedRings, OfFoldsHaveASearchEachWithinTheirOwnGraphs) {
  tuning_.experiment.cross_validate = true;
  tuning_.experiment.config.data.folds = 3;
  tuning_.experiment.config.train.epochs = 3;
  tuning_.trials = 3;
  const TuneResult result = run("a");
  ASSERT_EQ(result.searches.size(), 3U);
  std::vector<double> scores;
  for (std::size_t fold = 1; fold <= 3; ++fold) {
    const TuningRecord record = TuningRecord(folder_.path() / "a").fold(fold);
    EXPECT_TRUE(RunRecord(record.best()).done());
    const SearchResult& search = result.searches[fold - 1];
    EXPECT_EQ(RunRecord(record.trial(1)).read_splits(dataset_.size()).front(),
              RunRecord(folder_.path() / "a").read_splits(dataset_.size())[fold - 1]);
    scores.push_back(search.test_score().value());
  }
  EXPECT_DOUBLE_EQ(result.test_scores()->mean, (scores[0] + scores[1] + scores[2]) / 3);
  EXPECT_EQ(parse_json(text("a/result.json"), "r")["folds"].size(), 3U);
}

TEST_F(TunedRings, RefuseWhatCannotBeSearchedBeforeThereIsAFolder) {
  const auto refused = [&](const auto& change) {
    Tuning tuning = in("never");
    change(tuning);
    const Error error = error_of([&] { tune(tuning, dataset_, silent_); });
    EXPECT_EQ(error.kind(), ErrorKind::usage) << error.what();
    EXPECT_FALSE(fs::exists(folder_.path() / "never"));
    return error.setting();
  };
  EXPECT_EQ(refused([](Tuning& tuning) { tuning.trials = 1; }), "tune.trials");
  EXPECT_EQ(refused([](Tuning& tuning) { tuning.fixed = {"train.lr"}; }), "train.lr");
  EXPECT_EQ(refused([](Tuning& tuning) { tuning.space = SearchSpace(); }), "tune.space");
  EXPECT_EQ(refused([](Tuning& tuning) { tuning.experiment.config.train.epochs = 0; }), "train.epochs");
  EXPECT_EQ(error_of([&] { read_tuning(folder_.path()); }).setting(), "run.resume");
  run("a");
  dataset_.classes[0] = 1 - dataset_.classes[0];
  EXPECT_THAT(error_of([&] { go_on("a"); }).what(), HasSubstr("has changed since"));
}

}  // namespace
}  // namespace gnnir

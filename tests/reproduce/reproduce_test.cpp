#include "gnnir/reproduce/reproduce.h"

#include <gmock/gmock.h>

#include "gnnir/base/files.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::TempFolder;

/// What was said, in order and in short.
class RecordedReproduction : public ReproductionListener {
 public:
  void on_stored(const std::vector<PlannedRun>& runs, const fs::path&) override {
    for (const PlannedRun& run : runs) said.push_back("stored " + run.run.name);
  }
  void on_run(const PlannedRun& run, std::size_t place, std::size_t count) override {
    said.push_back(fmt::format("{} ({} of {})", run.run.name, place, count));
  }
  void on_left_to_another(const PlannedRun& run) override { said.push_back("left " + run.run.name); }
  void on_skipped(const PlannedRun& run, const std::string&) override { said.push_back("skipped " + run.run.name); }
  void on_failed(const PlannedRun& run, const Error&) override { said.push_back("failed " + run.run.name); }
  std::vector<std::string> said;
};

/// A table of two rows on a generated data set and one that is not there.
class Reproduced : public ::testing::Test {
 protected:
  Reproduced() {
    folder_.write("experiments/X/table.toml", R"(title = "CSL"
[[columns]]
key = "csl"
dataset = "CSL"
verb = "train"
scores = [{ key = "test", score = "accuracy" }]
[[columns]]
key = "absent"
dataset = "MUTAG"
verb = "cv"
scores = [{ key = "mean", score = "accuracy" }]
[[rows]]
name = "plain"
csl = { config = "plain.toml", paper = { test = 10 } }
[[rows]]
name = "GNN-IR"
csl = { config = "ir.toml", paper = { test = 99 } }
absent = { config = "mutag.toml", paper = { mean = 88.7 } }
)");
    write_config("plain", "CSL", 0);
    write_config("ir", "CSL", 1);
    write_config("mutag", "MUTAG", 1);
    wanted_.table = read_paper_table(folder_.path() / "experiments", "X");
    wanted_.folders = {.experiments = folder_.path() / "experiments",
                       .runs = folder_.path() / "runs",
                       .results = folder_.path() / "results",
                       .data_dir = folder_.path().string()};
  }

  void write_config(const std::string& name, const std::string& dataset, int layers) const {
    folder_.write("experiments/X/" + name + ".toml",
                  fmt::format("[data]\ndataset = \"{}\"\n[model]\nir_layers = {}\nwidth = 1\nhidden = 4\n"
                              "[train]\nepochs = 2\nbatch_size = 16\nschedule = \"constant\"\n",
                              dataset, layers));
  }

  ReproductionResult run() {
    recorder_.said.clear();
    return reproduce(wanted_, recorder_);
  }

  TempFolder folder_;
  Reproduction wanted_;
  RecordedReproduction recorder_;
};

TEST_F(Reproduced, TablesAreRunRowByRowAndWritten) {
  const ReproductionResult result = run();
  EXPECT_THAT(recorder_.said, ElementsAre("X/plain (1 of 3)", "X/ir (2 of 3)", "skipped X/mutag"));
  EXPECT_EQ(result.planned, 3U);
  EXPECT_THAT(result.left, IsEmpty());
  EXPECT_FALSE(result.failure);
  EXPECT_EQ(result.stopped, StopReason::none);
  EXPECT_EQ(count_results(result.results).done, 2);
  EXPECT_EQ(parse_json(read_file(folder_.path() / "results/X.json"), "X.json"), result.results);
}

TEST_F(Reproduced, RunsAreNotRunASecondTime) {
  wanted_.rows = {"plain"};
  run();
  run();
  EXPECT_THAT(recorder_.said, IsEmpty());
  fs::remove_all(folder_.path() / "runs");  // results remember what run folders had
  const ReproductionResult result = run();
  EXPECT_THAT(recorder_.said, ElementsAre("stored X/plain"));
  EXPECT_EQ(count_results(result.results).done, 1);
}

TEST_F(Reproduced, TablesLeaveWhatTheTimeDoesNotSufficeFor) {
  wanted_.rows = {"plain", "ir"};
  wanted_.budget = 1e-9;
  const ReproductionResult result = run();
  EXPECT_EQ(result.stopped, StopReason::time_is_up);
  ASSERT_EQ(result.left.size(), 2U);
  EXPECT_EQ(result.left[0].run.name, "X/plain");
  EXPECT_THAT(recorder_.said, IsEmpty());
}

TEST_F(Reproduced, RunsThatWereStoppedGoOn) {
  wanted_.rows = {"ir"};
  int asked = 0;
  wanted_.stop = [&] { return ++asked > 6 ? StopReason::interrupted : StopReason::none; };
  const ReproductionResult stopped = run();
  EXPECT_EQ(stopped.stopped, StopReason::interrupted);
  EXPECT_EQ(stopped.left.size(), 1U);
  EXPECT_EQ(count_results(stopped.results).partial, 1);
  wanted_.stop = {};
  const ReproductionResult result = run();
  EXPECT_THAT(recorder_.said, ElementsAre("X/ir (1 of 1)"));
  EXPECT_EQ(count_results(result.results).done, 1);
}

TEST_F(Reproduced, RunsThatFailDoNotKeepTheNextFromBeingRun) {
  folder_.write("runs/X/plain/seed_0/notes.txt", "mine");
  wanted_.rows = {"plain", "ir"};
  const ReproductionResult result = run();
  EXPECT_THAT(recorder_.said, ElementsAre("X/plain (1 of 2)", "failed X/plain", "X/ir (1 of 2)"));
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->kind(), ErrorKind::usage);
}

TEST_F(Reproduced, CollectingRunsNothing) {
  wanted_.collect = true;
  const ReproductionResult result = run();
  EXPECT_THAT(recorder_.said, IsEmpty());
  EXPECT_EQ(count_results(result.results).not_run, 3);
}

}  // namespace
}  // namespace gnnir

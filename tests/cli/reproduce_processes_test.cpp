#include <gmock/gmock.h>

#include <chrono>
#include <thread>

#include "cli/reproduce_fixture.h"

namespace gnnir {
namespace {

namespace fs = std::filesystem;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Outcome;
using testing::Reproduce;

TEST_F(Reproduce, ProcessesThatWorkOnOneTableKeepEachOthersResults) {
  write_config("plain_once", "CSL", 0, 200);
  testing::Outcome slow;
  std::thread other([&] { slow = run("X --rows plain_once --runs elsewhere"); });
  EXPECT_EQ(run("X --rows ir_once").exit_code, 0);
  other.join();
  EXPECT_EQ(slow.exit_code, 0) << slow.err;
  EXPECT_EQ(cell("GNN-IR", "once")["status"], "done");
  EXPECT_EQ(cell("plain", "once")["status"], "done");
}

TEST_F(Reproduce, ARunThatAnotherProcessIsAtIsLeftToIt) {
  write_config("plain_once", "CSL", 0, 400);
  testing::Outcome first;
  std::thread other([&] { first = run("X --rows plain_once"); });
  const fs::path begun = folder_.path() / "runs/reproduce/X/plain_once/seed_0/env.json";
  for (int i = 0; i < 600 && !fs::exists(begun); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const Outcome second = run("X --rows plain_once,ir_once");
  other.join();
  EXPECT_EQ(first.exit_code, 0) << first.err;
  EXPECT_EQ(second.exit_code, 0) << second.err;
  EXPECT_EQ(cell("GNN-IR", "once")["status"], "done");
  EXPECT_EQ(cell("plain", "once")["status"], "done");
  EXPECT_EQ(cell("plain", "once")["runs"].size(), 1);
}

TEST_F(Reproduce, ABudgetLeavesAPartialRowThatTheSameCommandFinishes) {
  write_config("plain_once", "CSL", 0, 300);
  const Outcome first = run("X --rows plain_once,ir_once --budget 0.02");
  ASSERT_EQ(first.exit_code, 0) << first.err;
  EXPECT_THAT(first.out, HasSubstr("the time is up; 2 of 2 runs left: X/plain_once seed 0, X/ir_once seed 0"));
  const Json partial = cell("plain", "once");
  EXPECT_EQ(partial["status"], "partial");
  EXPECT_THAT(partial["progress"].get<std::string>(), HasSubstr(" of 300"));
  EXPECT_TRUE(partial["ours"]["test"].contains("value"));  // of the best model so far
  EXPECT_THAT(page(), HasSubstr("partial: epoch "));

  const Outcome evaluated =
      testing::run_gnnir("eval runs/reproduce/X/plain_once/seed_0 CSL --part test --json", folder_.path());
  EXPECT_DOUBLE_EQ(partial["ours"]["test"]["value"], 100 * evaluated.last_json()["scores"]["accuracy"].get<double>());
  ASSERT_EQ(run("X --collect").exit_code, 0);
  EXPECT_EQ(cell("plain", "once"), partial);

  const Outcome second = run("X --rows plain_once,ir_once");
  ASSERT_EQ(second.exit_code, 0) << second.err;
  EXPECT_THAT(second.out, HasSubstr("resumed"));
  EXPECT_EQ(cell("plain", "once")["status"], "done");
  EXPECT_EQ(cell("plain", "once")["runs"][0]["epochs"][0], 300);
}

TEST_F(Reproduce, AfterAKillTheSameCommandFinishesInTheSameScores) {
  for (const char* name : {"plain_folds", "ir_once"}) write_config(name, "CSL", 1, 40);
  const std::string folder = "cd '" + folder_.path().string() + "' && ";
  const std::string kill_in_the_middle =
      folder + "'" GNNIR_PROGRAM "' reproduce X --rows plain_folds --threads 1 >/dev/null 2>&1 & pid=$!; " + folder +
      "until [ -f runs/reproduce/X/plain_folds/seed_0/fold_2/checkpoint.safetensors ]; do sleep 0.02; done; "
      "kill -9 $pid; wait $pid";
  std::system(kill_in_the_middle.c_str());
  ASSERT_FALSE(fs::exists(run_folder("plain_folds") / "result.json"));
  ASSERT_EQ(run("X --collect").exit_code, 0);
  EXPECT_EQ(cell("plain", "folds")["progress"], "1 of 2 folds");
  EXPECT_EQ(cell("plain", "folds")["ours"]["mean"]["count"], 1);
  const Outcome finished = run("X --rows plain_folds");
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  const Json resumed = cell("plain", "folds");
  EXPECT_EQ(resumed["status"], "done");
  ASSERT_EQ(run("X --rows plain_folds --runs again --results again").exit_code, 0);
  const Json whole = parse_json(read_file(folder_.path() / "again/X.json"), "X.json")["rows"][0]["cells"][0];
  EXPECT_EQ(resumed["runs"][0]["scores"], whole["runs"][0]["scores"]);
}

TEST_F(Reproduce, CtrlCSavesAndExitsWith130) {
  write_config("plain_once", "CSL", 0, 100'000);
  const std::string interrupt =
      "cd '" + folder_.path().string() +
      // A shell lets what runs in the background ignore Ctrl-C.
      "' && { env --default-signal=INT '" GNNIR_PROGRAM
      "' reproduce X --rows plain_once --threads 1 >/dev/null 2>err & pid=$!; "
      "until [ -f runs/reproduce/X/plain_once/seed_0/checkpoint.safetensors ]; do sleep 0.02; "
      "done; kill -INT $pid; wait $pid; }";
  const int status = std::system(interrupt.c_str());
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_THAT(read_file(folder_.path() / "err"), HasSubstr("the same command goes on"));
  EXPECT_EQ(cell("plain", "once")["status"], "partial");
}

}  // namespace
}  // namespace gnnir

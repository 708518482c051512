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

TEST_F(Reproduce, RunsWhatIsMissingAndWritesItBesideThePaper) {
  const Outcome first = run("X --rows plain_once");
  ASSERT_EQ(first.exit_code, 0) << first.err;
  EXPECT_TRUE(fs::exists(run_folder("plain_once") / "result.json"));
  EXPECT_FALSE(fs::exists(run_folder("plain_folds")));
  EXPECT_EQ(cell("plain", "once")["status"], "done");
  EXPECT_EQ(cell("plain", "folds")["status"], "not run");

  const Outcome rest = run("X --json");
  ASSERT_EQ(rest.exit_code, 0) << rest.err;
  EXPECT_THAT(rest.out, Not(HasSubstr(R"("run":"X/plain_once","seed")")));  // no second time
  EXPECT_EQ(rest.last_json()["event"], "table");
  EXPECT_EQ(rest.last_json()["rows"], results()["rows"]);
  const Json folds = cell("plain", "folds");
  const Json run_result = parse_json(read_file(run_folder("plain_folds") / "result.json"), "result");
  EXPECT_EQ(folds["ours"]["mean"]["count"], 2);
  EXPECT_DOUBLE_EQ(folds["ours"]["mean"]["value"], run_result["test"]["accuracy"]["mean"].get<double>() * 100);
  EXPECT_EQ(folds["parameters"], run_result["parameters"]);
  EXPECT_EQ(folds["runs"][0]["scores"]["validation"]["accuracy"], run_result["validation"]["accuracy"]["folds"]);
  EXPECT_EQ(folds["runs"][0]["scores"]["train"]["accuracy"].size(), 2U);
  EXPECT_EQ(folds["paper"]["mean"]["value"], 10);
  EXPECT_EQ(folds["command"], "gnnir reproduce X --rows plain_folds");
  EXPECT_TRUE(folds["runs"][0]["machine"].contains("processor"));
  EXPECT_GT(folds["seconds_per_epoch"], 0);
  EXPECT_GT(cell("GNN-IR", "once")["ours"]["time"]["value"], 0);
  EXPECT_EQ(cell("plain", "once")["ours"]["time"]["value"], 1);
  EXPECT_THAT(page(), HasSubstr("| plain | 10 |"));
  EXPECT_THAT(page(), HasSubstr("| Other model | 37.6 | – |"));
  EXPECT_THAT(page(), HasSubstr("`gnnir reproduce X --rows ir_once`"));
}

TEST_F(Reproduce, RunsHaveThePapersNumbersOnTheirPages) {
  ASSERT_EQ(run("X --rows plain_once").exit_code, 0);
  const Json paper = parse_json(read_file(run_folder("plain_once") / "env.json"), "env.json")["paper"];
  ASSERT_EQ(paper.size(), 1U) << "times are of another machine";
  EXPECT_EQ(paper[0]["row"], "plain");
  EXPECT_EQ(paper[0]["number"], "10 ± 1");
  EXPECT_DOUBLE_EQ(paper[0]["value"], 0.1);
  const Json result = parse_json(read_file(run_folder("plain_once") / "result.json"), "result.json");
  EXPECT_EQ(result["figures"]["paper"], paper);
  EXPECT_THAT(read_file(run_folder("plain_once") / "report.html"), HasSubstr("the paper (X, plain)"));
}

TEST_F(Reproduce, ASecondCallDoesNothing) {
  ASSERT_EQ(run("X").exit_code, 0);
  const std::string before = to_text(results());
  const auto when = fs::last_write_time(run_folder("ir_once") / "log.txt");
  const Outcome again = run("X");
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_THAT(again.out, Not(HasSubstr("epoch 1")));
  EXPECT_EQ(to_text(results()), before);
  EXPECT_EQ(fs::last_write_time(run_folder("ir_once") / "log.txt"), when);
}

TEST_F(Reproduce, AbsentDataAreSkippedWithWhatWasLookedForAndWhere) {
  const Outcome nowhere = run("X --rows mutag");
  EXPECT_EQ(nowhere.exit_code, 0) << nowhere.err;
  EXPECT_THAT(nowhere.err, HasSubstr("X/mutag: skipped: no splits/MUTAG.json"));
  fs::create_directories(folder_.path() / "data/splits");
  run("X --rows mutag --data-dir data");
  EXPECT_EQ(cell("GNN-IR", "absent")["reason"], "no splits/MUTAG.json in data");
  folder_.write("data/splits/MUTAG.json", "[]");
  EXPECT_EQ(run("X --rows mutag --data-dir data").exit_code, 0);
  EXPECT_THAT(cell("GNN-IR", "absent")["reason"].get<std::string>(),
              HasSubstr("data has neither MUTAG.zip nor a folder MUTAG"));
  EXPECT_THAT(page(), HasSubstr("skipped: "));
}

TEST_F(Reproduce, AConfigurationThatIsNotThereIsRefusedBeforeAnythingIsRun) {
  fs::remove(folder_.path() / "experiments/X/ir_once.toml");
  const Outcome all = run("X");
  EXPECT_EQ(all.exit_code, 2);
  EXPECT_THAT(all.err, HasSubstr("experiments/X/ir_once.toml: no such file, though the table has a run X/ir_once"));
  EXPECT_FALSE(fs::exists(run_folder("plain_once")));
  EXPECT_EQ(run("X --rows plain_once").exit_code, 0);
}

TEST_F(Reproduce, ABrokenTableDoesNotHideTheOthersInTheList) {
  folder_.write("experiments/Broken/table.toml", "title = 1\n");
  const Outcome list = run("--list");
  EXPECT_EQ(list.exit_code, 2);
  EXPECT_THAT(list.out, HasSubstr("CSL in %"));
  EXPECT_THAT(list.err, HasSubstr("experiments/Broken/table.toml:1: title: expected"));
}

TEST_F(Reproduce, AChangedConfigurationIsRefusedByName) {
  ASSERT_EQ(run("X --rows plain_once").exit_code, 0);
  write_config("plain_once", "CSL", 0, 3);
  for (const char* arguments : {"X", "X --rows plain_once", "X --collect"}) {
    const Outcome refused = run(arguments);
    EXPECT_EQ(refused.exit_code, 2) << arguments;
    EXPECT_THAT(refused.err, HasSubstr("runs/reproduce/X/plain_once/seed_0 was run with train.epochs = 2, but "
                                       "experiments/X/plain_once.toml has 3"));
    EXPECT_THAT(refused.err, HasSubstr("--runs"));
  }
  const Outcome other_row = run("X --rows ir_once");
  EXPECT_EQ(other_row.exit_code, 0) << other_row.err;
  EXPECT_THAT(other_row.err, HasSubstr("its results stay as they were"));
  EXPECT_EQ(cell("plain", "once")["status"], "other settings");
  EXPECT_THAT(page(), HasSubstr("†: of a run with other settings"));
  EXPECT_THAT(run("X --list").out, HasSubstr("other settings"));
  EXPECT_EQ(run("--list --json").last_json()[0]["other_settings"], 1);
  EXPECT_EQ(run("X --rows plain_once --runs elsewhere").exit_code, 0);
  EXPECT_EQ(cell("plain", "once")["runs"][0]["epochs"][0], 3);
  EXPECT_EQ(cell("plain", "once")["status"], "done");
  EXPECT_THAT(page(), Not(HasSubstr("†")));
}

TEST_F(Reproduce, AnotherNumberOfGraphsIsNotTrainedOn) {
  const std::string table = read_file(folder_.path() / "experiments/X/table.toml");
  const auto say = [&](const std::string& graphs) {
    const std::size_t place = table.find("verb = \"train\"");
    folder_.write("experiments/X/table.toml",
                  table.substr(0, place) + "graphs = " + graphs + "\n" + table.substr(place));
  };
  say("12000");
  const Outcome skipped = run("X --rows plain_once");
  EXPECT_EQ(skipped.exit_code, 0) << skipped.err;
  EXPECT_THAT(skipped.err, HasSubstr("X/plain_once: skipped: CSL has 150 graphs, the table is about 12000"));
  EXPECT_EQ(cell("plain", "once")["reason"], "CSL has 150 graphs, the table is about 12000");
  EXPECT_FALSE(fs::exists(run_folder("plain_once")));
  say("150");
  EXPECT_EQ(run("X --rows plain_once").exit_code, 0);
  EXPECT_EQ(cell("plain", "once")["status"], "done");
  say("12000");
  const Outcome refused = run("X --collect");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("plain_once/seed_0: its CSL has 150 graphs, the table is about 12000: move"));
}

TEST_F(Reproduce, WhereTheDataLieAndTheSeedAreNoChange) {
  ASSERT_EQ(run("X --rows plain_once").exit_code, 0);
  EXPECT_EQ(run("X --rows plain_once --data-dir elsewhere --seeds 1").exit_code, 0);
}

TEST_F(Reproduce, SeedsAddRuns) {
  ASSERT_EQ(run("X --rows plain_once").exit_code, 0);
  const Outcome more = run("X --rows plain_once --seeds 3");
  ASSERT_EQ(more.exit_code, 0) << more.err;
  EXPECT_THAT(more.out, Not(HasSubstr("seed 0 (")));
  EXPECT_TRUE(fs::exists(run_folder("plain_once", 2) / "result.json"));
  EXPECT_EQ(cell("plain", "once")["ours"]["test"]["count"], 3);
  EXPECT_THAT(page(), HasSubstr("done (3 seeds)"));
}

TEST_F(Reproduce, MistypedNamesGetTheNearestOne) {
  EXPECT_THAT(run("X --rows plain_onec").err, HasSubstr("Did you mean 'plain_once'?"));
  EXPECT_EQ(run("X --rows plain_onec").exit_code, 2);
  EXPECT_THAT(run("--rows plain_onec X").err, HasSubstr("Did you mean 'plain_once'?"));
  EXPECT_THAT(run("X --budget nan").err, HasSubstr("--budget: expected a number from 0"));
  EXPECT_THAT(run("X --rows 'other model'").err, HasSubstr("does not have this model"));
  EXPECT_THAT(run("Y").err, HasSubstr("unknown table 'Y'"));
  EXPECT_THAT(run("").err, HasSubstr("experiments has X"));
  folder_.write("experiments/X/ir_once.toml", "[train]\nepoch = 3\n");
  EXPECT_THAT(run("X").err, HasSubstr("experiments/X/ir_once.toml:2: unknown key 'train.epoch'"));
  EXPECT_FALSE(fs::exists(folder_.path() / "runs"));  // refused before anything is run
}

TEST_F(Reproduce, ListsTablesAndRowsWithWhatHasBeenRun) {
  EXPECT_THAT(run("--list").out, ContainsRegex("\nX [ 0-9]+ CSL in %\n"));
  ASSERT_EQ(run("X --rows plain_once,mutag").exit_code, 0);
  const Json tables = run("--list --json").last_json();
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables[0]["done"], 1);
  EXPECT_EQ(tables[0]["skipped"], 1);
  EXPECT_EQ(tables[0]["not_run"], 3);
  EXPECT_GT(tables[0]["seconds"], 0);
  const Outcome rows = run("X --list");
  EXPECT_THAT(rows.out, HasSubstr("plain_once"));
  EXPECT_THAT(rows.out, HasSubstr("skipped: no splits/MUTAG.json"));
  EXPECT_THAT(run("X --list --rows mutag").err, HasSubstr("--rows excludes --list"));
}

TEST_F(Reproduce, TakesTheNameOfATableInAnyCase) { EXPECT_EQ(run("x --list").exit_code, 0); }

TEST_F(Reproduce, SaysSoWhereThereAreNoTables) {
  const Outcome outcome = run("--list --experiments nowhere");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("[reproduce] nowhere: no tables there"));
  EXPECT_THAT(run("T2 --experiments nowhere").err, HasSubstr("[reproduce] nowhere: no tables there"));
}

TEST_F(Reproduce, CollectsRunFoldersWithoutTraining) {
  const Outcome made = testing::run_gnnir(
      "train --config experiments/X/plain_once.toml --no-baseline --threads 1 --out runs/reproduce/X/plain_once/seed_0",
      folder_.path());
  ASSERT_EQ(made.exit_code, 0) << made.err;
  ASSERT_EQ(run("X --collect").exit_code, 0);
  EXPECT_EQ(cell("plain", "once")["status"], "done");
  EXPECT_EQ(cell("plain", "folds")["status"], "not run");
  EXPECT_FALSE(fs::exists(run_folder("plain_folds")));
}

TEST_F(Reproduce, ResultsOfOtherMachinesStay) {
  ASSERT_EQ(run("X --rows plain_once,plain_folds").exit_code, 0);
  const Json before = cell("plain", "once");
  fs::remove_all(folder_.path() / "runs/reproduce/X/plain_once");
  ASSERT_EQ(run("X --rows ir_once").exit_code, 0);
  EXPECT_EQ(cell("plain", "once")["runs"], before["runs"]);
  EXPECT_EQ(cell("GNN-IR", "once")["status"], "done");
  folder_.write("experiments/results/X.json", "{}");
  const Outcome broken = run("X --collect");
  EXPECT_EQ(broken.exit_code, 65);
  EXPECT_THAT(broken.err, HasSubstr("experiments/results/X.json"));
}

TEST_F(Reproduce, WhatIsDoneElsewhereWithTheSameSettingsIsDone) {
  ASSERT_EQ(run("X --rows plain_once").exit_code, 0);
  fs::remove_all(folder_.path() / "runs");
  const Outcome again = run("X --rows plain_once --seeds 2");
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_THAT(again.err, HasSubstr("done before, as experiments/results says, and not run again: X/plain_once "
                                   "seed 0. To run it here all the same, name another --results folder"));
  EXPECT_FALSE(fs::exists(run_folder("plain_once", 0)));
  EXPECT_TRUE(fs::exists(run_folder("plain_once", 1)));
  EXPECT_EQ(cell("plain", "once")["runs"].size(), 2U);
  const std::string processor = cell("plain", "once")["runs"][0]["machine"]["processor"].get<std::string>();
  EXPECT_THAT(run("X --list").out, HasSubstr(processor));
  EXPECT_EQ(run("X --rows plain_once --results here").exit_code, 0);
  EXPECT_TRUE(fs::exists(run_folder("plain_once", 0)));
}

TEST_F(Reproduce, ARunOfAnotherTableIsTakenFromItsResults) {
  folder_.write("experiments/Y/table.toml", R"(title = "Ablations"
[[columns]]
key = "split"
dataset = "CSL"
verb = "train"
scores = [{ key = "test", score = "accuracy" }]
[[rows]]
name = "plain"
split = { run = "X/plain_once", paper = { test = 10 } }
)");
  EXPECT_THAT(run("Y --list").out, HasSubstr("not run"));
  ASSERT_EQ(run("X --rows plain_once").exit_code, 0);
  fs::remove_all(folder_.path() / "runs");
  EXPECT_THAT(run("Y --list").out, HasSubstr("done"));
  const Outcome outcome = run("Y");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("not run again: X/plain_once seed 0"));
  EXPECT_FALSE(fs::exists(run_folder("plain_once")));
  const Json theirs = parse_json(read_file(folder_.path() / "experiments/results/Y.json"), "Y.json");
  EXPECT_EQ(theirs["rows"][0]["cells"][0]["runs"], cell("plain", "once")["runs"]);
  write_config("plain_once", "CSL", 0, 3);
  EXPECT_THAT(run("Y --list").out, HasSubstr("other settings"));
  folder_.write("experiments/results/X.json", R"({"rows": 3})");
  EXPECT_EQ(run("Y --list").exit_code, 65);
}

}  // namespace
}  // namespace gnnir

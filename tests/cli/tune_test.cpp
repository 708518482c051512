#include <fmt/format.h>
#include <gmock/gmock.h>

#include <csignal>
#include <fstream>

#include "gnnir/base/files.h"
#include "gnnir/data/formats/tu.h"
#include "gnnir/data/generate/csl.h"
#include "gnnir/record/run_record.h"
#include "support/program.h"
#include "support/temp_folder.h"
#include "torture/child.h"

namespace gnnir {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using testing::Outcome;
using testing::TempFolder;

class TuneCommandLine : public ::testing::Test {
 protected:
  TuneCommandLine() {
    Dataset dataset = generate_csl({.nodes = 9, .skips = {2, 3}, .copies = 20});
    dataset.name = "TINY";
    write_tu(dataset, folder_.path() / "TINY");
  }

  Outcome run(const std::string& arguments) { return testing::run_gnnir(arguments, folder_.path()); }
  std::string complaint(const std::string& arguments) {
    const Outcome outcome = run("tune " + arguments);
    EXPECT_EQ(outcome.exit_code, 2) << arguments << "\n" << outcome.out;
    EXPECT_FALSE(fs::exists(folder_.path() / "runs"));
    return outcome.err;
  }
  std::string space(const std::string& toml) {
    std::ofstream(folder_.path() / "space.toml") << toml;
    return " --space space.toml ";
  }
  [[nodiscard]] std::string text(const std::string& file) const { return read_file(folder_.path() / file); }

  static constexpr const char* small =
      " --hidden 8 -L 1 -k 2 --steps 1 --batch-size 8 --epochs 9 --trials 4 --norm graph ";
  TempFolder folder_;
};

TEST_F(TuneCommandLine, EndsWithTheDefaultsAgainstTheWinnerAndATestOfTheWinner) {
  const Outcome outcome = run(std::string("tune TINY --out s") + small);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("4 trials, rungs at 1, 3, 9 epochs"));
  EXPECT_THAT(outcome.out, HasSubstr("defaults after 9 epochs: validation"));
  EXPECT_THAT(outcome.out, HasSubstr("s/best.toml"));
  for (const char* file : {"s/journal.jsonl", "s/trials.csv", "s/result.json", "s/importance.svg", "s/best.toml",
                           "s/tune.json", "s/timings.csv", "s/best/best.safetensors"}) {
    EXPECT_TRUE(fs::exists(folder_.path() / file)) << file;
  }
  EXPECT_EQ(run("predict s/best TINY").exit_code, 0);
  EXPECT_EQ(run("train TINY --config s/best.toml --epochs 1 --out again").exit_code, 0);
}

TEST_F(TuneCommandLine, HasTheResultAsTheLastLineOfJson) {
  const Outcome outcome = run(std::string("tune TINY --out s --json") + small);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const Json result = outcome.last_json();
  EXPECT_EQ(result["search"], "s");
  EXPECT_EQ(result["trials"], 4);
  EXPECT_EQ(result["defaults"]["trial"], 0);
  EXPECT_TRUE(result["test"].contains("accuracy") || result["test"].contains("roc_auc"));
  EXPECT_EQ(to_text(parse_json(text("s/result.json"), "r")["best"]), to_text(result["best"]));
}

/// Called by the same name of the data, which the winner's settings have.
class DisturbedSearch : public TuneCommandLine {
 protected:
  Outcome whole() { return run(fmt::format("tune {} --out whole{}", (folder_.path() / "TINY").string(), small)); }
};

/// Killed or interrupted again and again once it has begun, until it comes to its end.
void disturb(const fs::path& folder, int signal, int exit_code) {
  using torture::Command;
  const std::vector<std::string> first = {GNNIR_PROGRAM,
                                          "tune",
                                          (folder / "TINY").string(),
                                          "--out",
                                          (folder / "pieces").string(),
                                          "--hidden",
                                          "8",
                                          "-L",
                                          "1",
                                          "-k",
                                          "2",
                                          "--steps",
                                          "1",
                                          "--batch-size",
                                          "8",
                                          "--epochs",
                                          "9",
                                          "--trials",
                                          "4",
                                          "--norm",
                                          "graph",
                                          "--threads",
                                          "2"};
  const std::vector<std::string> further = {GNNIR_PROGRAM, "tune", "--resume", (folder / "pieces").string()};
  int disturbed = 0;
  double patience = 0.5;  // grows, so that it comes to its end however slow the machine is
  for (;; patience *= 1.3) {
    const bool begun = fs::exists(folder / "pieces");
    const double seconds = begun ? patience : 0.02;
    const torture::Disturbance disturbance{.signals = {{seconds, signal}},
                                           .clock_starts_with = begun ? fs::path() : folder / "pieces/journal.jsonl"};
    const torture::Ending ending = torture::run({.arguments = begun ? further : first}, disturbance);
    if (ending.exit_code == 0) break;
    ASSERT_TRUE(ending.signal == signal || ending.exit_code == exit_code) << ending.text();
    ++disturbed;
  }
  EXPECT_GE(disturbed, 1);
}

TEST_F(DisturbedSearch, KilledAgainAndAgainEndsInTheSameJournalAndWinner) {
  ASSERT_EQ(whole().exit_code, 0);
  disturb(folder_.path(), SIGKILL, -1);
  for (const char* file : {"journal.jsonl", "best.toml", "result.json", "trials.csv"}) {
    EXPECT_EQ(text(std::string("whole/") + file), text(std::string("pieces/") + file)) << file;
  }
  EXPECT_TRUE(text("whole/best/best.safetensors") == text("pieces/best/best.safetensors"));
}

TEST_F(DisturbedSearch, InterruptedAgainAndAgainEndsInTheSameJournalAndWinner) {
  ASSERT_EQ(whole().exit_code, 0);
  disturb(folder_.path(), SIGINT, 130);
  EXPECT_EQ(text("whole/journal.jsonl"), text("pieces/journal.jsonl"));
  EXPECT_TRUE(text("whole/best/best.safetensors") == text("pieces/best/best.safetensors"));
}

TEST_F(TuneCommandLine, SaysWhatIsWrongWithASpace) {
  EXPECT_THAT(complaint("TINY" + space("\n\"train.rate\" = [1]\n")), HasSubstr("space.toml:2: unknown key"));
  EXPECT_THAT(complaint("TINY" + space("[train]\nlr = []\n")), HasSubstr("expected at least one value"));
  EXPECT_THAT(complaint("TINY --lr 0.1" + space("[train]\nlr = [0.1, 0.2]\n")),
              HasSubstr("--lr: is given, and --space searches it"));
  const Outcome missing = run("tune TINY --space nowhere.toml");
  EXPECT_EQ(missing.exit_code, 74);
  EXPECT_THAT(missing.err, HasSubstr("nowhere.toml"));
}

TEST_F(TuneCommandLine, RefusesWhatMakesNoSense) {
  EXPECT_THAT(complaint(""), HasSubstr("name a data set"));
  EXPECT_THAT(complaint("TINY --trials 1"), HasSubstr("--trials: expected 2 to"));
  EXPECT_THAT(complaint("TINY --time soon"), HasSubstr("--time: expected a time above 0"));
  EXPECT_THAT(complaint("TINY --folds 3"), HasSubstr("--folds: only with --cv"));
  EXPECT_THAT(complaint("TINY --cv --fold 3"), HasSubstr("--fold: with --cv all folds"));
  EXPECT_THAT(complaint("--resume TINY"), HasSubstr("--resume: TINY is not the folder of a search over settings"));
  EXPECT_THAT(complaint("--resume TINY --trials 5"), HasSubstr("beside it only --threads"));
  EXPECT_THAT(complaint("TINY --out TINY"), HasSubstr("TINY exists already"));
}

TEST_F(TuneCommandLine, ExplainsItselfWithExamples) {
  const Outcome outcome = run("tune --help");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("--space"));
  EXPECT_THAT(outcome.out, HasSubstr("gnnir tune MUTAG.zip --time 30m"));
}

TEST_F(TuneCommandLine, WithFoldsReportsTheMeanOfTheirTestScores) {
  const Outcome outcome =
      run("tune TINY --cv --folds 2 --out s --json --hidden 8 -L 1 -k 2 --steps 1 --epochs 2 --trials 2");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const Json result = outcome.last_json();
  ASSERT_EQ(result["folds"].size(), 2U);
  const std::string metric = result["metric"];
  const double mean =
      (result["folds"][0]["test"][metric].get<double>() + result["folds"][1]["test"][metric].get<double>()) / 2;
  EXPECT_DOUBLE_EQ(result["test"]["mean"].get<double>(), mean);
}

}  // namespace
}  // namespace gnnir

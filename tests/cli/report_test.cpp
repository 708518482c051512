#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "gnnir/base/files.h"
#include "gnnir/base/json.h"
#include "support/program.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Outcome;
using testing::run_gnnir;
using testing::TempFolder;

/// Rings and paths of two classes, under names that are no HTML.
class ReportOfRuns : public ::testing::Test {
 protected:
  ReportOfRuns() {
    std::string lines;
    for (int i = 0; i < 40; ++i) {
      lines += fmt::format(
          "{{\"num_nodes\": 4, \"edges\": [[0, 1], [1, 2], [2, 3]{}], \"id\": \"<script>{}</script>\", \"class\": "
          "\"{}\"}}\n",
          i % 2 == 0 ? ", [3, 0]" : "", i, i % 2 == 0 ? "ring" : "path");
    }
    folder_.write("graphs.jsonl", lines);
  }
  [[nodiscard]] Outcome run(const std::string& arguments) const { return run_gnnir(arguments, folder_.path()); }
  [[nodiscard]] Outcome train(const std::string& more) const {
    return run("train graphs.jsonl --hidden 4 -L 1 -k 2 --epochs 3 --threads 1 " + more);
  }
  [[nodiscard]] std::string read(const std::string& file) const { return read_file(folder_.path() / file); }
  TempFolder folder_;
};

TEST_F(ReportOfRuns, IsWrittenAtTheEndAndNamedInTheLastLine) {
  const Outcome outcome = train("--out run");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("report: run/report.html\n"));
  EXPECT_THAT(outcome.out, HasSubstr("by epoch: "));
  const std::string page = read("run/report.html");
  EXPECT_THAT(page, AllOf(HasSubstr("The answer"), HasSubstr("plain GNN (L=0)"), Not(HasSubstr("<script>1"))));
  EXPECT_LT(page.size(), 1'000'000U);
  EXPECT_TRUE(fs::exists(folder_.path() / "run/baseline/report.html"));
  const Json result = parse_json(read("run/result.json"), "result");
  EXPECT_EQ(result["data"]["labels"].size(), 2U);
  EXPECT_EQ(result["figures"]["columns"][0]["classes"].size(), 2U);
  EXPECT_EQ(result["figures"]["coverage"].size(), 6U);
}

TEST_F(ReportOfRuns, EndsWithTheConfusionOfTestGraphsAndKeepsWhatIsCertified) {
  const Outcome outcome = train("--out run --no-baseline");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("\ntest graphs\ntrue, predicted →  path  ring\n"));
  const Json order = parse_json(read("run/result.json"), "result")["figures"]["order"];
  EXPECT_EQ(order["predictions"], 4);
  EXPECT_EQ(order["looked_at"], 4);
  EXPECT_EQ(order["nontrivial_orbits"], 4) << "rings and paths have symmetries";
  EXPECT_EQ(order["cells_are_orbits"], 4);
  EXPECT_THAT(read("run/report.html"), HasSubstr("predictions for test graphs are certified"));
  const Json audit = run("audit run graphs.jsonl --json --relabellings 0").last_json();
  EXPECT_LE(order["certified"], audit["verdicts"]["certified"]);
}

TEST_F(ReportOfRuns, IsThereWhenARunIsInterruptedAndSaysSo) {
  // Jobs of their own (set -m) hear SIGINT, as in a terminal; others of a shell's background do not.
  folder_.write("interrupt",
                "set -m\n'" GNNIR_PROGRAM
                "' train graphs.jsonl --hidden 4 -L 1 -k 2 --epochs 200000 --schedule constant --no-baseline "
                "--threads 1 --out run >/dev/null 2>&1 &\n"
                "for i in $(seq 1200); do\n"
                "  [ -f run/metrics.csv ] && [ $(wc -l < run/metrics.csv) -gt 2 ] && break\n"
                "  sleep 0.05\n"
                "done\n"
                "kill -INT $!\nwait $!\n");
  const int status = std::system(("cd '" + folder_.path().string() + "' && bash interrupt").c_str());
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_FALSE(fs::exists(folder_.path() / "run/result.json"));
  ASSERT_TRUE(fs::exists(folder_.path() / "run/report.html"));
  const std::string page = read("run/report.html");
  for (const char* words : {"has not come to its end", "It can be resumed", "uPlot"}) {
    EXPECT_NE(page.find(words), std::string::npos) << words;
  }
}

TEST_F(ReportOfRuns, IsWrittenAnewWhenTheRunGoesOn) {
  ASSERT_EQ(train("--out run --no-baseline --schedule constant").exit_code, 0);
  const std::string before = read("run/report.html");
  const Outcome outcome = run("train --resume run --epochs 5 --threads 1");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(read("run/report.html"), before);
}

TEST_F(ReportOfRuns, ThatIsNotAPageOfOursIsLeftAloneAndTheRunIsComplete) {
  ASSERT_EQ(train("--out run --no-baseline --schedule constant").exit_code, 0);
  folder_.write("run/report.html", "mine");
  const Outcome outcome = run("train --resume run --epochs 4 --threads 1");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("warning: run/report.html was not written"));
  EXPECT_EQ(read("run/report.html"), "mine");
  EXPECT_TRUE(fs::exists(folder_.path() / "run/result.json"));
}

TEST_F(ReportOfRuns, OfTwoRunsHasBothAndWhatTheyDoNotShare) {
  ASSERT_EQ(train("--out a --no-baseline").exit_code, 0);
  ASSERT_EQ(train("--out b --no-baseline --lr 0.03125").exit_code, 0);
  const Outcome outcome = run("report a b");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "report: report.html\n");
  EXPECT_THAT(read("report.html"), AllOf(HasSubstr("2 runs"), HasSubstr("0.03125"), HasSubstr("train.lr")));
  folder_.write("notes.html", "mine");
  EXPECT_EQ(run("report a b --out notes.html").exit_code, 2);
  EXPECT_EQ(read("notes.html"), "mine");
}

TEST_F(ReportOfRuns, OfASearchHasItsWinnerAndTrials) {
  const Outcome outcome = run("tune graphs.jsonl --hidden 4 -L 1 -k 2 --epochs 3 --trials 3 --threads 1 --out search");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("report: search/report.html"));
  EXPECT_THAT(read("search/report.html"), AllOf(HasSubstr("What mattered"), HasSubstr("the defaults")));
  EXPECT_TRUE(fs::exists(folder_.path() / "search/best/report.html"));
}

TEST_F(ReportOfRuns, SaysWhatIsNoRunAndWhereNoBrowserIs) {
  const Outcome none = run("report nowhere");
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err, HasSubstr("nowhere: expected a run folder, found nothing of that name"));
  EXPECT_EQ(run("report").exit_code, 2);
  ASSERT_EQ(train("--out run --no-baseline").exit_code, 0);
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", folder_.path().c_str(), 1);  // where no browser is
  const Outcome opened = run("report run --open");
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(opened.exit_code, 0);
  EXPECT_THAT(opened.out, HasSubstr("report: run/report.html"));
  EXPECT_THAT(opened.err, HasSubstr("there is no xdg-open here; open "));
}

}  // namespace
}  // namespace gnnir

#include <gmock/gmock.h>

#include "gnnir/base/files.h"
#include "gnnir/data/formats/tu.h"
#include "gnnir/data/generate/csl.h"
#include "support/program.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing::Outcome;
using ::testing::StartsWith;

/// Graphs of one's own, of which nothing is said.
class OwnGraphs : public ::testing::Test {
 protected:
  OwnGraphs() {
    Dataset dataset = generate_csl({.nodes = 9, .skips = {2, 3}, .copies = 12});
    dataset.name = "OWN";
    write_tu(dataset, folder_.path() / "OWN");
  }
  Outcome run(const std::string& arguments) { return testing::run_gnnir(arguments, folder_.path()); }
  testing::TempFolder folder_;
};

TEST_F(OwnGraphs, AreTrainedOnByExactIrAndALineSaysSo) {
  const Outcome outcome = run("train OWN --epochs 2 --hidden 8 --no-baseline --out run");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, StartsWith("for these graphs: exact IR (L = 1); --print-config shows all settings\n"
                                      "exact IR (L=1) on OWN: 24 graphs"));
  const std::string config = read_file(folder_.path() / "run" / "config.toml");
  EXPECT_THAT(config, HasSubstr("architecture = \"exact-ir\"\n"));
  EXPECT_EQ(run("train OWN --epochs 2 --hidden 8 --print-config").out, config);
  const Outcome again = run("train --config run/config.toml --no-baseline --out again");
  EXPECT_THAT(again.out, Not(HasSubstr("for these graphs")));
  EXPECT_EQ(read_file(folder_.path() / "again" / "config.toml"), config);
}

TEST_F(OwnGraphs, GoOnWithWhatWasChosen) {
  ASSERT_EQ(run("cv OWN --folds 3 --epochs 1 --hidden 8 --out run").exit_code, 0);
  const Outcome resumed = run("cv --resume run");
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_THAT(resumed.out, Not(HasSubstr("for these graphs")));
}

TEST_F(OwnGraphs, HaveTheSameNetworkAsBaseline) {
  const Outcome outcome = run("train OWN --epochs 1 --hidden 8 --out run");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const std::string baseline = read_file(folder_.path() / "run" / "baseline" / "config.toml");
  EXPECT_THAT(baseline, HasSubstr("architecture = \"exact-ir\"\n"));
  EXPECT_THAT(baseline, HasSubstr("ir_layers = 0\n"));
}

TEST_F(OwnGraphs, WithTooLittleTimeHaveNoBranchesAndALineSaysWhy) {
  const Outcome json = run("cv OWN --folds 2 --epochs 1 --hidden 8 --time 1s --json --out run");
  ASSERT_EQ(json.exit_code, 0) << json.err;
  EXPECT_THAT(json.out, StartsWith(R"json({"event":"settings","chosen":"exact IR (L = 1)"})json"));
  ASSERT_EQ(run("data generate CSL --out many.jsonl").exit_code, 0);
  EXPECT_THAT(run("train many.jsonl --time 1s --print-config").out, HasSubstr("ir_layers = 0\n"));
  EXPECT_THAT(run("train many.jsonl --epochs 3 --time 1s").out,
              StartsWith("for these graphs: the plain network (L = 0): exact IR would take about 1 min of one core for "
                         "3 epochs (all the same: --ir-layers 1); --print-config"));
}

TEST_F(OwnGraphs, OfWhichTheOptionsOfGnnIrAreSaidHaveGnnIr) {
  EXPECT_THAT(run("train OWN -k 2 --print-config").out, HasSubstr("architecture = \"gnn-ir\"\n"));
  EXPECT_THAT(run("train OWN --dropout 0.2 -k 2 --print-config").err, HasSubstr("has no effect here"));
  EXPECT_THAT(run("train NOWHERE --print-config").err, HasSubstr("NOWHERE"));
}

}  // namespace
}  // namespace gnnir

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "gnnir/base/files.h"
#include "gnnir/base/json.h"
#include "gnnir/data/formats/tu.h"
#include "gnnir/data/generate/csl.h"
#include "support/program.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing::Outcome;

class AuditCommandLine : public ::testing::Test {
 protected:
  void SetUp() override {
    Dataset dataset = generate_csl({.nodes = 9, .skips = {2, 3}, .copies = 6});
    dataset.name = "TINY";
    write_tu(dataset, folder_.path() / "TINY");
  }
  Outcome run(const std::string& arguments) { return testing::run_gnnir(arguments, folder_.path()); }
  Json json(const std::string& arguments) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return parse_json(outcome.out, "output");
  }

  testing::TempFolder folder_;
};

TEST_F(AuditCommandLine, TellsWhetherRandomWeightsDependOnTheOrderOfNodes) {
  const std::string settings = " TINY --features constant --hidden 8 -L 1 --relabellings 8 --json ";
  EXPECT_EQ(json("audit" + settings + "--ties cell -k 1")["verdicts"]["certified"], 12);
  EXPECT_EQ(json("audit" + settings + "--ties index -k 4 --tolerance 1e-7")["verdicts"]["depends on node order"], 12);
}

TEST_F(AuditCommandLine, SaysWhyExactIrIsCertifiedByConstruction) {
  const std::string settings = "audit TINY --features constant --architecture exact-ir -L 1 --hidden 8 ";
  EXPECT_THAT(run(settings + "--details why.csv").out, HasSubstr("certified by construction: every node is"));
  EXPECT_THAT(read_file(folder_.path() / "why.csv"),
              HasSubstr("1,1,every node is individualized and nothing is merged"));
  EXPECT_EQ(json(settings + "--json")["verdicts"]["certified"], 12);
  EXPECT_THAT(run("audit TINY --features constant -L 1 -k 1").out, Not(HasSubstr("by construction")));
}

TEST_F(AuditCommandLine, WritesATableDetailsAndAPicture) {
  const Outcome outcome = run(
      "audit TINY --features constant --hidden 8 -L 2 -k 2 --details audit.csv --picture worst.svg --relabellings 3");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("depends on node order"));
  EXPECT_THAT(outcome.out, HasSubstr("layer 1 cut a cell"));
  const std::string csv = read_file(folder_.path() / "audit.csv");
  EXPECT_THAT(csv, HasSubstr("graph,verdict,spread,cells,orbits,because,cut_1,cut_orbit_1,cut_2,cut_orbit_2\n0,"));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 13);
  EXPECT_THAT(read_file(folder_.path() / "worst.svg"), HasSubstr("<circle"));
  EXPECT_EQ(run("audit TINY -L 1 --details audit.json").exit_code, 0);
  EXPECT_EQ(parse_json(read_file(folder_.path() / "audit.json"), "audit.json").size(), 12U);
}

TEST_F(AuditCommandLine, TakesATrainedModelWithItsOwnSettings) {
  ASSERT_EQ(run("train TINY --features constant --epochs 1 --hidden 8 -L 1 -k 1 --no-baseline --out first").exit_code,
            0);
  EXPECT_EQ(json("audit first TINY --json")["verdicts"]["certified"], 12);
  const Outcome both = run("audit first TINY -k 4");
  EXPECT_EQ(both.exit_code, 2);
  EXPECT_THAT(both.err, HasSubstr("--width: the model first brings its own settings"));
  const Outcome predicted = run("predict first TINY --audit");
  EXPECT_EQ(predicted.exit_code, 0) << predicted.err;
  EXPECT_THAT(predicted.out, HasSubstr("graph,prediction,p_0,p_1,order,spread,unusual\n"));
  EXPECT_THAT(predicted.out, HasSubstr(",certified,0,\n"));
  EXPECT_THAT(run("predict first TINY").out, Not(HasSubstr("certified")));
}

TEST_F(AuditCommandLine, NeedsNoLabels) {
  write_file_atomically(folder_.path() / "two.g6", "DQc\nDhc\n");
  EXPECT_EQ(json("audit two.g6 -L 1 --hidden 4 --json")["graphs"], 2);
  EXPECT_EQ(run("audit two.g6 --epochs 3").exit_code, 2);  // nothing is trained
}

TEST_F(AuditCommandLine, SaysWhereACellWasCutAtTheCap) {
  const std::string settings =
      "train TINY --features constant --epochs 1 --hidden 8 -L 1 -k 1 --no-baseline --ties cell ";
  const Outcome cut = run(settings + "--max-branches 4 --out cut");
  EXPECT_EQ(cut.exit_code, 0) << cut.err;
  EXPECT_THAT(cut.err, HasSubstr("more nodes are equal than --max-branches (4) allows"));
  EXPECT_THAT(run("predict cut TINY").err, HasSubstr("warning: in 12 graphs more nodes are equal than"));
  EXPECT_THAT(run("eval cut TINY").err, HasSubstr("warning: in 12 graphs more nodes are equal than"));
  EXPECT_EQ(json("eval cut TINY --json")["cut_cells"], 12);
  EXPECT_THAT(run(settings + "--out whole").err, Not(HasSubstr("max-branches")));
  EXPECT_THAT(run("predict whole TINY").err, Not(HasSubstr("max-branches")));
}

TEST_F(AuditCommandLine, MistakesAreNamed) {
  EXPECT_EQ(run("audit").exit_code, 2);
  EXPECT_EQ(run("audit nothing TINY").exit_code, 2);
  const Outcome details = run("audit TINY --details audit.txt");
  EXPECT_EQ(details.exit_code, 2);
  EXPECT_THAT(details.err, HasSubstr("expected a name ending in .csv or .json"));
  EXPECT_THAT(run("audit TINY --picture p.png").err, HasSubstr("expected a name ending in .svg"));
  EXPECT_THAT(run("audit TINY --tolerance nan").err, HasSubstr("--tolerance: expected a number from 0"));
  EXPECT_THAT(run("audit TINY --audit-seed -1").err, HasSubstr("--audit-seed: expected a whole number from 0"));
  ASSERT_EQ(run("train TINY --epochs 1 --hidden 4 -L 1 -k 1 --no-baseline --out first").exit_code, 0);
  EXPECT_THAT(run("audit TINY first").err, HasSubstr("the model comes first, then the data: first TINY"));
  EXPECT_THAT(run("audit first").err, HasSubstr("first is a model: name the data to audit it on"));
}

TEST_F(AuditCommandLine, DistinguishCountsPairs) {
  const Json wl = json("distinguish TINY --method wl --json");
  EXPECT_EQ(wl["separated"], 0);
  EXPECT_EQ(wl["total"], 66);
  EXPECT_EQ(wl["isomorphic"], 30);  // six relabellings of each of two graphs: 15 pairs twice
  EXPECT_EQ(wl["false_positives"], 0);
  const Json ir = json("distinguish TINY --method ir --relabellings 3 --json");
  EXPECT_EQ(ir["separated"], 36);
  EXPECT_EQ(ir["separated_at_depth"], (std::vector<int>{0, 36, 0}));  // then until every node is told apart
  EXPECT_EQ(ir["relabelled_copies"], 3 * 12);
  EXPECT_EQ(ir["copies_separated"], 0);
  const Json tree = json("distinguish TINY --method gnn-ir --merge tree -L 1 --hidden 8 --networks 1 --json");
  EXPECT_EQ(tree["separated"], 36);
  EXPECT_EQ(tree["false_positives"], 0);
  EXPECT_EQ(tree["settings"], "L = 1, k = all, merge = tree");
  EXPECT_EQ(json("distinguish TINY --method wl --one-per-class --json")["total"], 1);
  EXPECT_EQ(json("distinguish TINY --method ir --pairs --json")["total"], 6);
  const Outcome all = run("distinguish TINY --one-per-class --hidden 4 --networks 1 -L 1");
  EXPECT_EQ(all.exit_code, 0) << all.err;
  for (const char* method : {"wl", "ir", "gnn", "gnn-ir (L = 1, k = all, merge = max)"}) {
    EXPECT_THAT(all.out, HasSubstr(method));
  }
}

TEST_F(AuditCommandLine, DistinguishSaysAtWhichDepthPairsAreToldApart) {
  ASSERT_EQ(run("data generate CFI --family cubic --size 6 --out cfi.g6 --leave-out classes").exit_code, 0);
  const Outcome outcome = run("distinguish cfi.g6 --pairs --method wl,ir");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("cfi: 6 graphs, 3 pairs, 0 of them isomorphic"));
  EXPECT_THAT(outcome.out, HasSubstr("at depth 2"));  // over K4, two nodes of which leave no cycle
  EXPECT_THAT(outcome.out, HasSubstr("relabelled copies of graphs told apart from them: 0 of 12"));
  const Outcome shallow = run("distinguish cfi.g6 --pairs --method ir --depth 1");
  EXPECT_THAT(shallow.out, HasSubstr("ir: 6 of 6 graphs look like others of them so far"));
  EXPECT_EQ(json("distinguish cfi.g6 --pairs --method ir --depth 1 --json")["separated"], 0);
}

TEST_F(AuditCommandLine, DistinguishFindsTheSameWithAnyNumberOfThreads) {
  ASSERT_EQ(run("data generate CFI --family cubic --size 8 --out cfi").exit_code, 0);
  for (const char* budget : {"0.01", "0.03", "0.1"}) {
    const std::string command = fmt::format("distinguish cfi/ --pairs --method ir --budget {} --json", budget);
    Json one = json(command + " --threads 1");
    Json four = json(command + " --threads 4");
    one.erase("seconds");
    four.erase("seconds");
    EXPECT_EQ(one, four) << budget;
  }
}

TEST_F(AuditCommandLine, DistinguishSaysOfWhichGraphsANetworkHadToChooseNodes) {
  const std::string command = "distinguish TINY --method gnn-ir -L 1 --hidden 8 --networks 1";
  EXPECT_THAT(run(command + " -k 1").out, HasSubstr("12 of 12 graphs count as told apart from nothing"));
  const Json chosen = json(command + " -k 1 --json");
  EXPECT_EQ(chosen["undecided_graphs"], 12);
  EXPECT_EQ(chosen["separated"], 0);
  EXPECT_FALSE(json(command + " -k 1 --ties cell --json").contains("undecided_graphs"));
}

TEST_F(AuditCommandLine, DistinguishReachesAsFarAsItsSteps) {
  const std::string command = "distinguish CSL --one-per-class --method gnn-ir -L 1 --hidden 8 --networks 1 --json";
  EXPECT_EQ(json(command + " --steps 3")["separated"], 35);  // skips 6, 9, 11, 12 and 16 look alike three steps away
  EXPECT_EQ(json(command + " --steps 4")["separated"], 45);
}

TEST_F(AuditCommandLine, BenchRowsComparesWithEveryRowAndEveryBranch) {
  const std::string small = "bench rows TINY --features constant --hidden 8 --steps 2 --batches 1 --rounds 1 ";
  const Json result = json(small + "--json");
  for (const char* key : {"epoch_seconds_alone", "epoch_seconds_orbits", "epoch_seconds_shared", "speedup"}) {
    EXPECT_GT(result[key].get<double>(), 0) << key;
  }
  ASSERT_EQ(result["steps"].size(), 2U);
  for (const Json& step : result["steps"]) {
    EXPECT_EQ(step["rows"].get<double>(), 9 * step["by_orbits"].get<double>());  // 9 equivalent nodes
    EXPECT_LT(step["computed"].get<double>(), step["by_orbits"].get<double>());
  }
  EXPECT_THAT(run(small).out, HasSubstr("one branch per orbit"));
  const Json paper = json("bench rows TINY --architecture gnn-ir -L 0 --hidden 8 --batches 1 --rounds 1 --json");
  EXPECT_FALSE(paper.contains("epoch_seconds_orbits"));
  EXPECT_THAT(run("bench rows TINY --architecture top-k-pooling").err, HasSubstr("does not share rows"));
}

TEST_F(AuditCommandLine, BenchRefinementReportsItsCells) {
  const Json result = json("bench refinement --nodes 1000 --edges 3000 --json");
  EXPECT_EQ(result["nodes"], 1000);
  EXPECT_GT(result["cells"], 100);
  EXPECT_LE(result["cells"], 1000);
  EXPECT_GT(result["rounds"], 0);
  EXPECT_EQ(run("bench refinement --nodes 0").exit_code, 2);
}

TEST_F(AuditCommandLine, DistinguishTakesSettingsOfItsOwnNetwork) {
  const Outcome outcome = run("distinguish TINY --pairs --method gnn-ir -L 1 --networks 1 --norm-epsilon 0.1");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;  // norm = graph is its default
}

TEST_F(AuditCommandLine, DistinguishNamesMistakes) {
  EXPECT_THAT(run("distinguish TINY --method wl -L 3").err,
              HasSubstr("--ir-layers: has no effect here: wl has nothing"));
  EXPECT_THAT(run("distinguish TINY --method wl --budget 3").err, HasSubstr("--budget: has no effect here"));
  EXPECT_THAT(run("distinguish TINY --method ir --hidden 3").err, HasSubstr("--hidden: has no effect here: ir has no"));
  EXPECT_THAT(run("distinguish TINY --method gnn --depth 3").err, HasSubstr("--depth: has no effect here: it is for"));
  EXPECT_THAT(run("distinguish TINY --method gnn -k 2").err, HasSubstr("it is for --method gnn-ir"));
  EXPECT_THAT(run("distinguish TINY --towers 2").err, HasSubstr("--towers: has no effect here: it is for conv = pna"));
  EXPECT_THAT(run("distinguish TINY --method magic").err, HasSubstr("--method: expected one of wl, ir, gnn, gnn-ir"));
  EXPECT_THAT(run("distinguish TINY --pairs --all").err, HasSubstr("--pairs"));
  EXPECT_EQ(run("distinguish nothing.g6").exit_code, 2);
}

TEST_F(AuditCommandLine, RefusesMoreBranchesThanAllowed) {
  const Outcome outcome = run("train TINY -L 2 -k all --merge tree --epochs 1");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("a graph of 9 nodes has 81 branches with L = 2, k = all, merge = tree"));
  EXPECT_THAT(outcome.err, HasSubstr("--max-branches would have to be at least 81"));
  EXPECT_EQ(run("train TINY -L 2 -k all --merge tree --epochs 1 --hidden 4 --no-baseline --max-branches 81 --out t")
                .exit_code,
            0);
  EXPECT_THAT(read_file(folder_.path() / "t" / "config.toml"), HasSubstr("width = \"all\""));
  EXPECT_EQ(run("predict t TINY").exit_code, 0);
  EXPECT_EQ(run("embed t TINY --nodes").exit_code, 0);
  EXPECT_THAT(run("train TINY -k some").err, HasSubstr("--width: expected a whole number or all, found 'some'"));
}

}  // namespace
}  // namespace gnnir

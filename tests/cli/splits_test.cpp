#include <gmock/gmock.h>

#include <set>

#include "gnnir/base/files.h"
#include "gnnir/record/run_record.h"
#include "support/molecules.h"
#include "support/program.h"
#include "support/split_checks.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Outcome;

constexpr int graphs = 60;

/// Paths of three to eight nodes, with a lab if there is to be one: keys that nobody asks for are refused.
std::string json_lines(bool labs) {
  std::string lines;
  for (int g = 0; g < graphs; ++g) {
    const int nodes = 3 + g % 6;
    std::string edges;
    for (int v = 0; v + 1 < nodes; ++v) edges += fmt::format("{}[{}, {}]", v > 0 ? ", " : "", v, v + 1);
    const std::string lab = labs ? fmt::format(R"(, "lab": "lab {}")", g % 20) : "";
    lines +=
        fmt::format(R"({{"num_nodes": {}, "edges": [{}], "targets": {{"y": {}}}{}}})", nodes, edges, g, lab) + "\n";
  }
  return lines;
}

std::string molecules() {
  const std::vector<std::string> cores = {"c1ccccc1", "C1CCCCC1", "C1CCCC1", "C1CCC1", "C1CC1",
                                          "c1ccncc1", "c1ccsc1",  "c1ccoc1", "CC",     "C1CCOCC1"};
  std::string csv = "SMILES,logS,lab,year\n";
  for (int g = 0; g < graphs; ++g) {
    csv += fmt::format("{}{},{},{},{}\n", std::string(static_cast<std::size_t>(g / 10) + 1, 'C'),
                       cores[static_cast<std::size_t>(g % 10)], 0.1 * g, g % 20, 2000 + g);
  }
  return csv;
}

class SplitCommands : public testing::WithChemistry {
 protected:
  Outcome run(const std::string& arguments) { return testing::run_gnnir(arguments, folder_.path()); }
  Outcome train(const std::string& arguments) {
    return run("train " + arguments + " -L 0 --epochs 1 --hidden 4 --batch-size 16 --threads 1");
  }
  [[nodiscard]] std::vector<Split> splits_of(const std::string& folder) const {
    return RunRecord(folder_.path() / folder).read_splits(graphs);
  }
  testing::TempFolder folder_;
};

TEST_F(SplitCommands, TrainOnScaffoldsAndClusters) {
  folder_.write("m.csv", molecules());
  for (const std::string method : {"scaffold", "cluster"}) {
    const Outcome outcome = train("m.csv --target logS --split " + method + " --out " + method);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const Split split = splits_of(method).at(0);
    testing::part_of_graphs(split, graphs);
    if (method == "cluster") continue;
    std::vector<std::string> core;  // what the line of a molecule ends with
    for (int g = 0; g < graphs; ++g) core.push_back(std::to_string(g % 10));
    EXPECT_EQ(testing::torn_groups(split, core), 0);
  }
}

TEST_F(SplitCommands, TrainByColumnsOfMoleculesAndSayAWrongValue) {
  folder_.write("m.csv", molecules());
  const Outcome group = train("m.csv --target logS --split group --split-column lab --out lab");
  ASSERT_EQ(group.exit_code, 0) << group.err;
  const Outcome time = train("m.csv --target logS --split time --split-column year --out year");
  ASSERT_EQ(time.exit_code, 0) << time.err;
  EXPECT_EQ(splits_of("year").at(0).train.back(), 47);
  const Outcome wrong = train("m.csv --target logS --split column --split-column lab --out wrong");
  EXPECT_EQ(wrong.exit_code, 65);
  EXPECT_THAT(wrong.err,
              HasSubstr("line 2, column 'lab': expected train, validation (or valid, val) or test, found '0'"));
}

TEST(SplitCommand, ReusesTheSplitOfARunKeepsGroupsAndRefusesContradictions) {
  const testing::TempFolder folder;
  folder.write("g.jsonl", json_lines(false));
  folder.write("labs.jsonl", json_lines(true));
  const auto run = [&](const std::string& arguments) { return testing::run_gnnir(arguments, folder.path()); };
  const std::string quick = " -L 0 --epochs 1 --hidden 4 --batch-size 16 --threads 1";
  ASSERT_EQ(run("cv g.jsonl --split random --folds 3 --out first" + quick).exit_code, 0);
  ASSERT_EQ(run("cv g.jsonl --split-file first/splits.json --out second" + quick).exit_code, 0);
  ASSERT_EQ(run("train g.jsonl --split files --split-file first --fold 2 --out third" + quick).exit_code, 0);
  const std::vector<Split> folds = RunRecord(folder.path() / "first").read_splits(graphs);
  EXPECT_EQ(folds.size(), 3U);
  EXPECT_EQ(RunRecord(folder.path() / "second").read_splits(graphs), folds);
  EXPECT_EQ(RunRecord(folder.path() / "third").read_splits(graphs).at(0), folds[1]);

  ASSERT_EQ(run("train labs.jsonl --split group --split-column lab --out labs" + quick).exit_code, 0);
  std::vector<std::string> lab;
  for (int g = 0; g < graphs; ++g) lab.push_back(std::to_string(g % 20));
  EXPECT_EQ(testing::torn_groups(RunRecord(folder.path() / "labs").read_splits(graphs).at(0), lab), 0);

  const auto refused = [&](const std::string& options) {
    const Outcome outcome = run("train g.jsonl " + options + " --out refused" + quick);
    EXPECT_EQ(outcome.exit_code, 2) << options;
    return outcome.err;
  };
  EXPECT_THAT(refused("--split group"), HasSubstr("--split-column: --split group goes by a column: expected its name"));
  EXPECT_THAT(refused("--split random --split-file first"),
              HasSubstr("--split-file: --split random divides the graphs itself"));
  EXPECT_THAT(refused("--split files"), HasSubstr("--split-file: --split files reads it"));
  EXPECT_THAT(refused("--split group --split-column lap"), HasSubstr("--split-column: [jsonl] g.jsonl has no 'lap'"));
  EXPECT_THAT(refused("--split-column lab"), HasSubstr("--split-column: has no effect here"));
  EXPECT_THAT(refused("--split time --split-column year --split-seed 3"),
              HasSubstr("--split-seed: has no effect here"));
  EXPECT_THAT(refused("--split scafold"), HasSubstr("Did you mean 'scaffold'?"));
  EXPECT_THAT(refused("--split scaffold"), HasSubstr("are of molecules: expected SMILES or SDF"));
}

TEST(SplitCommand, SaysThatGraphsOfTheTestAreKnownFromTraining) {
  const testing::TempFolder folder;
  folder.write("g.jsonl", json_lines(false));  // sixty graphs, six different ones
  const Outcome outcome =
      testing::run_gnnir("train g.jsonl -L 0 --epochs 1 --hidden 4 --threads 1 --out run", folder.path());
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("6 of 6 validation and 6 of 6 test graphs are the same as one to train on"));
}

TEST(SplitCommand, HelpNamesEveryMethod) {
  const testing::TempFolder folder;
  const std::string help = testing::run_gnnir("train --help", folder.path()).out;
  EXPECT_THAT(help, AllOf(HasSubstr("--split "), HasSubstr("scaffold"), HasSubstr("--split-column")));
  EXPECT_THAT(help, HasSubstr("gnnir train molecules.csv --target logS --split scaffold"));
}

}  // namespace
}  // namespace gnnir

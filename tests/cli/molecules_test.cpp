#include <gmock/gmock.h>

#include <algorithm>

#include "gnnir/base/files.h"
#include "support/compress.h"
#include "support/molecules.h"
#include "support/program.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::Outcome;
using ::testing::StartsWith;

/// 40 molecules with two numbers and a word to learn.
std::string many_molecules() {
  const std::vector<std::string> fragments = {"C", "O", "N", "c1ccccc1", "C(=O)O", "C#N", "[O-].[Na+]", "CCl"};
  std::string csv = "id,SMILES,logS,mass,kind\n";
  for (std::size_t i = 0; i < 40; ++i) {
    csv += fmt::format("{},C{}{},{},{},{}\n", i, std::string(i % 5, 'C'), fragments[i % 8],
                       0.1 * static_cast<double>(i), i, i % 2 == 0 ? "even" : "odd");
  }
  return csv;
}

class MoleculeCommands : public testing::WithChemistry {
 protected:
  Outcome run(const std::string& arguments) { return testing::run_gnnir(arguments, folder_.path()); }
  std::string read(const std::string& file) { return read_file(folder_.path() / file); }

  static constexpr const char* quick = " --epochs 2 --hidden 8 --batch-size 8 --no-baseline ";
  testing::TempFolder folder_;
};

TEST_F(MoleculeCommands, InspectCountsAtomsAndBonds) {
  folder_.write("m.csv", "smiles,gap\nCCO,1.5\nc1ccccc1,\n[Na+].[Cl-],2\n");
  const Outcome outcome = run("data inspect m.csv --target gap --json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, IsEmpty());
  const Json seen = outcome.last_json();
  EXPECT_EQ(seen["graphs"], 3);
  EXPECT_EQ(seen["total_nodes"], 3 + 6 + 2);
  EXPECT_EQ(seen["total_undirected_edges"], 2 + 6);
  EXPECT_EQ(seen["node_labels"], true);
  EXPECT_EQ(seen["node_attributes"], num_atom_attributes);
  EXPECT_EQ(seen["reverse_edges_added"], 0);
  EXPECT_EQ(seen["missing_labels"], 1);
  const Outcome unasked = run("data inspect m.csv");
  EXPECT_THAT(unasked.out, AllOf(HasSubstr("all: nothing was read to learn"), HasSubstr("columns not read")));
  EXPECT_EQ(run("data inspect m.csv --json").last_json()["columns_not_read"], Json({"gap"}));
  EXPECT_EQ(seen["columns_not_read"], Json::array());
  EXPECT_THAT(run("data convert m.csv m.jsonl").err, HasSubstr("columns that are not kept: gap; --target NAME keeps"));
  const Json explicit_ = run("data inspect m.csv --hydrogens explicit --json").last_json();
  EXPECT_EQ(explicit_["total_nodes"], 9 + 12 + 2);
}

TEST_F(MoleculeCommands, ABadMoleculeExitsWith65AndItsLineAndNothingOfRdkitsOwn) {
  folder_.write("m.csv", "smiles\nCCO\nC1CC\n");
  const Outcome outcome = run("data inspect m.csv");
  EXPECT_EQ(outcome.exit_code, 65);
  EXPECT_EQ(outcome.err,
            "gnnir: [smiles] m.csv:3: 'C1CC' is no molecule: unclosed ring\n"
            "gnnir: --on-error skip leaves out what cannot be read\n");
}

TEST_F(MoleculeCommands, WhatIsGivenTwiceIsNotGuessed) {
  folder_.write("exact.csv", "Smiles,smiles\nnothing,CCO\n");
  EXPECT_EQ(run("data inspect exact.csv --json").last_json()["total_nodes"], 3);
  folder_.write("two.csv", "Smiles,SMILES\nC,CCO\n");
  EXPECT_THAT(run("data inspect two.csv").err, HasSubstr("the columns 'Smiles' and 'SMILES' could both be meant"));
  folder_.write("m.sdf", testing::v2000({{{"C", 0, 0, 0}}, {}, "> <gap>\n1.5\n\n> <gap>\n2.5\n\n"}));
  const Outcome twice = run("data inspect m.sdf --target gap");
  EXPECT_EQ(twice.exit_code, 65);
  EXPECT_THAT(twice.err, HasSubstr("record 1 gives 'gap' 2 times"));
}

TEST_F(MoleculeCommands, TargetsMayBeNamedAsColumnsOfOurs) {
  std::string csv = "smiles,graph,line\n";
  for (int i = 0; i < 20; ++i) csv += fmt::format("C{}O,{},{}\n", std::string(static_cast<std::size_t>(i), 'C'), i, -i);
  folder_.write("m.csv", csv);
  ASSERT_EQ(run(std::string("train m.csv --target graph --target line --out run") + quick).exit_code, 0);
  EXPECT_THAT(run("predict run m.csv").out, StartsWith("graph,line,smiles,target_graph,target_line,unusual\n"));
}

TEST_F(MoleculeCommands, ConvertsToFormatsThatReadBackTheSame) {
  folder_.write("m.sdf.gz", testing::gzipped(testing::v2000({{{"C", 0, 0, 0}, {"N", 0, 3, 4}}, {{0, 1, 3}}})));
  ASSERT_EQ(run("data convert m.sdf.gz m.jsonl").exit_code, 0);
  ASSERT_EQ(run("data convert m.sdf.gz tu").exit_code, 0);
  EXPECT_THAT(read("m.jsonl"), AllOf(HasSubstr("\"edge_labels\": [3, 3]"), HasSubstr("[[5], [5]]")));
  const Json seen = run("data inspect m.sdf.gz --json").last_json();
  for (const char* copy : {"m.jsonl", "tu"}) {
    Json other = run(std::string("data inspect --json ") + copy).last_json();
    other["name"] = seen["name"];
    EXPECT_EQ(other, seen) << copy;
  }
}

TEST_F(MoleculeCommands, TrainsOnTwoTargetsAndPredictsForRowsThatCanBeRead) {
  folder_.write("m.csv", many_molecules());
  const Outcome train = run(std::string("train m.csv --target logS --target mass --out run") + quick);
  ASSERT_EQ(train.exit_code, 0) << train.err;
  folder_.write("new.csv", "structure\nCCO\nC1CC\nCCN\n");  // no targets, another name for the column
  const Outcome stopped = run("predict run new.csv --smiles-column structure");
  EXPECT_EQ(stopped.exit_code, 65);
  EXPECT_THAT(stopped.err, HasSubstr("new.csv:3: 'C1CC' is no molecule"));
  const Outcome predict = run("predict run new.csv --smiles-column structure --on-error skip --rejects bad.csv");
  ASSERT_EQ(predict.exit_code, 0) << predict.err;
  EXPECT_THAT(predict.err, HasSubstr("1 of 3 graphs was skipped: see bad.csv"));
  EXPECT_THAT(predict.out,
              AllOf(StartsWith("graph,line,structure,logS,mass,unusual,error\n0,2,CCO,"),
                    HasSubstr("\n,3,C1CC,,,,[smiles] new.csv:3: 'C1CC' is no molecule"), HasSubstr("\n1,4,CCN,")));
  EXPECT_EQ(std::count(predict.out.begin(), predict.out.end(), '\n'), 4);
  EXPECT_EQ(read("bad.csv"), "line,reason,row\n3,[smiles] new.csv:3: 'C1CC' is no molecule: unclosed ring,C1CC\n");
}

TEST_F(MoleculeCommands, TrainsOnClassesAndOnCompleteGraphsOfAnSdf) {
  folder_.write("m.csv", many_molecules());
  const Outcome classes = run(std::string("train m.csv --target kind --out classes") + quick);
  ASSERT_EQ(classes.exit_code, 0) << classes.err;
  EXPECT_THAT(run("predict classes m.csv").out,
              StartsWith("graph,line,id,SMILES,prediction,p_even,p_odd,unusual\n0,2,"));
  std::string sdf;
  for (int i = 0; i < 20; ++i) {
    sdf += testing::v2000({{{"C", 0, 0, 0}, {"N", 0, 0.1 * i, 1}, {"O", 1, 0, 0.2}},
                           {{0, 1, 1}, {0, 2, 1}},
                           fmt::format("> <gap>\n{}\n\n", i)});
  }
  folder_.write("m.sdf", sdf);
  const Outcome complete = run(
      std::string("train m.sdf --target gap --hydrogens explicit --molecule-edges complete --out complete") + quick);
  ASSERT_EQ(complete.exit_code, 0) << complete.err;
  EXPECT_THAT(run("predict complete m.sdf").out, StartsWith("graph,line,name,smiles,gap,unusual\n0,1,name,NCO,"));
}

TEST(MoleculesWithoutTheComponent, SayWhatToInstallAndExitWith2) {
  const testing::TempFolder folder;
  folder.write("m.csv", many_molecules());
  fs::copy_file(GNNIR_PROGRAM, folder.path() / "gnnir");  // alone: no module is beside it
  const std::string command =
      "cd '" + folder.path().string() + "' && env -u GNNIR_MODULES ./gnnir data inspect m.csv 2>err";
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 2);
  EXPECT_THAT(read_file(folder.path() / "err"),
              AllOf(HasSubstr("m.csv: molecules are read through RDKit"), HasSubstr("librdkit-dev"),
                    HasSubstr("scripts/bootstrap --chem && scripts/build")));
}

}  // namespace
}  // namespace gnnir

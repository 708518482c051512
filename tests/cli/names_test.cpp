#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "gnnir/base/files.h"
#include "gnnir/base/text.h"
#include "gnnir/data/molecules/molecule.h"
#include "support/module_folders.h"
#include "support/program.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Outcome;
using ::testing::StartsWith;

/// Rings and paths with ids and vendors, as JSON lines.
class Names : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string text;
    for (int i = 0; i < 24; ++i) text += line(i, "");
    folder_.write("g.jsonl", text);
  }
  Outcome run(const std::string& arguments) const { return testing::run_gnnir(arguments, folder_.path()); }
  std::string read(const std::string& file) const { return read_file(folder_.path() / file); }

  /// A triangle or a path of three, whose class says which.
  static std::string line(int i, const std::string& more) {
    return fmt::format("{{\"id\": \"g{}\", \"num_nodes\": 3, \"edges\": [[0, 1], [1, 2]{}], \"class\": \"{}\"{}}}\n", i,
                       i % 2 == 0 ? ", [2, 0]" : "", i % 2 == 0 ? "ring" : "path", more);
  }
  /// A trained model in the folder `run`.
  void train(const std::string& verb = "train", const std::string& more = "") const {
    const Outcome outcome = run(verb + " g.jsonl -L 0 --hidden 4 --epochs 1 --threads 1 --out run " + more);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  }
  static std::vector<std::string_view> lines_of(const std::string& text) {
    std::vector<std::string_view> lines = split_text(text, '\n');
    lines.pop_back();
    return lines;
  }
  testing::TempFolder folder_;
};

TEST_F(Names, GoThroughPredictEmbedAndAudit) {
  train();
  EXPECT_THAT(run("predict run g.jsonl").out, StartsWith("graph,line,id,prediction,p_path,p_ring,unusual\n0,1,g0,"));
  EXPECT_THAT(run("predict run g.jsonl --no-names").out, StartsWith("graph,line,prediction,"));
  EXPECT_EQ(run("predict run g.jsonl --json").last_json()["id"], "g23");
  EXPECT_THAT(run("embed run g.jsonl").out, AllOf(StartsWith("graph,id,e0,"), HasSubstr("\n5,g5,")));
  EXPECT_THAT(run("embed run g.jsonl --nodes").out, AllOf(StartsWith("graph,id,node,e0,"), HasSubstr("\n5,g5,2,")));
  ASSERT_EQ(run("audit run g.jsonl --relabellings 1 --details d.csv").exit_code, 0);
  EXPECT_THAT(read("d.csv"), AllOf(StartsWith("graph,id,verdict,"), HasSubstr("\n5,g5,")));
  ASSERT_EQ(run("audit run g.jsonl --relabellings 1 --details d.json").exit_code, 0);
  EXPECT_EQ(parse_json(read("d.json"), "d.json")[5]["id"], "g5");
}

TEST_F(Names, GoWithTheColumnsThatAreAskedFor) {
  train();
  folder_.write("new.jsonl", line(0, R"(, "vendor": "Acme, \"Inc.\"")") + line(1, R"(, "vendor": null)"));
  const Outcome asked = run("predict run new.jsonl --keep vendor");
  EXPECT_THAT(asked.out, AllOf(StartsWith("graph,line,id,vendor,prediction"),
                               HasSubstr("\n0,1,g0,\"Acme, \"\"Inc.\"\"\","), HasSubstr("\n1,2,g1,,")));
  EXPECT_EQ(run("predict run new.jsonl").exit_code, 65) << "an unknown key";
  const Outcome wrong = run("predict run new.jsonl --keep vendor --keep vendro");
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("--keep: [jsonl] new.jsonl has no 'vendro'. Did you mean 'vendor'?"));
  EXPECT_EQ(run("predict run new.jsonl --keep vendor --no-names").exit_code, 2);
}

TEST_F(Names, OfGraphsThatCannotBeReadComeOutInTheirPlaceWithTheReason) {
  train();
  folder_.write("new.jsonl", line(0, "") + "{\"id\": \"bad\", \"num_nodes\": 3}\n" + "\xff\x1b\n" + line(1, ""));
  for (const char* command : {"predict run new.jsonl", "embed run new.jsonl"}) {
    const Outcome outcome = run(std::string(command) + " --on-error skip --rejects bad.csv");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto rows = lines_of(outcome.out);
    ASSERT_EQ(rows.size(), 5u) << outcome.out;
    EXPECT_THAT(std::string(rows[0]), ::testing::EndsWith(",error"));
    EXPECT_THAT(std::string(rows[2]),
                AllOf(StartsWith(","), HasSubstr("bad"), HasSubstr("expected edges, found none")));
    EXPECT_THAT(std::string(rows[3]), AllOf(HasSubstr("new.jsonl:3"), Not(HasSubstr("\x1b"))));
    EXPECT_THAT(std::string(rows[4]), HasSubstr("g1"));
  }
  const Outcome json = run("predict run new.jsonl --on-error skip --rejects bad.csv --json");
  const Json second = parse_json(lines_of(json.out)[1], "second");
  EXPECT_EQ(second["id"], "bad");
  EXPECT_TRUE(second["prediction"].is_null());
  EXPECT_THAT(second["error"].get<std::string>(), HasSubstr("expected edges"));
  ASSERT_EQ(run("audit run new.jsonl --on-error skip --rejects bad.csv --relabellings 1 --details d.csv").exit_code, 0);
  EXPECT_THAT(read("d.csv"), HasSubstr("\n,bad,"));
}

TEST_F(Names, StandBesideWhatIsTrueInTestPredictions) {
  train();
  const std::string table = read("run/test_predictions.csv");
  EXPECT_THAT(table, StartsWith("graph,line,id,true,prediction,p_path,p_ring,unusual\n"));
  const Outcome asked = run("predict run g.jsonl --part test --no-names");
  ASSERT_EQ(asked.exit_code, 0) << asked.err;
  const auto rows = lines_of(table);
  const auto same = lines_of(asked.out);
  ASSERT_EQ(rows.size(), same.size());
  ASSERT_GT(rows.size(), 1u);
  for (std::size_t i = 1; i < rows.size(); ++i) {  // graph,line | id,true | prediction,…
    const auto fields = split_text(rows[i], ',');
    const auto expected = split_text(same[i], ',');
    EXPECT_EQ(fields[0], expected[0]);
    EXPECT_EQ(fields[2], fmt::format("g{}", fields[0]));
    EXPECT_EQ(fields[3], *parse_integer(fields[0]) % 2 == 0 ? "ring" : "path");
    EXPECT_EQ(fields[4], expected[2]);
    EXPECT_EQ(fields[5], expected[3]);
  }
}

TEST_F(Names, OfAllFoldsAreInOneTableOfPredictionsThatNoTrainingSaw) {
  train("cv", "--folds 3");
  const std::string table = read("run/test_predictions.csv");
  EXPECT_THAT(table, StartsWith("training,graph,line,id,true,prediction,p_path,p_ring,unusual\nfold_"));
  const auto rows = lines_of(table);
  ASSERT_EQ(rows.size(), 25u) << "each graph is tested once";
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const std::size_t comma = rows[i].find(',');
    const std::string fold = read("run/" + std::string(rows[i].substr(0, comma)) + "/test_predictions.csv");
    EXPECT_THAT(std::string(rows[i].substr(comma + 1)), StartsWith(fmt::format("{},{},g{},", i - 1, i, i - 1)));
    EXPECT_THAT(fold, HasSubstr("\n" + std::string(rows[i].substr(comma + 1)) + "\n"));
  }
}

TEST_F(Names, ComeThroughStandardInput) {
  train();
  const std::string expected = run("predict run g.jsonl").out;
  EXPECT_EQ(run("predict run - < g.jsonl").out, expected);
  EXPECT_EQ(run("predict run - --format ndjson < g.jsonl").out, expected);
  folder_.write("two.g6", "Bw\nBo\n");
  EXPECT_EQ(run("predict run - --format graph6 < two.g6").out, run("predict run two.g6").out);
  const Outcome empty = run("predict run - < /dev/null");
  EXPECT_EQ(empty.exit_code, 65);
  EXPECT_THAT(empty.err, HasSubstr("stdin.jsonl: expected a graph to a line, found none"));
  const Outcome smiles = run("predict run - < two.g6");
  EXPECT_EQ(smiles.exit_code, 65);
  EXPECT_THAT(smiles.err, HasSubstr("expected JSON lines, found 'Bw': --format names what it is"));
  EXPECT_EQ(run("eval run - --json < g.jsonl").last_json()["graphs"], 24);
  EXPECT_THAT(run("predict run - --format smily < g.jsonl").err, HasSubstr("--format: expected one of "));
  EXPECT_EQ(run("predict run g.jsonl --format jsonl").exit_code, 2);
  EXPECT_EQ(run("predict run").exit_code, 2);
  EXPECT_EQ(run("predict run g.jsonl --smiles CCO").exit_code, 2);
}

TEST_F(Names, TheCommandInEnvJsonCanBePasted) {
  folder_.write("my graphs.jsonl", read("g.jsonl"));
  ASSERT_EQ(run("train 'my graphs.jsonl' -L 0 --hidden 4 --epochs 1 --threads 1 --out 'a run'").exit_code, 0);
  const std::string command = parse_json(read("a run/env.json"), "env.json")["command"];
  EXPECT_THAT(command, AllOf(StartsWith("gnnir train 'my graphs.jsonl' -L 0"), HasSubstr("--out 'a run'")));
}

TEST_F(Names, AMissingModelAndMissingDataAreTheSameMistake) {
  train();
  EXPECT_EQ(run("predict nothing g.jsonl").exit_code, 2);
  EXPECT_EQ(run("predict nothing.safetensors g.jsonl").exit_code, 2);
  EXPECT_EQ(run("predict run nothing.jsonl").exit_code, 2);
  EXPECT_THAT(run("predict nothing g.jsonl").err, HasSubstr("nothing: no such model file or run folder"));
}

class NamesOfMolecules : public Names {
 protected:
  void SetUp() override {
    const testing::ModuleFolders built({GNNIR_MODULE_FOLDER});
    if (find_chemistry() == nullptr) GTEST_SKIP() << "built without RDKit: scripts/bootstrap --chem installs it";
    std::string csv = "ID;SMILES;logS;vendor\n";
    for (int i = 0; i < 20; ++i) csv += fmt::format("m{};C{}O;{};Acme\n", i, std::string(1 + i % 6, 'C'), 0.5 * i);
    folder_.write("m.csv", csv);
  }
  void train_on_molecules() const {
    const Outcome outcome =
        run("train m.csv --target logS -L 0 --hidden 4 --epochs 1 --threads 1 --out run --batch-size 8");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  }
};

TEST_F(NamesOfMolecules, AreTheirIdsAndSmilesAlsoBetweenSemicolons) {
  train_on_molecules();
  EXPECT_THAT(run("predict run m.csv --keep vendor").out,
              StartsWith("graph,line,ID,SMILES,vendor,logS,unusual\n0,2,m0,CCO,Acme,"));
  EXPECT_THAT(read("run/test_predictions.csv"), StartsWith("graph,line,ID,SMILES,true_logS,logS,unusual\n"));
  EXPECT_THAT(run("predict run m.csv --keep logS").out, StartsWith("graph,line,ID,SMILES,data_logS,logS,unusual\n"));
}

TEST_F(NamesOfMolecules, ComeWithWhatIsTyped) {
  train_on_molecules();
  const std::string typed = run("predict run --smiles CCO --smiles 'c1ccccc1 benzene'").out;
  EXPECT_THAT(
      typed, AllOf(StartsWith("graph,line,name,smiles,logS,unusual\n0,1,,CCO,"), HasSubstr("\n1,2,benzene,c1ccccc1,")));
  folder_.write("two.smi", "CCO\nc1ccccc1 benzene\n");
  EXPECT_EQ(run("predict run - --format smi < two.smi").out, typed);
  EXPECT_EQ(run("predict run --smiles ''").exit_code, 2);
  const Outcome wrong = run("predict run --smiles C1CC");
  EXPECT_EQ(wrong.exit_code, 65);
  EXPECT_THAT(wrong.err, HasSubstr("'C1CC' is no molecule: unclosed ring"));
  EXPECT_THAT(run("embed run --smiles CCO").out, HasSubstr("\n0,CCO,"));
}

TEST_F(NamesOfMolecules, AreListedWhereNobodySaidWhatToLearn) {
  const Outcome outcome = run("train m.csv -L 0 --out run");
  EXPECT_EQ(outcome.exit_code, 65);
  EXPECT_THAT(outcome.err, HasSubstr("nothing to learn yet: --target NAME says which column; there are logS, vendor"));
}

}  // namespace
}  // namespace gnnir

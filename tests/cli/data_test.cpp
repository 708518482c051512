#include <gmock/gmock.h>

#include <filesystem>
#include <string>

#include "gnnir/base/files.h"
#include "support/program.h"
#include "support/real_data.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::Outcome;
using testing::TempFolder;

/// Two classes, a target, and one line that is no graph.
const std::string three_lines = R"({"num_nodes": 3, "edges": [[0, 1], [1, 2]], "class": "yes", "targets": {"mu": 1.5}})"
                                "\n"
                                R"({"num_nodes": 2, "edges": [[0, 2]], "class": "no", "targets": {"mu": 2}})"
                                "\n"
                                R"({"num_nodes": 2, "edges": [[0, 1]], "class": "no", "targets": {"mu": null}})"
                                "\n";

class DataCommands : public ::testing::Test {
 protected:
  Outcome run(const std::string& arguments) { return testing::run_gnnir(arguments, folder_.path()); }
  [[nodiscard]] fs::path in_folder(const std::string& name) const { return folder_.path() / name; }
  TempFolder folder_;
};

TEST_F(DataCommands, InspectStopsAtTheFirstBadGraphAndSaysWhereItIs) {
  folder_.write("graphs.jsonl", three_lines);
  const Outcome outcome = run("data inspect graphs.jsonl");
  EXPECT_EQ(outcome.exit_code, 65);
  EXPECT_EQ(outcome.err,
            "gnnir: [jsonl] graphs.jsonl:2: edges[0]: node 2 is outside 0..1\n"
            "gnnir: --on-error skip leaves out what cannot be read\n");
}

TEST_F(DataCommands, InspectSkipsBadGraphsWhenAskedAndSaysWhereTheyAre) {
  folder_.write("graphs.jsonl", three_lines);
  const Outcome outcome = run("data inspect graphs.jsonl --on-error skip --json");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.err, "gnnir: warning: 1 of 3 graphs was skipped: see graphs.rejects.csv\n");
  EXPECT_THAT(read_file(in_folder("graphs.rejects.csv")), HasSubstr("\n2,[jsonl] graphs.jsonl:2: edges[0]: node 2"));
  const Json seen = outcome.last_json();
  EXPECT_EQ(seen["graphs"], 2);
  EXPECT_EQ(seen["rejected"], 1);
  EXPECT_EQ(seen["rejects_file"], "graphs.rejects.csv");
  EXPECT_EQ(seen["classes"], Json::parse(R"({"no": 1, "yes": 1})"));
  EXPECT_EQ(seen["targets"], 1);
  EXPECT_EQ(seen["target_values"]["mu"]["missing"], 1);
  EXPECT_EQ(seen["target_values"]["mu"]["values"]["max"], 1.5);
  EXPECT_EQ(seen["nodes_histogram"], Json::parse("[[2, 2, 1], [3, 3, 1]]"));
  EXPECT_EQ(seen["edge_labels"], false);
}

TEST_F(DataCommands, SkippingIsRefusedWithWordsWhereAFormatHasNoWayToDoIt) {
  folder_.write("tables/edges.csv", "graph,source,target\nx,a,b\ny,a\n");
  const Outcome outcome = run("data inspect tables --on-error skip");
  EXPECT_EQ(outcome.exit_code, 65);
  EXPECT_THAT(outcome.err, HasSubstr("edges.csv:3: "));
  EXPECT_THAT(outcome.err, HasSubstr("(--on-error skip: of TU files and CSV tables no graph can be skipped)"));
}

TEST_F(DataCommands, EndingsCountInCapitalsToo) {
  folder_.write("GRAPHS.JSONL", R"({"num_nodes": 2, "edges": [[0, 1]]})"
                                "\n");
  EXPECT_EQ(run("data inspect GRAPHS.JSONL --json").last_json()["graphs"], 1);
}

TEST_F(DataCommands, InspectShowsHistogramsOfDegreesSizesAndAChosenTarget) {
  folder_.write("graphs.jsonl", three_lines);
  const Outcome one = run("data inspect graphs.jsonl --on-error skip --rejects bad.csv");
  EXPECT_EQ(one.exit_code, 0) << one.err;
  EXPECT_THAT(one.out, AllOf(HasSubstr("nodes by degree"), HasSubstr("graphs by number of nodes"),
                             HasSubstr("graphs by mu"), HasSubstr("target mu (min … mean … max)"),
                             HasSubstr("1.5 … 1.5 … 1.5; 1 missing"), HasSubstr("graphs skipped")));
  EXPECT_TRUE(fs::exists(in_folder("bad.csv")));
}

TEST_F(DataCommands, AnUnknownTargetGetsTheNearestNameAndTheList) {
  folder_.write("graphs.jsonl", three_lines);
  const Outcome outcome = run("data inspect graphs.jsonl --target nu");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(outcome.err,
            "gnnir: --target: [jsonl] graphs.jsonl has no 'nu'. Did you mean 'mu'? There are: class, mu\n");
}

TEST_F(DataCommands, ConvertGoesThroughEveryFormatAndBack) {
  EXPECT_EQ(run("data generate CSL --out CSL").exit_code, 0);
  for (const char* step : {"CSL csl.jsonl", "csl.jsonl csl --format csv", "csl csl.txt", "csl.txt TU/CSL"}) {
    const Outcome outcome = run("data convert " + std::string(step));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("150 graphs written to"));
    EXPECT_THAT(outcome.err, IsEmpty());
  }
  for (const char* file : {"A", "graph_indicator", "graph_labels"}) {
    EXPECT_EQ(read_file(in_folder("TU/CSL/csl_" + std::string(file) + ".txt")),
              read_file(in_folder("CSL/CSL_" + std::string(file) + ".txt")));
  }
}

TEST_F(DataCommands, ConvertKeepsDirectionsUnlessToldOtherwise) {
  folder_.write("graphs.jsonl", "{\"num_nodes\": 2, \"edges\": [[0, 1]]}\n");
  EXPECT_EQ(run("data convert graphs.jsonl one").exit_code, 0);
  EXPECT_EQ(read_file(in_folder("one/graphs_A.txt")), "1, 2\n");
  EXPECT_EQ(run("data convert graphs.jsonl both --direction undirected").exit_code, 0);
  EXPECT_EQ(read_file(in_folder("both/graphs_A.txt")), "2, 1\n1, 2\n");
}

TEST_F(DataCommands, ConvertSaysWhichOfTwoEdgesItKeeps) {
  folder_.write("g.jsonl", R"({"num_nodes":2,"edges":[[0,1],[0,1]],"edge_labels":[1,2]})");
  const Outcome outcome = run("data convert g.jsonl out.jsonl");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("edges are listed again with other features 1 time: the first line counts"));
}

TEST_F(DataCommands, ALinkThatLeadsNowhereIsNotReplaced) {
  folder_.write("g.jsonl", "{\"num_nodes\": 2, \"edges\": [[0, 1]]}\n");
  fs::create_symlink("nowhere", in_folder("out.jsonl"));
  EXPECT_EQ(run("data convert g.jsonl out.jsonl").exit_code, 2);
  EXPECT_TRUE(fs::is_symlink(in_folder("out.jsonl")));
}

TEST_F(DataCommands, AByteOrderMarkIsNoPartOfTheText) {
  const std::string mark = "\xEF\xBB\xBF";
  folder_.write("T/T_A.txt", mark + "1, 2\n2, 1\n");
  folder_.write("T/T_graph_indicator.txt", mark + "1\n1\n");
  folder_.write("p.txt", mark + "1\n2 0\n0 1 1\n0 1 0\n");
  folder_.write("g.g6", mark + "A_\n");
  folder_.write("d.col", mark + "p edge 2 1\ne 1 2\n");
  for (const char* name : {"T", "p.txt", "g.g6", "d.col"}) {
    const Outcome outcome = run(std::string("data inspect --json ") + name);
    ASSERT_EQ(outcome.exit_code, 0) << name << ": " << outcome.err;
    EXPECT_EQ(outcome.last_json()["total_undirected_edges"], 1) << name;
  }
}

TEST_F(DataCommands, ConvertRefusesWhatAFormatCannotSayAndFilesThatExist) {
  folder_.write("graphs.jsonl", three_lines);
  const Outcome classes = run("data convert graphs.jsonl bare.g6 --on-error skip");
  EXPECT_EQ(classes.exit_code, 2);
  EXPECT_THAT(classes.err, HasSubstr("gnnir: [graph6] graphs: the format has no place for classes"));
  EXPECT_FALSE(fs::exists(in_folder("bare.g6")));
  folder_.write("tu/there", "");
  EXPECT_EQ(run("data convert CSL tu").err, "gnnir: tu exists already and is never overwritten: name another folder\n");
  const Outcome exists = run("data convert CSL graphs.jsonl");
  EXPECT_EQ(exists.exit_code, 2);
  EXPECT_EQ(exists.err, "gnnir: [data] graphs.jsonl exists already and is never overwritten: name another\n");
  EXPECT_EQ(read_file(in_folder("graphs.jsonl")), three_lines);
  EXPECT_EQ(run("data convert CSL csl.parquet").exit_code, 2);
  EXPECT_EQ(run("data convert CSL csl --format json").exit_code, 2);
}

TEST_F(DataCommands, ConvertGoesThroughTheFormatsOfBareGraphsAndBack) {
  folder_.write("two.g6", ">>graph6<<DQc\nDQc\n");
  for (const char* step : {"two.g6 two.s6", "two.s6 two.d6", "two.d6 two --format dimacs", "two two.jsonl",
                           "two.jsonl back.g6", "two.g6 back.dat --format graph6"}) {
    const Outcome outcome = run("data convert " + std::string(step));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("2 graphs written to"));
    EXPECT_THAT(outcome.err, IsEmpty());
  }
  EXPECT_EQ(read_file(in_folder("back.g6")), "DQc\nDQc\n");
  EXPECT_EQ(read_file(in_folder("back.dat")), "DQc\nDQc\n");
  EXPECT_EQ(read_file(in_folder("two/two_2.dimacs")), "p edge 5 4\ne 1 3\ne 2 4\ne 1 5\ne 4 5\n");
}

TEST_F(DataCommands, ConvertLeavesOutWhatBareGraphsCannotHaveOnlyWhenAsked) {
  const Outcome refused = run("data convert CSL csl.g6");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_EQ(refused.err,
            "gnnir: [graph6] CSL: the format has no place for classes; --leave-out classes writes the rest\n");
  EXPECT_FALSE(fs::exists(in_folder("csl.g6")));
  const Outcome asked = run("data convert CSL csl.g6 --leave-out classes");
  EXPECT_EQ(asked.exit_code, 0) << asked.err;
  EXPECT_EQ(asked.out, "CSL: 150 graphs written to csl.g6 as graph6\n");
  const Outcome several = run("data convert CSL csl.col --leave-out classes");
  EXPECT_EQ(several.exit_code, 2);
  EXPECT_EQ(several.err,
            "gnnir: [dimacs] CSL: a file holds one graph, found 150: name a folder, with --format dimacs\n");
  EXPECT_THAT(run("data convert CSL x.g6 --leave-out node-label").err,
              HasSubstr("found 'node-label'. Did you mean 'node-labels'?"));
}

TEST_F(DataCommands, ConvertLeavesOutSomeOfSeveralThings) {
  folder_.write("mol.jsonl", R"({"edges":[[0,1]],"class":1,"node_labels":[1,2],"edge_labels":[3]})"
                             "\n");
  EXPECT_THAT(
      run("data convert mol.jsonl mol.g6").err,
      HasSubstr("has no place for classes,node-labels,edge-labels; --leave-out classes,node-labels,edge-labels"));
  EXPECT_THAT(run("data convert mol.jsonl mol.txt").err,
              HasSubstr("no place for edge-labels; --leave-out edge-labels"));
  const Outcome asked = run("data convert mol.jsonl mol.txt --leave-out edge-labels");
  ASSERT_EQ(asked.exit_code, 0) << asked.err;
  EXPECT_EQ(read_file(in_folder("mol.txt")), "1\n2 1\n1 1 1\n2 0\n");
}

TEST_F(DataCommands, InspectReadsNautysFormatsAndSkipsBadLines) {
  folder_.write("graphs.s6", ":Fa@x^\nDQ\nDQc\n");
  const Outcome stopped = run("data inspect graphs.s6");
  EXPECT_EQ(stopped.exit_code, 65);
  EXPECT_EQ(stopped.err,
            "gnnir: [graph6] graphs.s6:2: expected 2 bytes for the edges of 5 nodes, found 1\n"
            "gnnir: --on-error skip leaves out what cannot be read\n");
  const Outcome skipped = run("data inspect graphs.s6 --on-error skip --json");
  EXPECT_EQ(skipped.exit_code, 0);
  EXPECT_EQ(skipped.err, "gnnir: warning: 1 of 3 graphs was skipped: see graphs.rejects.csv\n");
  EXPECT_EQ(skipped.last_json()["graphs"], 2);
  EXPECT_EQ(skipped.last_json()["nodes_histogram"], Json::parse("[[5, 5, 1], [7, 7, 1]]"));
}

TEST_F(DataCommands, InspectReadsDimacs) {
  folder_.write("myciel.col", "c\np edge 3 2\nn 1 4\ne 1 2\ne 2 3\n");
  const Outcome outcome = run("data inspect myciel.col --json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.last_json()["graphs"], 1);
  folder_.write("cut.col", "p edge 3 2\ne 1 2\n");
  const Outcome cut = run("data inspect cut.col");
  EXPECT_EQ(cut.exit_code, 65);
  EXPECT_EQ(cut.err,
            "gnnir: [dimacs] cut.col:1: expected 2 edges, found 1 lines with 1 different ones\n"
            "gnnir: --on-error skip leaves out what cannot be read\n");
}

TEST_F(DataCommands, ConvertWarnsOfNamesThatAreLost) {
  folder_.write("graphs.jsonl", three_lines);
  const Outcome outcome = run("data convert graphs.jsonl tu --on-error skip --target mu");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("warning: names of targets are not kept; in this order there are: mu\n"));

  folder_.write("named/edges.csv", "graph,source,target,length\nx,a,b,1\n");
  folder_.write("named/nodes.csv", "graph,node,\"mass, heavy\",charge\nx,a,1,2\nx,b,3,4\n");
  const Outcome lines = run("data convert named named.jsonl");
  EXPECT_THAT(lines.err, AllOf(HasSubstr("names of node attributes are not kept; in this order there are: mass, heavy, "
                                         "charge\n"),
                               HasSubstr("names of edge attributes are not kept; in this order there are: length\n")));
  EXPECT_THAT(run("data convert named tables --format csv").err, IsEmpty());
  EXPECT_THAT(read_file(in_folder("tables/nodes.csv")), HasSubstr("graph,node,\"mass, heavy\",charge\n"));
  EXPECT_THAT(read_file(in_folder("tables/edges.csv")), HasSubstr("graph,source,target,length\n"));
}

TEST_F(DataCommands, AFileInNoKnownFormatIsToldWhatIsUnderstood) {
  folder_.write("cat.png", "meow");
  const Outcome outcome = run("data inspect cat.png");
  EXPECT_EQ(outcome.exit_code, 65);
  EXPECT_THAT(outcome.err, HasSubstr("cat.png: expected a data set, found cat.png. Understood are TU files"));
}

TEST_F(DataCommands, TextAndJsonThatAreNotUnderstoodAreToldWhatIsMissing) {
  folder_.write("edges.txt", "0 1\n1 2\n");
  EXPECT_THAT(run("data inspect edges.txt").err,
              HasSubstr("A .txt of powerful-gnns begins with a line of one integer"));
  folder_.write("graphs.json", "[]");
  EXPECT_THAT(run("data inspect graphs.json").err, HasSubstr("JSON lines, a graph to a line, end in .jsonl"));
  folder_.write("cut.jsonl", "{\"edges\n");
  EXPECT_THAT(run("data inspect cut.jsonl").err, HasSubstr("cut.jsonl:1: not valid JSON: column 8: syntax error"));
}

TEST_F(DataCommands, TheFolderAroundADataSetAndOneFileOfItAreToldWhatToName) {
  ASSERT_EQ(run("data generate CSL --out around/CSL").exit_code, 0);
  EXPECT_THAT(run("data inspect around").err, HasSubstr("found only folders: name one, such as around/CSL"));
  EXPECT_THAT(run("data inspect around/CSL/CSL_A.txt").err,
              HasSubstr("name the folder that holds them all, around/CSL"));
  ASSERT_EQ(run("data convert CSL tables --format csv").exit_code, 0);
  EXPECT_THAT(run("data inspect tables/edges.csv").err, HasSubstr("name the folder that holds them all, tables"));
}

TEST_F(DataCommands, ATextBeforeManyNumbersDoesNotMakeThemClasses) {
  std::string table = "graph,mu\n0,\"1,5\"\n";
  std::string edges = "graph,source,target\n0,0,1\n";
  for (int i = 1; i < 10; ++i) {
    table += fmt::format("{},{}.5\n", i, i);
    edges += fmt::format("{},0,1\n", i);
  }
  folder_.write("t/graphs.csv", table);
  folder_.write("t/edges.csv", edges);
  const Outcome outcome = run("data inspect t");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("graphs.csv:2: 'mu': found '1,5', but 9 of 10 values are numbers"));
  EXPECT_THAT(run("data inspect t --task classification").out, HasSubstr("class 1,5"));
}

TEST_F(DataCommands, TrainingAndPredictionTakeTheSameFilesAndSayWhatWasSkipped) {
  std::string graphs;
  for (int i = 0; i < 20; ++i) graphs += three_lines.substr(0, three_lines.find('\n') + 1);
  std::string classes = graphs;
  for (std::size_t at = 0; (at = classes.find("\"yes\"", at)) != std::string::npos; at += 400)
    classes.replace(at, 5, "\"no\"");
  folder_.write("graphs.jsonl", classes + three_lines);
  const Outcome train =
      run("train graphs.jsonl --target class --on-error skip --epochs 1 --hidden 8 --no-baseline --out run");
  EXPECT_EQ(train.exit_code, 0) << train.err;
  EXPECT_THAT(train.err, HasSubstr("warning: 1 of 23 graphs was skipped: see graphs.rejects.csv"));
  folder_.write("new.jsonl",
                "{\"num_nodes\": 2, \"edges\": [[0, 1]]}\n");  // nothing to learn from: enough to predict on
  const Outcome predict = run("predict run new.jsonl");
  EXPECT_EQ(predict.exit_code, 0) << predict.err;
  EXPECT_THAT(predict.out, HasSubstr("p_no,p_yes"));
}

TEST_F(DataCommands, TrainingSaysWhatIsOddAboutTheData) {
  std::string lines;
  for (int i = 0; i < 12; ++i) {
    lines += fmt::format(R"({{"edges": [[0, 1], [1, 2], [0, 1]], "num_nodes": 3, "edge_labels": [1, 2, {}], )", i % 2);
    lines += fmt::format(R"("class": {}, "targets": {{"mu": {}}}}})", i % 2, i) + "\n";
  }
  folder_.write("odd.jsonl", lines);
  folder_.write("few_train.index", "0,1,2,3,4,5\n");
  folder_.write("few_val.index", "6,7\n");
  folder_.write("few_test.index", "8,9\n");
  const std::string quick = "train odd.jsonl --no-baseline --conv gine --hidden 4 --epochs 1 --threads 1";
  const Outcome outcome = run(quick + " --split-file few --out run");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("2 of 12 graphs are in no part of the split: is it of this data set?"));
  EXPECT_EQ(run(quick + " --split-file few_val.index --out by-one-of-them").exit_code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("edges are listed again with other features 6 times: the first line counts"));
  EXPECT_EQ(run("data inspect odd.jsonl --json").last_json()["conflicting_edges"], 6);

  folder_.write("bad.jsonl", "{\n" + lines);
  const Outcome shifted =
      run("train bad.jsonl --on-error skip --split-file few --epochs 1 --no-baseline --threads 1 --out shifted");
  EXPECT_EQ(shifted.exit_code, 2);
  EXPECT_THAT(shifted.err, HasSubstr("--split-file few: 1 of the graphs that it counts was skipped"));
  EXPECT_THAT(run("data inspect bad.jsonl --on-error skip --rejects .").err,
              HasSubstr("--rejects: expected the name of a file, found the folder ."));

  const Outcome both = run(quick + " --target class --target mu --out both");
  EXPECT_EQ(both.exit_code, 2);
  EXPECT_THAT(both.err, HasSubstr("class, mu are classes and numbers (mu), which cannot be learned together"));
  EXPECT_EQ(run(quick + " --target mu --out one").exit_code, 0);
}

TEST_F(DataCommands, TrainingSaysWhichTargetsSinglePrecisionCannotTellApart) {
  std::string lines;
  for (int i = 0; i < 20; ++i) {
    lines += fmt::format(R"({{"num_nodes": 2, "edges": [[0, 1]], "targets": {{"time": {}, "far": {}, "near": {}}}}})",
                         1'700'000'000 + i, 1'000'000 + i, i) +
             "\n";
  }
  folder_.write("t.jsonl", lines);
  const Outcome outcome = run("train t.jsonl -L 0 --hidden 4 --epochs 1 --threads 1 --out run");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  // Between 2^30 and 2^31 single-precision numbers are 128 apart, between 2^19 and 2^20 a 16th.
  EXPECT_THAT(outcome.err, HasSubstr("target 'time' is 1700000000 for all training graphs, in steps of 128: subtract"));
  EXPECT_THAT(outcome.err, HasSubstr("but in single precision only in steps of 0.0625: subtract a constant from it"));
  EXPECT_THAT(outcome.err, Not(HasSubstr("'near'")));
}

TEST_F(DataCommands, ALabelThatNoGraphHasIsMissingInAll) {
  folder_.write("t.jsonl",
                "{\"num_nodes\": 2, \"edges\": [[0, 1]], \"class\": null}\n{\"num_nodes\": 2, \"edges\": [[0, 1]], "
                "\"class\": null}\n");
  EXPECT_EQ(run("data inspect t.jsonl --json").last_json()["missing_labels"], 2);
}

TEST_F(DataCommands, ZincHasItsPartsAndItsTarget) {
  GNNIR_NEEDS_REAL_DATA("ZINC_train.zip");
  const Outcome outcome = run("data inspect ZINC --json --data-dir '" + testing::real_data().string() + "'");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const Json seen = outcome.last_json();
  EXPECT_EQ(seen["parts"], Json::parse(R"({"train": 10000, "validation": 1000, "test": 1000})"));
  EXPECT_EQ(seen["edge_labels"], true);
  EXPECT_EQ(seen["targets"], 1);
}

}  // namespace
}  // namespace gnnir

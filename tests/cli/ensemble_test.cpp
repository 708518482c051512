#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <string>

#include "gnnir/base/files.h"
#include "gnnir/base/json.h"
#include "gnnir/data/source/csv.h"
#include "support/program.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

using ::testing::HasSubstr;
using testing::Outcome;
using testing::TempFolder;

/// Rings whose number of nodes is to be learned, as a number or as a class.
class EnsembleCommands : public ::testing::Test {
 protected:
  EnsembleCommands() {
    std::string numbers;
    std::string classes;
    for (int i = 0; i < 60; ++i) {
      const int nodes = 3 + i % 5;
      std::string edges;
      for (int v = 0; v < nodes; ++v) edges += fmt::format("{}[{}, {}]", v > 0 ? ", " : "", v, (v + 1) % nodes);
      const std::string graph = fmt::format("{{\"num_nodes\": {}, \"edges\": [{}], ", nodes, edges);
      numbers += graph + fmt::format("\"targets\": {{\"n\": {}}}}}\n", nodes + 0.25 * (i % 3));
      classes += graph + fmt::format("\"class\": \"{}\"}}\n", nodes % 2 == 0 ? "even" : "odd");
    }
    folder_.write("numbers.jsonl", numbers);
    folder_.write("classes.jsonl", classes);
  }
  Outcome run(const std::string& arguments) { return testing::run_gnnir(arguments, folder_.path()); }
  Outcome train(const std::string& arguments) { return run(arguments + " --hidden 8 -L 0 --epochs 4 --threads 1"); }
  /// A column of what `predict` says.
  std::vector<double> predicted(const std::string& arguments, const std::string& column) {
    const Outcome outcome = run("predict " + arguments);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    CsvReader csv("[test] predictions", outcome.out);
    const std::size_t at = csv.require(column);
    std::vector<double> values;
    while (csv.next()) values.push_back(std::stod(std::string(csv.fields()[at])));
    return values;
  }
  TempFolder folder_;
};

TEST_F(EnsembleCommands, SeedsAnswerTogetherAndSayHowFarTheyAreApart) {
  ASSERT_EQ(train("train numbers.jsonl --ensemble 3 --out run").exit_code, 0);
  const std::vector<double> together = predicted("run numbers.jsonl", "n");
  const std::vector<double> deviation = predicted("run numbers.jsonl", "std_n");
  std::vector<std::vector<double>> alone;
  for (const char* seed : {"seed_0", "seed_1", "seed_2"}) {
    alone.push_back(predicted(fmt::format("run/{} numbers.jsonl", seed), "n"));
  }
  ASSERT_EQ(together.size(), 60u);
  for (std::size_t i = 0; i < together.size(); ++i) {
    const double mean = (alone[0][i] + alone[1][i] + alone[2][i]) / 3;
    double squares = 0;
    for (const auto& one : alone) squares += (one[i] - mean) * (one[i] - mean);
    EXPECT_NEAR(together[i], mean, 1e-5) << i;
    EXPECT_NEAR(deviation[i], std::sqrt(squares / 2), 1e-5) << i;
  }
}

TEST_F(EnsembleCommands, AModelThatIsMissingIsNotPassedOver) {
  ASSERT_EQ(train("train numbers.jsonl --ensemble 3 --out run").exit_code, 0);
  std::filesystem::remove_all(folder_.path() / "run" / "seed_1");
  const Outcome outcome = run("predict run numbers.jsonl");
  EXPECT_EQ(outcome.exit_code, 65);
  EXPECT_THAT(outcome.err, HasSubstr("run has 3 trainings, but models of only 2"));
}

TEST_F(EnsembleCommands, WhatIsWrittenIsNoFileOfAModelThatAnswers) {
  ASSERT_EQ(train("train numbers.jsonl --out a").exit_code, 0);
  ASSERT_EQ(train("train numbers.jsonl --seed 5 --out b").exit_code, 0);
  const std::string before = read_file(folder_.path() / "b" / "best.safetensors");
  const Outcome outcome = run("predict a numbers.jsonl --with b --out b/best.safetensors");
  EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
  EXPECT_EQ(read_file(folder_.path() / "b" / "best.safetensors"), before);
}

TEST_F(EnsembleCommands, TheRunSaysWhatItsSeedsScoreTogether) {
  ASSERT_EQ(train("train numbers.jsonl --seeds 3 --out run").exit_code, 0);
  const Json result = parse_json(read_file(folder_.path() / "run" / "result.json"), "result");
  const Outcome eval = run("eval run numbers.jsonl --part test --json");
  ASSERT_EQ(eval.exit_code, 0) << eval.err;
  EXPECT_NEAR(result["test_together"]["mae"]["mean"].get<double>(),
              parse_json(eval.out, "eval")["scores"]["mae"].get<double>(), 1e-9);
  // The error of a mean is at most the mean of the errors.
  EXPECT_LE(result["test_together"]["mae"]["mean"].get<double>(), result["test"]["mae"]["mean"].get<double>() + 1e-9);
}

TEST_F(EnsembleCommands, FoldsOfACrossValidationAnswerTogether) {
  ASSERT_EQ(train("cv classes.jsonl --folds 3 --out run").exit_code, 0);
  const std::vector<double> together = predicted("run classes.jsonl", "p_odd");
  std::vector<double> sum(together.size());
  for (const char* fold : {"fold_1", "fold_2", "fold_3"}) {
    const std::vector<double> one = predicted(fmt::format("run/{} classes.jsonl", fold), "p_odd");
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += one[i];
  }
  for (std::size_t i = 0; i < sum.size(); ++i) EXPECT_NEAR(together[i], sum[i] / 3, 2e-6) << i;
  EXPECT_EQ(run("audit run classes.jsonl").exit_code, 0);
  const Outcome embedded = run("embed run classes.jsonl");
  EXPECT_THAT(embedded.out, HasSubstr(",e23")) << "eight channels of each";
}

TEST_F(EnsembleCommands, EachFoldAnswersForItsOwnTestGraphs) {
  ASSERT_EQ(train("cv classes.jsonl --folds 3 --out run").exit_code, 0);
  const Outcome part = run("predict run classes.jsonl --part test");
  ASSERT_EQ(part.exit_code, 0) << part.err;
  const std::string written = read_file(folder_.path() / "run" / "test_predictions.csv");
  const auto rows_of = [](const std::string& csv) {  // graph, prediction, probabilities
    CsvReader reader("[test] predictions", csv);
    std::vector<std::string> rows;
    while (reader.next()) {
      std::string row;
      for (const char* column : {"graph", "prediction", "p_even", "p_odd"}) {
        row += std::string(reader.fields()[reader.require(column)]) + ",";
      }
      rows.push_back(std::move(row));
    }
    return rows;
  };
  EXPECT_EQ(rows_of(part.out), rows_of(written));
  EXPECT_EQ(rows_of(part.out).size(), 60u);
  EXPECT_EQ(run("predict run classes.jsonl --part test --threads 3").out, part.out);

  const Outcome others = run("predict run classes.jsonl --part validation");
  EXPECT_EQ(others.exit_code, 2);
  EXPECT_THAT(others.err, HasSubstr("run has a split for each of its folds: name one of them, such as run/fold_1"));
  EXPECT_THAT(run("eval run classes.jsonl --part test").err, HasSubstr("such as run/fold_1. result.json has"));
  EXPECT_EQ(run("eval run/fold_1 classes.jsonl --part test").exit_code, 0);
  EXPECT_THAT(run("eval run classes.jsonl").err, HasSubstr("result.json has the scores"));
  const Outcome audited = run("predict run classes.jsonl --part test --audit");
  EXPECT_EQ(audited.exit_code, 2);
  EXPECT_THAT(audited.err, HasSubstr("--audit: is of one model"));
}

TEST_F(EnsembleCommands, SeedsOfAFoldAnswerTogetherForItsTestGraphs) {
  ASSERT_EQ(train("cv numbers.jsonl --folds 2 --seeds 2 --out run").exit_code, 0);
  const Outcome part = run("predict run numbers.jsonl --part test");
  ASSERT_EQ(part.exit_code, 0) << part.err;
  EXPECT_THAT(part.out, HasSubstr("graph,line,n,std_n,unusual\n0,"));
  const std::string written = read_file(folder_.path() / "run" / "test_predictions.csv");
  EXPECT_THAT(written, HasSubstr("fold_1_together,"));
  EXPECT_THAT(written, HasSubstr("fold_2_together,"));
}

TEST_F(EnsembleCommands, WhatSeedsSayTogetherIsWritten) {
  ASSERT_EQ(train("train numbers.jsonl --ensemble 3 --out run").exit_code, 0);
  const std::string written = read_file(folder_.path() / "run" / "test_predictions.csv");
  CsvReader reader("[test] predictions", written);
  std::map<std::string, std::map<std::string, std::pair<double, std::string>>> by_graph;
  while (reader.next()) {
    const auto field = [&](const char* column) { return std::string(reader.fields()[reader.require(column)]); };
    by_graph[field("graph")][field("training")] = {std::stod(field("n")), field("std_n")};
  }
  ASSERT_EQ(by_graph.size(), 6u);
  for (const auto& [graph, said] : by_graph) {
    ASSERT_EQ(said.size(), 4u) << graph;
    const double a = said.at("seed_0").first;
    const double b = said.at("seed_1").first;
    const double c = said.at("seed_2").first;
    const double mean = (a + b + c) / 3;
    EXPECT_NEAR(said.at("together").first, mean, 1e-5);
    const double variance = ((a - mean) * (a - mean) + (b - mean) * (b - mean) + (c - mean) * (c - mean)) / 2;
    EXPECT_NEAR(std::stod(said.at("together").second), std::sqrt(variance), 1e-5);
    EXPECT_EQ(said.at("seed_0").second, "");
  }
  const Outcome part = run("predict run numbers.jsonl --part test");
  ASSERT_EQ(part.exit_code, 0) << part.err;
  CsvReader again("[test] predictions", part.out);
  while (again.next()) {
    const std::string graph(again.fields()[again.require("graph")]);
    EXPECT_NEAR(std::stod(std::string(again.fields()[again.require("n")])), by_graph.at(graph).at("together").first,
                1e-6);
  }
}

TEST_F(EnsembleCommands, TargetsMayStandInAnotherOrder) {
  std::string edges = "graph,source,target\n";
  std::string one = "graph,n,far\n";
  std::string turned = "graph,far,n\n";
  for (int i = 0; i < 40; ++i) {
    const int nodes = 3 + i % 5;
    for (int v = 0; v < nodes; ++v) edges += fmt::format("{},{},{}\n", i, v, (v + 1) % nodes);
    one += fmt::format("{},{}.5,{}\n", i, nodes, 100 + nodes);
    turned += fmt::format("{},{},{}.5\n", i, 100 + nodes, nodes);
  }
  for (const auto& [folder, graphs] : {std::pair{"one", one}, {"turned", turned}}) {
    folder_.write(std::string(folder) + "/edges.csv", edges);
    folder_.write(std::string(folder) + "/graphs.csv", graphs);
  }
  ASSERT_EQ(train("train one --out a").exit_code, 0);
  ASSERT_EQ(train("train turned --seed 5 --out b").exit_code, 0);
  ASSERT_THAT(run("predict a one").out, HasSubstr(",n,far,"));
  ASSERT_THAT(run("predict b one").out, HasSubstr(",far,n,"));
  for (const char* target : {"n", "far"}) {
    const std::vector<double> a = predicted("a one", target);
    const std::vector<double> b = predicted("b one", target);
    const std::vector<double> together = predicted("a one --with b", target);
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(together[i], (a[i] + b[i]) / 2, 1e-4) << target;
  }
}

TEST_F(EnsembleCommands, SeveralRunsAnswerTogetherIfTheyPredictTheSame) {
  ASSERT_EQ(train("train numbers.jsonl --out a").exit_code, 0);
  ASSERT_EQ(train("train numbers.jsonl --seed 5 --out b").exit_code, 0);
  ASSERT_EQ(train("train classes.jsonl --out c").exit_code, 0);
  const std::vector<double> a = predicted("a numbers.jsonl", "n");
  const std::vector<double> b = predicted("b numbers.jsonl", "n");
  const std::vector<double> together = predicted("a numbers.jsonl --with b", "n");
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(together[i], (a[i] + b[i]) / 2, 1e-5);
  const Outcome mixed = run("predict a numbers.jsonl --with c");
  EXPECT_EQ(mixed.exit_code, 2);
  EXPECT_THAT(mixed.err, HasSubstr("models answer together only if they predict the same"));
}

}  // namespace
}  // namespace gnnir

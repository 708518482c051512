#include "gnnir/infer/prediction_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gnnir/base/json.h"
#include "gnnir/base/text.h"
#include "gnnir/data/source/csv.h"
#include "support/datasets.h"

namespace gnnir {
namespace {

using ::testing::ElementsAre;

Prediction of_class(std::int64_t graph, std::int64_t predicted, std::vector<double> probabilities) {
  return {.graph = graph, .predicted_class = predicted, .probabilities = std::move(probabilities)};
}

/// Two graphs with ids and lines, the second of class "b"; a third could not be read.
Dataset named_graphs() {
  Dataset dataset = testing::dataset_with_classes({0, 1});
  dataset.class_names = {"a", "b"};
  dataset.lines = {2, 4};
  dataset.kept = {{"id", {"x", "y, z"}}};
  dataset.skipped = {{1, 3, "broken", {"w"}}};
  return dataset;
}

const TargetEncoding classes{.task = Task::classification, .names = {"a", "b"}, .mean = {}, .scale = {}};

TEST(PredictionRows, BeginWithGraphLineAndNames) {
  const Dataset dataset = named_graphs();
  const Predictions found{classes.names, {of_class(0, 0, {0.75, 0.25}), of_class(1, 1, {0.25, 0.75})}, {}};
  EXPECT_EQ(predictions_csv({.dataset = dataset, .targets = classes, .predictions = found}),
            "graph,line,id,prediction,p_a,p_b,unusual\n"
            "0,2,x,a,0.750000,0.250000,\n"
            "1,4,\"y, z\",b,0.250000,0.750000,\n");
  EXPECT_EQ(predictions_csv({.dataset = dataset, .targets = classes, .predictions = found, .names = false}),
            "graph,line,prediction,p_a,p_b,unusual\n"
            "0,2,a,0.750000,0.250000,\n"
            "1,4,b,0.250000,0.750000,\n");
}

TEST(PredictionRows, HaveOneForEveryGraphThatCouldNotBeRead) {
  const Dataset dataset = named_graphs();
  const Predictions found{classes.names, {of_class(0, 0, {0.75, 0.25}), of_class(1, 1, {0.25, 0.75})}, {}};
  const PredictionTable table{
      .dataset = dataset, .targets = classes, .predictions = found, .order = {"stable", "certified"}, .skipped = true};
  EXPECT_EQ(predictions_csv(table),
            "graph,line,id,prediction,p_a,p_b,order,unusual,error\n"
            "0,2,x,a,0.750000,0.250000,stable,,\n"
            ",3,w,,,,,,broken\n"
            "1,4,\"y, z\",b,0.250000,0.750000,certified,,\n");
  const std::string json = predictions_json_lines(table);
  const std::vector<std::string_view> lines = split_text(json, '\n');
  ASSERT_EQ(lines.size(), 4u) << "three, and what follows the last line end";
  const Json skipped = parse_json(lines[1], "line");
  EXPECT_EQ(skipped, parse_json(R"({"event": "prediction", "graph": null, "line": 3, "id": "w", "prediction": null,
                                    "error": "broken"})",
                                "expected"));
  EXPECT_EQ(parse_json(lines[2], "line")["id"], "y, z");
}

TEST(PredictionRows, SayWhatIsTrueBesideWhatIsPredicted) {
  Dataset dataset = named_graphs();
  dataset.classes = {-1, 1};
  const Predictions found{classes.names, {of_class(0, 0, {1, 0}), of_class(1, 1, {0, 1})}, {}};
  EXPECT_EQ(predictions_csv({.dataset = dataset, .targets = classes, .predictions = found, .labels = true}),
            "graph,line,id,true,prediction,p_a,p_b,unusual\n"
            "0,2,x,,a,1.000000,0.000000,\n"
            "1,4,\"y, z\",b,b,0.000000,1.000000,\n");
}

TEST(PredictionRows, HaveAColumnPerTargetAndNothingWhereThereIsNoNumber) {
  Dataset dataset;
  dataset.examples.resize(2);
  dataset.num_targets = 2;
  dataset.target_names = {"line", "mu"};
  dataset.targets = {1.5F, NAN, -2, 4};
  dataset.kept = {{"mu", {"from the file", "4"}}};
  const TargetEncoding targets{.task = Task::regression, .names = {"line", "mu"}, .mean = {0, 0}, .scale = {1, 1}};
  const Predictions found{
      targets.names, {{.graph = 0, .targets = {1.25, 2}}, {.graph = 1, .finite = false, .targets = {NAN, 3}}}, {}};
  EXPECT_EQ(predictions_csv({.dataset = dataset, .targets = targets, .predictions = found, .labels = true}),
            "graph,data_mu,true_line,true_mu,target_line,mu,unusual\n"
            "0,from the file,1.5,,1.25,2,\n"
            "1,4,-2,4,,3,\n");
  const Json second = parse_json(
      split_text(predictions_json_lines({.dataset = dataset, .targets = targets, .predictions = found}), '\n')[1], "");
  EXPECT_TRUE(second["prediction"]["line"].is_null());
  EXPECT_EQ(second["prediction"]["mu"], 3);
}

TEST(PredictionRows, HaveTheLikelierAnswerToEachQuestionAndTheProbabilityOfItsSecond) {
  Dataset dataset;
  dataset.examples.resize(1);
  dataset.num_targets = 2;
  dataset.target_names = {"toxic", "soluble"};
  dataset.targets = {1, NAN};
  dataset.answers = {{{"no", "yes"}}, {{"0", "1"}}};
  const TargetEncoding questions{
      .task = Task::yes_no, .names = dataset.target_names, .mean = {}, .scale = {}, .answers = dataset.answers};
  const Predictions found{questions.names, {{.graph = 0, .probabilities = {0.5, 0.125}}}, {}, dataset.answers};
  EXPECT_EQ(predictions_csv({.dataset = dataset, .targets = questions, .predictions = found, .labels = true}),
            "graph,true_toxic,true_soluble,toxic,p_toxic,soluble,p_soluble,unusual\n"
            "0,yes,,yes,0.500000,0,0.125000,\n");
}

TEST(PredictionRows, AreGoodCsvWhateverGraphsAreCalled) {
  Dataset dataset = named_graphs();
  const std::vector<std::string> hostile = {std::string(10'000, ','), "\"\n\r\n,=cmd()|' /C calc'!A0"};
  dataset.kept = {{"id, or \"name\"", hostile}};
  const Predictions found{classes.names, {of_class(0, 0, {1, 0}), of_class(1, 1, {0, 1})}, {}};
  CsvReader csv("[test] rows", predictions_csv({.dataset = dataset, .targets = classes, .predictions = found}));
  const std::size_t id = csv.require("id, or \"name\"");
  std::vector<std::string> read;
  while (csv.next()) read.emplace_back(csv.fields()[id]);
  EXPECT_EQ(read, hostile);
}

TEST(PredictionRows, NeverHaveTwoColumnsOfOneName) {
  Dataset dataset;
  dataset.examples.resize(1);
  dataset.num_targets = 2;
  dataset.target_names = {"y", "true_y"};
  dataset.targets = {1, 2};
  const TargetEncoding targets{.task = Task::regression, .names = {"y", "true_y"}, .mean = {0, 0}, .scale = {1, 1}};
  const Predictions found{targets.names, {{.graph = 0, .targets = {3, 4}}}, {}};
  const std::string text =
      predictions_csv({.dataset = dataset, .targets = targets, .predictions = found, .labels = true});
  EXPECT_THAT(CsvReader("[test] rows", text).header(),
              ElementsAre("graph", "true_y", "true_true_y", "y", "true_y_", "unusual"));
}

TEST(PredictionRows, NameTheNearestTrainingGraphs) {
  const Dataset dataset = named_graphs();
  Dataset training = testing::dataset_with_classes({0, 1, 0});
  training.kept = {{"id", {"t0", "t1", "t2"}}};
  const Predictions found{classes.names, {of_class(0, 0, {0.75, 0.25}), of_class(1, 1, {0.25, 0.75})}, {}};
  const NearestGraphs nearest{
      .count = 2, .graphs = {{{{2, 0}, {1, 1.5}}, 0.25, false}, {{}, 1, true}}, .usual_distance = 1};
  PredictionTable table{.dataset = dataset,
                        .targets = classes,
                        .predictions = found,
                        .order = {"stable", "certified"},
                        .spread = {{0.125}, {0}},
                        .nearest = &nearest,
                        .training = &training};
  EXPECT_EQ(predictions_csv(table),
            "graph,line,id,prediction,p_a,p_b,order,spread,nearest,distance,nearest_2,distance_2,unfamiliar,closer,"
            "unusual\n"
            "0,2,x,a,0.750000,0.250000,stable,0.125,t2,0,t1,1.5,no,0.25,\n"
            "1,4,\"y, z\",b,0.250000,0.750000,certified,0,,,,,yes,1,\n");
  const std::string lines = predictions_json_lines(table);
  const Json json = parse_json(lines.substr(0, lines.find('\n')), "first line");
  EXPECT_EQ(json["nearest"].size(), 2u);
  EXPECT_EQ(json["nearest"][1]["graph"], 1);
  EXPECT_EQ(json["nearest"][1]["name"], "t1");
  EXPECT_EQ(json["nearest"][1]["distance"], 1.5);
  EXPECT_EQ(json["unfamiliar"], false);
  EXPECT_EQ(json["closer"], 0.25);
  EXPECT_EQ(json["spread"], 0.125);
  table.names = false;
  EXPECT_NE(predictions_csv(table).find(",stable,0.125,2,0,1,1.5,no,"), std::string::npos);
}

TEST(PredictionRows, HaveTheirOwnColumnsBesideTargetsOfTheSameName) {
  const Dataset dataset = testing::dataset_with_classes({0});
  const TargetEncoding targets{Task::regression, {"distance", "mu"}, {0, 0}, {1, 1}};
  Prediction one{.graph = 0};
  one.targets = {1, 2};
  const Predictions found{targets.names, {one}, {}};
  const NearestGraphs nearest{.count = 1, .graphs = {{{{0, 0.5}}, 0, false}}, .usual_distance = 1};
  const PredictionTable table{.dataset = dataset,
                              .targets = targets,
                              .predictions = found,
                              .order = {"stable"},
                              .spread = {{0.5, NAN}},
                              .nearest = &nearest,
                              .training = &dataset};
  EXPECT_EQ(predictions_csv(table),
            "graph,target_distance,mu,order,spread_distance,spread_mu,nearest,distance,unfamiliar,closer,unusual\n"
            "0,1,2,stable,0.5,,0,0.5,no,0,\n");
  EXPECT_EQ(predictions_csv({.dataset = dataset, .targets = targets, .predictions = found}),
            "graph,distance,mu,unusual\n0,1,2,\n")
      << "as before, where nothing is asked for";
  const Json json = parse_json(predictions_json_lines(table), "line");
  EXPECT_EQ(json["spread"]["distance"], 0.5);
  EXPECT_TRUE(json["spread"]["mu"].is_null());
}

}  // namespace
}  // namespace gnnir

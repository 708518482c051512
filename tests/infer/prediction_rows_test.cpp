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

}  // namespace
}  // namespace gnnir

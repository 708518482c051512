#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <string>

#include "gnnir/base/files.h"
#include "gnnir/base/json.h"
#include "gnnir/data/source/csv.h"
#include "support/program.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing::Outcome;
using testing::TempFolder;

constexpr int graphs = 120;

/// Rings whose number of nodes says something of a number, of a class and of an answer, but not all.
class DoubtCommands : public ::testing::Test {
 protected:
  DoubtCommands() {
    std::string numbers;
    std::string classes;
    std::string answers;
    for (int i = 0; i < graphs; ++i) {
      const int nodes = 3 + i % 5;
      const int noise = i * 7 % 11;
      std::string edges;
      for (int v = 0; v < nodes; ++v) edges += fmt::format("{}[{}, {}]", v > 0 ? ", " : "", v, (v + 1) % nodes);
      const std::string graph = fmt::format("{{\"num_nodes\": {}, \"edges\": [{}], ", nodes, edges);
      numbers += graph + fmt::format("\"targets\": {{\"n\": {}, \"few\": {}}}}}\n", nodes + 0.25 * noise,
                                     i % 20 == 0 ? "1.5" : "null");
      classes += graph + fmt::format("\"class\": \"{}\"}}\n", noise < 2 ? "odd one" : nodes < 6 ? "small" : "large");
      answers += graph + fmt::format("\"targets\": {{\"ring\": {}, \"odd\": {}}}}}\n", nodes + noise % 4 > 6 ? 1 : 0,
                                     noise % 2);
    }
    folder_.write("numbers.jsonl", numbers);
    folder_.write("classes.jsonl", classes);
    folder_.write("answers.jsonl", answers);
  }
  Outcome run(const std::string& arguments) { return testing::run_gnnir(arguments, folder_.path()); }
  void train(const std::string& arguments) {
    const Outcome outcome = run(arguments + " --hidden 8 -L 0 --epochs 3 --threads 1");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  }
  /// Columns of what `predict` says.
  std::vector<std::vector<std::string>> predicted(const std::string& arguments,
                                                  const std::vector<std::string>& columns) {
    const Outcome outcome = run("predict " + arguments);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    CsvReader csv("[test] predictions", outcome.out);
    std::vector<std::vector<std::string>> rows;
    while (csv.next()) {
      std::vector<std::string>& row = rows.emplace_back();
      for (const std::string& column : columns) row.emplace_back(csv.fields()[csv.require(column)]);
    }
    return rows;
  }
  void expect_refused(const std::string& arguments, const std::string& because) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.exit_code, 2) << arguments << "\n" << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(because)) << arguments;
    EXPECT_EQ(outcome.out, "") << arguments;
  }
  TempFolder folder_;
};

TEST_F(DoubtCommands, IntervalsOfNumbersStandAroundThemAndEvalSaysHowManyHold) {
  train("train numbers.jsonl --target n --out run");
  const auto rows = predicted("run numbers.jsonl --part test --confidence 0.8", {"n", "lower_n", "upper_n"});
  ASSERT_EQ(rows.size(), 12u);
  const double half = std::stod(rows[0][2]) - std::stod(rows[0][0]);
  EXPECT_GT(half, 0);
  for (const auto& row : rows) {
    EXPECT_NEAR(std::stod(row[0]) - std::stod(row[1]), half, 1e-6) << "as wide for all";
    EXPECT_NEAR(std::stod(row[2]) - std::stod(row[0]), half, 1e-6);
  }
  const Outcome eval = run("eval run numbers.jsonl --part test --confidence 0.8 --json");
  ASSERT_EQ(eval.exit_code, 0) << eval.err;
  const Json coverage = eval.last_json()["coverage"]["n"];
  EXPECT_EQ(coverage["promised"], 0.8);
  EXPECT_EQ(coverage["graphs"], 12);
  EXPECT_EQ(coverage["held_out_graphs"], 12);
  EXPECT_NEAR(coverage["mean_width"].get<double>(), 2 * half, 1e-5);
  EXPECT_NEAR(coverage["coverage"].get<double>(), coverage["covered"].get<int>() / 12.0, 1e-9);
  EXPECT_THAT(eval.last_json()["assumes"].at(0).get<std::string>(), HasSubstr("the 12 validation graphs"));
  const Outcome text = run("eval run numbers.jsonl --part test --confidence 0.8");
  EXPECT_THAT(text.out, HasSubstr("promised"));
  EXPECT_THAT(text.out, HasSubstr("80 % is promised on average for graphs drawn as the 12 validation graphs were"));
}

/// Of the validation graphs themselves rank / n are within, if no two are equally wrong; never fewer.
TEST_F(DoubtCommands, TheValidationGraphsThemselvesAreCoveredByConstruction) {
  train("train numbers.jsonl --target n --out run");
  const Outcome eval = run("eval run numbers.jsonl --part validation --confidence 0.75 --json");
  ASSERT_EQ(eval.exit_code, 0) << eval.err;
  EXPECT_GE(eval.last_json()["coverage"]["n"]["covered"].get<int>(), 10) << "ceil(13 · 0.75) of 12";
  EXPECT_THAT(eval.err, HasSubstr("on them they are no test"));
}

TEST_F(DoubtCommands, ATargetThatFewGraphsHaveIsSaidToHaveNoBounds) {
  train("train numbers.jsonl --out run");
  const Outcome outcome = run("predict run numbers.jsonl --confidence 0.9");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("too few to promise 90 % of few: its intervals have no bounds"));
  EXPECT_THAT(outcome.err, Not(HasSubstr("90 % of n:")));
  const auto rows = predicted("run numbers.jsonl --confidence 0.9", {"lower_few", "upper_few"});
  EXPECT_EQ(rows[0], (std::vector<std::string>{"-inf", "inf"}));
  const Outcome json = run("predict run numbers.jsonl --confidence 0.9 --json");
  EXPECT_TRUE(json.last_json()["lower"]["few"].is_null());
  EXPECT_TRUE(json.last_json()["upper"]["n"].is_number());
}

TEST_F(DoubtCommands, SetsOfClassesGrowWithTheConfidence) {
  train("train classes.jsonl --out run");
  const auto narrow = predicted("run classes.jsonl --confidence 0.5", {"prediction", "set"});
  const auto wide = predicted("run classes.jsonl --confidence 0.92", {"prediction", "set"});
  ASSERT_EQ(narrow.size(), static_cast<std::size_t>(graphs));
  for (std::size_t i = 0; i < narrow.size(); ++i) {
    EXPECT_THAT(wide[i][1], HasSubstr(narrow[i][1]));
    if (narrow[i][1].empty()) continue;
    EXPECT_THAT(narrow[i][1], HasSubstr(narrow[i][0]));
  }
  const Outcome json = run("predict run classes.jsonl --confidence 0.92 --json");
  EXPECT_TRUE(json.last_json()["set"].is_array());
  const Outcome eval = run("eval run classes.jsonl --part test --confidence 0.9 --json");
  EXPECT_GE(eval.last_json()["coverage"]["classes"]["mean_set_size"].get<double>(), 1);
}

TEST_F(DoubtCommands, AnswersToQuestionsHaveSets) {
  train("train answers.jsonl --out run");
  const auto rows = predicted("run answers.jsonl --confidence 0.9", {"odd", "set_odd"});
  for (const auto& row : rows) EXPECT_THAT(row[1], HasSubstr(row[0])) << "chance alone takes more than one answer";
  const Outcome json = run("predict run answers.jsonl --confidence 0.9 --json");
  EXPECT_TRUE(json.last_json()["set"]["ring"].is_array());
}

TEST_F(DoubtCommands, CalibrationLowersTheLogLossOfTheGraphsThatItGoesBy) {
  train("train answers.jsonl --out run");
  for (const char* kind : {"temperature", "isotonic"}) {
    const Outcome eval = run(fmt::format("eval run answers.jsonl --part validation --calibrate {} --json", kind));
    ASSERT_EQ(eval.exit_code, 0) << eval.err;
    const Json result = eval.last_json();
    EXPECT_EQ(result["calibration"]["kind"], kind);
    EXPECT_LE(result["scores"]["log_loss"].get<double>(),
              result["calibration"]["scores_before"]["log_loss"].get<double>() + 1e-9)
        << kind;
    EXPECT_EQ(result["calibration"].contains("temperature"), std::string(kind) == "temperature");
  }
  const Outcome text = run("eval run answers.jsonl --part test --calibrate temperature");
  EXPECT_THAT(text.out, HasSubstr("ece before"));
  EXPECT_THAT(text.out, HasSubstr("probabilities are calibrated for graphs drawn as the 12 validation graphs were"));
}

TEST_F(DoubtCommands, ATemperatureChangesProbabilitiesButNoAnswerAndNoSet) {
  train("train classes.jsonl --out run");
  const std::vector<std::string> columns = {"prediction", "set", "p_small"};
  const auto before = predicted("run classes.jsonl --confidence 0.8", columns);
  const auto after = predicted("run classes.jsonl --confidence 0.8 --calibrate temperature", columns);
  int changed = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_EQ(before[i][0], after[i][0]);
    EXPECT_EQ(before[i][1], after[i][1]);
    changed += before[i][2] == after[i][2] ? 0 : 1;
  }
  EXPECT_GT(changed, 0);
}

TEST_F(DoubtCommands, SeedsOfARunHaveTheSameValidationGraphs) {
  train("train numbers.jsonl --target n --seeds 2 --out run");
  const auto rows = predicted("run numbers.jsonl --confidence 0.8", {"n", "lower_n", "upper_n"});
  const double half = std::stod(rows[0][2]) - std::stod(rows[0][0]);
  for (const auto& row : rows) EXPECT_NEAR(std::stod(row[2]) - std::stod(row[0]), half, 1e-5);
  const Outcome eval = run("eval run numbers.jsonl --part validation --confidence 0.75 --json");
  EXPECT_GE(eval.last_json()["coverage"]["n"]["covered"].get<int>(), 10) << "of what they say together";
}

TEST_F(DoubtCommands, FoldsOfACrossValidationGiveIntervalsByCvPlus) {
  train("cv numbers.jsonl --target n --folds 3 --out cv");
  const Outcome eval = run("eval cv numbers.jsonl --confidence 0.9 --json");
  ASSERT_EQ(eval.exit_code, 0) << eval.err;
  EXPECT_EQ(eval.last_json()["coverage"]["n"]["held_out_graphs"], graphs) << "every graph was held out from one fold";
  EXPECT_GE(eval.last_json()["coverage"]["n"]["coverage"].get<double>(), 0.8);
  EXPECT_THAT(eval.last_json()["assumes"].at(0).get<std::string>(), HasSubstr("about 80 % is proven"));
  EXPECT_EQ(run("predict cv/fold_1 numbers.jsonl --confidence 0.9").exit_code, 0)
      << "one fold has its validation graphs";
  expect_refused("predict cv/fold_1 numbers.jsonl --with cv/fold_2 --confidence 0.9", "of 120 graphs");
}

TEST_F(DoubtCommands, ModelsWithoutCommonHeldOutGraphsHaveNoConfidence) {
  train("train numbers.jsonl --target n --out a");
  train("train numbers.jsonl --target n --split-seed 1 --out b");
  EXPECT_EQ(run("predict a numbers.jsonl --with b").exit_code, 0);
  expect_refused("predict a numbers.jsonl --with b --confidence 0.9", "no graphs are held out from all of them");
}

TEST_F(DoubtCommands, WhatIsNotKnownIsRefused) {
  train("train numbers.jsonl --target n --out run");
  const std::string old = std::string(GNNIR_SOURCE_DIR) + "/tests/golden/classes";
  expect_refused(fmt::format("predict {0}.safetensors {0} --confidence 0.9", old), "made by an older version");
  expect_refused(fmt::format("eval {0}.safetensors {0} --calibrate temperature", old), "made by an older version");
  expect_refused("predict run/last.safetensors numbers.jsonl --confidence 0.9", "Train it again");
}

TEST_F(DoubtCommands, MistakesAreSaid) {
  train("train numbers.jsonl --target n --out run");
  for (const char* wrong : {"0", "1", "1.2", "-0.1", "nan"}) {
    expect_refused(fmt::format("predict run numbers.jsonl --confidence={}", wrong),
                   "--confidence: expected a level of confidence between 0 and 1");
  }
  EXPECT_EQ(run("predict run numbers.jsonl --confidence much").exit_code, 2);
  expect_refused("predict run numbers.jsonl --calibrate temperature", "the model predicts numbers");
  expect_refused("eval run numbers.jsonl --calibrate platt", "expected one of none, temperature, isotonic");
  train("train classes.jsonl --out classes");
  expect_refused("predict classes classes.jsonl --calibrate isotonic", "use --calibrate temperature");
}

TEST_F(DoubtCommands, WithoutTheOptionsNothingIsAdded) {
  train("train classes.jsonl --out run");
  const Outcome plain = run("predict run classes.jsonl");
  EXPECT_EQ(plain.out, run("predict run classes.jsonl --calibrate none").out);
  EXPECT_THAT(plain.out, Not(HasSubstr("set")));
  const Outcome eval = run("eval run classes.jsonl --part test --json");
  EXPECT_FALSE(eval.last_json().contains("coverage"));
  EXPECT_FALSE(eval.last_json().contains("calibration"));
}

}  // namespace
}  // namespace gnnir

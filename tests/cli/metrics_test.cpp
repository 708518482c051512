#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>

#include "gnnir/base/files.h"
#include "gnnir/record/epoch_table.h"
#include "support/program.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Outcome;
using testing::TempFolder;

/// Rings with a chord; what is learned is how far it reaches.
class Metrics : public ::testing::Test {
 protected:
  Metrics() {
    write("two.jsonl", [](int far, int) { return fmt::format(R"("class": "{}")", far ? "far, off" : "near"); });
    write("questions.jsonl", [](int far, int nodes) {
      return fmt::format(R"("targets": {{"far": {}, "odd": {}, "never": {}}})", far,
                         nodes == 7 ? "null" : std::to_string(nodes % 4 == 0), nodes == 6 ? 0 : 1);
    });
    write("numbers.jsonl", [](int far, int nodes) {
      return fmt::format(R"("targets": {{"reach": {}, "nodes": {}}})", 1000 * far + nodes, nodes);
    });
  }

  template <typename Label>
  void write(const std::string& file, const Label& label) const {
    std::string lines;
    for (int i = 0; i < 48; ++i) {
      const int nodes = 6 + i % 3;
      std::string edges;
      for (int v = 0; v < nodes; ++v) edges += fmt::format("[{}, {}], ", v, (v + 1) % nodes);
      const int far = i / 3 % 2;
      lines +=
          fmt::format("{{\"num_nodes\": {}, \"edges\": [{}[0, {}]], {}}}\n", nodes, edges, 2 + far, label(far, nodes));
    }
    folder_.write(file, lines);
  }

  Outcome run(const std::string& arguments) { return testing::run_gnnir(arguments, folder_.path()); }
  Outcome train(const std::string& arguments) {
    return run("train " + arguments + " --hidden 8 -L 0 --epochs 6 --threads 1 --out run");
  }
  [[nodiscard]] Json result() const {
    const std::string file = (folder_.path() / "run" / "result.json").string();
    return parse_json(read_file(file), file);
  }

  TempFolder folder_;
};

TEST_F(Metrics, WhatFitsTheDataIsSaidInALineAndStandsFirst) {
  const Outcome classes = train("two.jsonl");
  ASSERT_EQ(classes.exit_code, 0) << classes.err;
  EXPECT_THAT(classes.out, AllOf(HasSubstr("metric: ROC AUC, as there are two classes (--metric names another)\n"),
                                 HasSubstr("val roc_auc"), HasSubstr("\ntest roc_auc ")));
  EXPECT_EQ(result()["metric"], "roc_auc");
  EXPECT_EQ(run("eval run two.jsonl --json").last_json()["metric"], "roc_auc");
  std::filesystem::remove_all(folder_.path() / "run");
  EXPECT_THAT(train("numbers.jsonl").out, HasSubstr("metric: MAE in deviations, as there are several targets"));
  EXPECT_EQ(result()["metric"], "std_mae");
}

TEST_F(Metrics, TheOneThatIsNamedPicksTheEpoch) {
  const Outcome outcome = train("two.jsonl --metric brier");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(Not(HasSubstr("names another")), HasSubstr("\ntest brier ")));
  const auto epochs = parse_metrics(read_file((folder_.path() / "run" / "metrics.csv").string()));
  const auto best = std::min_element(epochs.begin(), epochs.end(), [](const EpochReport& a, const EpochReport& b) {
    return a.validation.at("brier") < b.validation.at("brier");
  });
  EXPECT_EQ(result()["best_epochs"][0], best->epoch);
  EXPECT_TRUE(epochs.at(0).train.contains("f1:far, off"));
}

TEST_F(Metrics, OfAnotherTaskAreRefusedBeforeThereIsAFolder) {
  const Outcome outcome = train("numbers.jsonl --metric f1");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("--metric: expected one for numbers: mae, rmse, r2"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "run"));
}

TEST_F(Metrics, ThatAreNotDefinedAreADashWithAReason) {
  ASSERT_EQ(train("two.jsonl").exit_code, 0);
  const std::string all = read_file((folder_.path() / "two.jsonl").string());
  folder_.write("one.jsonl", all.substr(0, all.find('\n') + 1));
  const Outcome text = run("eval run one.jsonl");
  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_THAT(text.out, ::testing::ContainsRegex("roc_auc +–  only one class is there"));
  const Json json = run("eval run one.jsonl --json").last_json();
  EXPECT_FALSE(json["scores"].contains("roc_auc"));
  EXPECT_EQ(json["lacks"]["roc_auc"], "only one class is there");
}

TEST_F(Metrics, AreAFewInATableAndAllIfAskedFor) {
  ASSERT_EQ(train("two.jsonl").exit_code, 0);
  const std::string few = run("eval run two.jsonl").out;
  EXPECT_THAT(few, AllOf(HasSubstr("\nroc_auc "), HasSubstr("\naccuracy "), Not(HasSubstr("\nece "))));
  EXPECT_LT(few.find("\nroc_auc "), few.find("\naccuracy "));
  EXPECT_THAT(run("eval run two.jsonl --all").out, AllOf(HasSubstr("\nece "), HasSubstr("\nf1:far, off ")));
}

TEST_F(Metrics, ShowWhichClassesAreTakenForOthers) {
  ASSERT_EQ(train("two.jsonl").exit_code, 0);
  EXPECT_THAT(run("eval run two.jsonl").out, HasSubstr("true, predicted →  far, off  near\n"));
  const Json confusion = run("eval run two.jsonl --json").last_json()["confusion"];
  EXPECT_EQ(confusion["classes"], Json({"far, off", "near"}));
  std::int64_t graphs = 0;
  for (const Json& row : confusion["counts"]) {
    for (const Json& count : row) graphs += count.get<std::int64_t>();
  }
  EXPECT_EQ(graphs, 48);
}

TEST_F(Metrics, OfEachTargetAreInEvalAndInTheFilesAndNotInTheTableOfARun) {
  const Outcome outcome = train("numbers.jsonl");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, Not(HasSubstr("mae:reach")));
  EXPECT_TRUE(result()["test"].contains("mae:reach"));
  EXPECT_THAT(read_file((folder_.path() / "run" / "metrics.csv").string()), HasSubstr(",validation_r2:nodes,"));
  EXPECT_THAT(run("eval run numbers.jsonl").out, ::testing::ContainsRegex("target +std_mae +mae +rmse +r2\n"));
}

TEST_F(Metrics, OfSeveralQuestionsAreOfEachAndTheMean) {
  const Outcome outcome = train("questions.jsonl --metric pr_auc");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("\ntest pr_auc "));
  const Json json = run("eval run questions.jsonl --json").last_json();
  double sum = 0;
  for (const char* question : {"far", "odd", "never"}) {
    sum += json["scores"][fmt::format("pr_auc:{}", question)].get<double>();
    EXPECT_EQ(json["confusion"][question]["classes"].size(), 2U);
  }
  EXPECT_NEAR(json["scores"]["pr_auc"].get<double>(), sum / 3, 1e-12);
  EXPECT_THAT(run("eval run questions.jsonl").out,
              ::testing::ContainsRegex("target +pr_auc +accuracy +roc_auc +f1 +mcc\n"));
}

TEST_F(Metrics, ARunOfBeforeThereWasAChoiceRepeatsByAccuracy) {
  ASSERT_EQ(train("two.jsonl").exit_code, 0);
  std::string config = read_file((folder_.path() / "run" / "config.toml").string());
  const std::size_t line = config.find("\nmetric = ");
  ASSERT_NE(line, std::string::npos);
  config.erase(line, config.find('\n', line + 1) - line);
  folder_.write("old.toml", config);
  ASSERT_EQ(run("train --config old.toml --threads 1 --out again").exit_code, 0);
  const std::string file = (folder_.path() / "again" / "result.json").string();
  EXPECT_EQ(parse_json(read_file(file), file)["metric"], "accuracy");
}

TEST(OldModels, AreScoredByAccuracyOrMaeAsTheyWerePicked) {
  const std::string golden = std::string(GNNIR_SOURCE_DIR) + "/tests/golden/";
  for (const auto& [name, metric] : {std::pair{"classes", "accuracy"}, std::pair{"targets", "mae"}}) {
    const Outcome outcome =
        testing::run_gnnir(fmt::format("eval {0}{1}.safetensors {0}{1} --json", golden, name), "/tmp");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.last_json()["metric"], metric);
  }
}

}  // namespace
}  // namespace gnnir

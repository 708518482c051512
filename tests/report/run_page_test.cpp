#include "gnnir/report/run_page.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>

#include "gnnir/audit/certified_graphs.h"
#include "gnnir/base/files.h"
#include "gnnir/record/run_record.h"
#include "gnnir/report/report_of.h"
#include "gnnir/report/run_report.h"
#include "support/errors.h"
#include "support/small_graphs.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::TempFolder;

constexpr const char* hostile = "</script><script>alert(1)</script>\"'&";

/// A run of one training on graphs of two classes.
class RunPage : public ::testing::Test {
 protected:
  RunPage() {
    RunConfig config;
    config.data.dataset = "rings";
    config.train.metric = "accuracy";
    record_.write_config(config);
    RunEnvironment environment;
    environment.command = "gnnir train rings";
    environment.data = "0123456789abcdef";
    record_.write_environment(environment);
  }

  void write_epochs() const {
    folder_.write("metrics.csv",
                  "epoch,lr,best,train_accuracy,train_loss,validation_accuracy,validation_loss\n"
                  "1,0.1,1,0.5,0.7,0.5,0.7\n2,0.1,1,0.6,0.6,0.75,0.5\n");
    folder_.write("timings.csv", "epoch,seconds,graphs_per_second\n1,0.5,9\n2,0.25,18\n");
  }

  void finish(const std::string& class_name = "a") const {
    write_epochs();
    TrainResult outcome{.best_epoch = 2, .epochs = 2, .parameters = 77, .stopped_because = "all epochs done"};
    outcome.test = {{"accuracy", 0.625}, {"loss", 0.5}};
    outcome.validation = {{"accuracy", 0.75}, {"loss", 0.5}};
    record_.training("").write_outcome(outcome);
    folder_.write("test_predictions.csv", fmt::format("graph,id,true,prediction,p_{0},p_b,unusual\n"
                                                      "5,\"{1}\",{0},{0},0.9,0.1,\n6,z,b,{0},0.8,0.2,\n",
                                                      class_name, "<b>one</b>"));
    RunResult result{.dataset = "rings", .graphs = 20, .metric = "accuracy"};
    result.jobs = {""};
    result.take({outcome});
    result.parts.emplace_back("test_guess", summarize_scores({{{"accuracy", 0.5}}}));
    record_.write_result(result);
  }

  [[nodiscard]] std::string page() const { return run_page(view_run(folder_.path())); }

  TempFolder folder_;
  RunRecord record_{folder_.path()};
};

TEST_F(RunPage, GivesTheAnswerFirst) {
  finish();
  const std::string html = page();
  const std::size_t answer = html.find("Test accuracy: <strong>62.50 %</strong>");
  ASSERT_NE(answer, std::string::npos);
  EXPECT_LT(answer, html.find(">The question</h2>"));
  EXPECT_THAT(html, HasSubstr("the same for all graphs"));
  EXPECT_THAT(html, HasSubstr("gnnir train rings"));
  EXPECT_THAT(html, HasSubstr("best: epoch 2"));
  EXPECT_EQ(html, page());  // the same each time
}

TEST_F(RunPage, HasTheWorstPredictionBeforeTheBest) {
  finish();
  const std::string html = page();
  const std::size_t worst = html.find(">The worst</h3>");
  const std::size_t best = html.find(">The best</h3>");
  ASSERT_NE(worst, std::string::npos);
  EXPECT_NE(html.find("<td class=\"number\">6</td>", worst), std::string::npos);
  EXPECT_LT(html.find("<td class=\"number\">6</td>", worst), html.find("<td class=\"number\">5</td>", worst));
  EXPECT_LT(html.find("<td class=\"number\">5</td>", best), html.find("<td class=\"number\">6</td>", best));
}

TEST_F(RunPage, ShowsNamesAsTheyAreAndRunsNothingOfThem) {
  RunConfig config = record_.read_config();
  config.data.dataset = hostile;
  record_.write_config(config);
  RunEnvironment environment = record_.read_environment();
  environment.command = hostile;
  record_.write_environment(environment);
  finish("<img src=x onerror=alert(1)>");
  const std::string html = page();
  EXPECT_THAT(html, AllOf(Not(HasSubstr("<script>alert")), Not(HasSubstr("<img")), Not(HasSubstr("<b>one"))));
  EXPECT_THAT(html, HasSubstr("&lt;script&gt;alert(1)"));
}

TEST_F(RunPage, OfARunThatIsNotDoneShowsNoTestGraph) {
  write_epochs();
  const std::string html = page();
  EXPECT_THAT(html, HasSubstr("has not come to its end"));
  EXPECT_THAT(html, HasSubstr("75.00"));  // the best validation score so far
  EXPECT_THAT(html, Not(HasSubstr(">On the test graphs<")));
}

TEST_F(RunPage, IsThereForAFolderWithNothingButItsSettings) {
  EXPECT_THAT(page(), HasSubstr("There is no metrics.csv with an epoch."));
}

TEST_F(RunPage, SaysWhichFilesAreBroken) {
  finish();
  folder_.write("result.json", "{\"event\": \"result\"}");
  folder_.write("test_predictions.csv", "nonsense\n");
  const std::string html = page();
  EXPECT_THAT(html, HasSubstr("What could not be read"));
  EXPECT_THAT(html, AllOf(HasSubstr("result.json: broken result"), HasSubstr("test_predictions.csv")));
}

TEST_F(RunPage, LeavesOutWhatAResultHasInAnotherShape) {
  finish();
  Json result = parse_json(read_file(folder_.path() / "result.json"), "result");
  result["data"] = {{"nodes", "many"}, {"labels", {1, 2}}, {"parts", 3}};
  result["figures"] = "none";
  folder_.write("result.json", result.dump());
  EXPECT_THAT(page(), HasSubstr("62.50 %"));
}

TEST_F(RunPage, DrawsTheGraphsOfADatasetThatIsAtHand) {
  finish();
  Dataset dataset;
  dataset.examples.resize(20, Example{testing::rings(1, 3)});
  EXPECT_THAT(run_page(view_run(folder_.path()), {.dataset = &dataset}), HasSubstr("graph 6"));
  dataset.examples.resize(2);  // not the one that it was
  EXPECT_THAT(run_page(view_run(folder_.path()), {.dataset = &dataset}), Not(HasSubstr(">graph 6<")));
}

TEST_F(RunPage, ShowsFiguresOfItsResultFile) {
  finish();
  const RunResult before = record_.read_result();
  RunResult result = before;
  Dataset dataset;
  dataset.name = "rings";
  dataset.examples.resize(20, Example{testing::rings(1, 3)});
  dataset.classes.assign(20, 1);
  dataset.classes[5] = 0;
  dataset.class_names = {"a", "b"};
  describe_result(result, folder_.path(), dataset, std::vector<Split>{{{0, 1, 2}, {3, 4}, {5, 6}}});
  record_.write_result(result);
  const Json json = parse_json(read_file(folder_.path() / "result.json"), "result");
  EXPECT_EQ(json["data"]["parts"]["validation"], 2);
  EXPECT_EQ(json["data"]["labels"][0]["graphs"], 1);
  EXPECT_EQ(json["data"]["labels"][0]["test"], 1);
  EXPECT_EQ(json["figures"]["columns"][0]["confusion"], Json({1, 0, 1, 0}));
  EXPECT_EQ(json["files"], Json({"metrics.csv", "timings.csv", "test_predictions.csv"}));
  EXPECT_EQ(record_.read_result().parts.size(), before.parts.size());
  EXPECT_THAT(page(), HasSubstr("train 3, validation 2, test 2"));
}

TEST_F(RunPage, HasThePapersNumbersWhereTheRunIsARowOfItsTable) {
  EXPECT_THAT(page(), Not(HasSubstr("The paper's numbers")));
  RunEnvironment environment = record_.read_environment();
  const PaperScore mean = {.table = "T2",
                           .row = "GNN-IR",
                           .title = "mean",
                           .part = "test",
                           .score = "accuracy",
                           .statistic = "mean_std",
                           .number = "98.67 ± 1.8",
                           .value = 0.9867,
                           .std = 0.018};
  PaperScore best = mean;
  best.title = best.statistic = "max";
  best.number = "OOM";
  best.value = best.std = {};
  environment.paper = {mean, best};
  record_.write_environment(environment);
  finish();
  const std::string html = page();
  const std::size_t answer = html.find("the paper (T2, GNN-IR)");
  ASSERT_NE(answer, std::string::npos);
  EXPECT_LT(html.find("98.67 ± 1.8", answer), html.find(">The question</h2>")) << "beside the run's own";
  EXPECT_THAT(html, AllOf(HasSubstr("The paper&#39;s numbers and ours"), HasSubstr("OOM"), HasSubstr(">62.50<")));
  RunResult result = record_.read_result();
  describe_result(result, folder_.path(), Dataset(), {});
  EXPECT_EQ(result.figures["paper"][1]["number"], "OOM");
}

TEST_F(RunPage, SaysHowManyPredictionsDoNotDependOnTheOrderOfNodes) {
  finish();
  RunResult result = record_.read_result();
  CertifiedGraphs found{.graphs = 40, .looked_at = 30, .too_large = 1, .nontrivial_cells = 25, .nontrivial_orbits = 24};
  found.certified = 21;
  found.not_proved["layer 2: a cell was cut that is not an orbit"] = 9;
  result.figures = {{"order", found.to_json()}};
  record_.write_result(result);
  EXPECT_THAT(page(), AllOf(HasSubstr("21 of 30 predictions for test graphs are certified"),
                            HasSubstr("layer 2: a cell was cut"), HasSubstr("30 of 40 graphs were looked at"),
                            HasSubstr("1 graph of more than 1000 nodes was left out")));
}

TEST_F(RunPage, IsWrittenOverAPageButOverNothingElse) {
  finish();
  EXPECT_EQ(write_run_report(folder_.path()), folder_.path() / "report.html");
  write_run_report(folder_.path());
  folder_.write("report.html", "<html>mine</html>");
  EXPECT_THAT(error_of([&] { write_run_report(folder_.path()); }).what(), HasSubstr("is there already"));
  EXPECT_EQ(read_file(folder_.path() / "report.html"), "<html>mine</html>");
}

TEST(Report, OfWhatIsNoRunSaysWhatWasExpected) {
  const TempFolder folder;
  EXPECT_THAT(error_of([&] { write_report({.of = {folder.path()}}); }).what(), HasSubstr("expected a run folder"));
  EXPECT_THAT(error_of([&] { write_report({.of = {folder.path() / "none"}}); }).what(),
              HasSubstr("nothing of that name"));
  folder.write("x.json", "{\"a\": 1}");
  EXPECT_THAT(error_of([&] { write_report({.of = {folder.path() / "x.json"}}); }).what(), HasSubstr("other JSON"));
  EXPECT_EQ(error_of([] { write_report({}); }).kind(), ErrorKind::usage);
}

TEST_F(RunPage, OfSeveralRunsHasTheBestFirstAndWhatTheyDoNotShare) {
  finish();
  const fs::path worse = folder_.path() / "worse";
  fs::create_directory(worse);
  for (const char* file : {"env.json", "metrics.csv", "timings.csv", "outcome.json"}) {
    fs::copy_file(folder_.path() / file, worse / file);
  }
  RunConfig config = record_.read_config();
  config.train.lr = 0.125;
  RunRecord(worse).write_config(config);
  RunResult result = record_.read_result();
  result.parts = {{"test", summarize_scores({{{"accuracy", 0.25}}})}};
  RunRecord(worse).write_result(result);
  const fs::path file = write_report({.of = {worse, folder_.path()}, .out = folder_.path() / "both.html"});
  const std::string html = read_file(file);
  EXPECT_LT(html.find("62.50"), html.find("25.00"));
  EXPECT_THAT(html, HasSubstr("train.lr"));
  EXPECT_THAT(html, HasSubstr("0.125"));
  EXPECT_THAT(html, Not(HasSubstr("model.conv")));
}

}  // namespace
}  // namespace gnnir

#include "gnnir/record/run_result.h"

#include <gmock/gmock.h>

#include <cmath>

#include "gnnir/settings/ir_options.h"
#include "support/errors.h"

namespace gnnir {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;

TrainResult outcome(double accuracy, double large) {
  TrainResult result;
  result.best_epoch = 2;
  result.epochs = 5;
  result.parameters = 77;
  result.last_lr = 1.0 / 3;
  result.stopped_because = "the time is over";
  result.test = {{"accuracy", accuracy}};
  result.validation = {{"accuracy", accuracy / 2}, {"loss", NAN}};
  result.extra_tests = {{"test-large", {{"accuracy", large}}}};
  result.seconds = 1.5;
  return result;
}

RunResult sample() {
  RunResult result;
  result.dataset = "RINGS";
  result.graphs = 36;
  result.ir_layers = 2;
  result.width = all_nodes;
  result.jobs = {"fold_1", "fold_2"};
  result.take({outcome(0.5, NAN), outcome(1, 0.25)});
  result.seconds = 3;
  result.peak_rss_mb = 100.5;
  result.memory_estimate_mb = 64;
  result.time_limit = 7200;
  return result;
}

TEST(RunResult, SaysWhatPickedEpochsWhichFilesOfOldDoNot) {
  RunResult result = sample();
  EXPECT_FALSE(result.to_json().contains("metric"));
  EXPECT_EQ(RunResult::from_json(result.to_json(), "result.json").metric, "");
  result.metric = "roc_auc";
  EXPECT_EQ(result.to_json().at("metric"), "roc_auc");
  EXPECT_EQ(RunResult::from_json(result.to_json(), "result.json").metric, "roc_auc");
}

TEST(RunResult, SummarizesScoresOverTrainings) {
  const RunResult result = sample();
  EXPECT_EQ(result.parameters, 77);
  const ScoreSummary& accuracy = result.part("test").at("accuracy");
  EXPECT_DOUBLE_EQ(accuracy.over_jobs.mean, 0.75);
  EXPECT_DOUBLE_EQ(accuracy.over_jobs.std, std::sqrt(0.125));  // of 0.5 and 1, n - 1
  EXPECT_THAT(accuracy.jobs, ElementsAre(0.5, 1));
  EXPECT_TRUE(result.part("no such part").empty());
}

TEST(RunResult, CountsOnlyFiniteScoresAndKeepsTheirPlaces) {
  const RunResult result = sample();
  EXPECT_FALSE(result.part("validation").contains("loss"));
  const ScoreSummary& large = result.part("test-large").at("accuracy");
  EXPECT_DOUBLE_EQ(large.over_jobs.mean, 0.25);
  EXPECT_THAT(large.jobs, ElementsAre(std::nullopt, 0.25));
}

TEST(RunResult, IsWrittenAsReadersKnowIt) {
  EXPECT_EQ(to_text(sample().to_json()),
            R"({"event":"result","dataset":"RINGS","graphs":36,"parameters":77,"ir_layers":2,"width":"all",)"
            R"("test":{"accuracy":{"mean":0.75,"std":0.3535533905932738,"median":0.75,"min":0.5,"max":1.0,)"
            R"("folds":[0.5,1.0]}},"validation":{"accuracy":{"mean":0.375,"std":0.1767766952966369,"median":0.375,)"
            R"("min":0.25,"max":0.5,"folds":[0.25,0.5]}},"test-large":{"accuracy":{"mean":0.25,"std":0.0,)"
            R"("median":0.25,"min":0.25,"max":0.25,"folds":[null,0.25]}},"jobs":["fold_1","fold_2"],"epochs":[5,5],)"
            R"("best_epochs":[2,2],"last_lr":[0.3333333333333333,0.3333333333333333],)"
            R"("stopped_because":["the time is over","the time is over"],"time_limit":7200.0,)"
            R"("job_seconds":[1.5,1.5],"seconds":3.0,"peak_rss_mb":100.5,)"
            R"("memory_estimate_mb":64.0})");
}

TEST(RunResult, ReadsBackAsItWasWritten) {
  const std::string text = to_text(sample().to_json(), 2);
  EXPECT_EQ(to_text(RunResult::from_json(parse_json(text, "f"), "f").to_json(), 2), text);
  Json old = sample().to_json();
  for (const char* key : {"memory_estimate_mb", "time_limit"}) old.erase(key);
  EXPECT_EQ(RunResult::from_json(old, "f").to_json(), old);
  for (const char* key : {"last_lr", "stopped_because"}) old.erase(key);
  EXPECT_TRUE(RunResult::from_json(old, "f").last_lr.empty());
}

TEST(RunResult, ThatIsBrokenIsRefusedWithItsPlace) {
  for (const char* key : {"dataset", "graphs", "width", "jobs", "epochs", "seconds"}) {
    Json broken = sample().to_json();
    broken[key] = {1.5, "x"};
    const Error error = error_of([&] { RunResult::from_json(broken, "runs/x/result.json"); });
    EXPECT_EQ(error.kind(), ErrorKind::data) << key;
    EXPECT_THAT(error.what(), HasSubstr("runs/x/result.json: ")) << key;
  }
  EXPECT_EQ(error_of([] { RunResult::from_json(Json::array(), "f"); }).kind(), ErrorKind::data);
}

}  // namespace
}  // namespace gnnir

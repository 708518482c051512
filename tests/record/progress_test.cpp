#include "gnnir/record/progress.h"

#include <gmock/gmock.h>

#include <cmath>

#include "support/errors.h"

namespace gnnir {
namespace {

using testing::error_of;
using ::testing::HasSubstr;

Progress sample() {
  Progress progress;
  progress.epoch = 7;
  progress.batch = 3;
  progress.rate = {
      .lr = 0.1 + 0.2, .bad_epochs = 2, .cosine_begin = 0.1, .cosine_end = 1.0 / 3};  // best_loss: infinity
  progress.best = {-0.1, 1.0 / 3};
  progress.best_epoch = 5;
  progress.optimizer_steps = {12, 0, 11};
  progress.last_lr = 0.7 / 3;
  progress.epoch_seconds = 1e-9;
  progress.epoch_estimate = 2.0 / 3;
  progress.seconds = 12345.678901234567;
  progress.stopped_because = "all epochs done";
  return progress;
}

TEST(Progress, RefusesWhatNoTrainingHas) {
  const auto complaint = [](const char* key, const Json& value) {
    Json json = sample().to_json();
    json[key] = value;
    return std::string(error_of([&] { Progress::from_json(json, "f"); }).what());
  };
  EXPECT_EQ(complaint("lr", "-1"), "f: 'lr': expected at least 0, found -1");
  EXPECT_EQ(complaint("lr", "nan"), "f: 'lr': expected at least 0, found nan");
  EXPECT_EQ(complaint("seconds", "-1"), "f: a negative time");
  EXPECT_EQ(complaint("epoch_estimate", "nan"), "f: a negative time");
  EXPECT_EQ(complaint("last_lr", "inf"), "f: 'last_lr': expected at least 0, found inf");
  EXPECT_EQ(complaint("cosine", {{"begin", "0.5"}, {"end", "0.25"}}),
            "f: 'cosine': expected shares that rise from 0 to 1, found 0.5 to 0.25");
}

TEST(Progress, SurvivesJsonToTheLastBit) {
  const Progress back = Progress::from_json(parse_json(to_text(sample().to_json()), "f"), "f");
  EXPECT_EQ(back.epoch, 7);
  EXPECT_EQ(back.batch, 3);
  EXPECT_EQ(back.rate.lr, 0.1 + 0.2);
  EXPECT_EQ(back.rate.best_loss, HUGE_VAL);
  EXPECT_EQ(back.rate.bad_epochs, 2);
  EXPECT_EQ(back.rate.cosine_begin, 0.1);
  EXPECT_EQ(back.rate.cosine_end, 1.0 / 3);
  EXPECT_EQ(back.last_lr, 0.7 / 3);
  EXPECT_EQ(back.epoch_estimate, 2.0 / 3);
  EXPECT_EQ(back.best, sample().best);
  EXPECT_EQ(back.best_epoch, 5);
  EXPECT_EQ(back.optimizer_steps, sample().optimizer_steps);
  EXPECT_EQ(back.epoch_seconds, 1e-9);
  EXPECT_EQ(back.seconds, sample().seconds);
  EXPECT_EQ(back.stopped_because, "all epochs done");
}

TEST(Progress, OfCheckpointsFromBeforeThereWereCosinesIsRead) {
  Json json = sample().to_json();
  for (const char* key : {"cosine", "last_lr", "epoch_estimate"}) json.erase(key);
  const Progress back = Progress::from_json(json, "f");
  EXPECT_EQ(back.rate.cosine_end, 0);
  EXPECT_EQ(back.epoch_estimate, 0);
}

TEST(Progress, OtherJsonIsRefusedWithWords) {
  const auto message = [](const char* key, const Json& value) {
    Json json = sample().to_json();
    json[key] = value;
    const Error error = error_of([&] { Progress::from_json(json, "f"); });
    EXPECT_EQ(error.kind(), ErrorKind::data);
    return std::string(error.what());
  };
  EXPECT_THAT(message("epoch", 0), HasSubstr("'epoch'"));
  EXPECT_THAT(message("batch", -1), HasSubstr("'batch'"));
  EXPECT_THAT(message("lr", "fast"), HasSubstr("'lr'"));
  EXPECT_THAT(message("lr", 0.5), HasSubstr("broken progress"));
  EXPECT_THAT(message("optimizer_steps", Json::array({1.5})), HasSubstr("'optimizer_steps'"));
  EXPECT_EQ(error_of([] { Progress::from_json(Json::array(), "f"); }).kind(), ErrorKind::data);
}

TEST(TrainResult, SurvivesJson) {
  TrainResult result;
  result.best_epoch = 3;
  result.epochs = 5;
  result.parameters = 77;
  result.stopped_because = "x";
  result.validation = {{"loss", 0.25}};
  result.test = {{"loss", NAN}, {"accuracy", 1.0 / 3}};
  result.extra_tests = {{"large", {{"loss", 2}}}};
  result.seconds = 9.5;
  const TrainResult back = TrainResult::from_json(parse_json(to_text(result.to_json()), "f"), "f");
  EXPECT_EQ(back.parameters, 77);
  EXPECT_EQ(back.validation, result.validation);
  EXPECT_TRUE(std::isnan(back.test.at("loss")));
  EXPECT_EQ(back.test.at("accuracy"), 1.0 / 3);
  EXPECT_EQ(back.extra_tests, result.extra_tests);
  EXPECT_EQ(error_of([] { TrainResult::from_json(parse_json("{}", "f"), "f"); }).kind(), ErrorKind::data);
}

TEST(TrainResult, ListsAndScoresOfAnotherTypeAreRefused) {
  for (const char* key : {"validation", "test", "extra_tests"}) {
    Json json = TrainResult().to_json();
    json[key] = 5;
    EXPECT_THAT(error_of([&] { TrainResult::from_json(json, "f"); }).what(), HasSubstr(key));
  }
}

}  // namespace
}  // namespace gnnir

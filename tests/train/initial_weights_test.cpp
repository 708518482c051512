#include "gnnir/train/initial_weights.h"

#include <gmock/gmock.h>

#include "gnnir/base/files.h"
#include "gnnir/models/registry.h"
#include "gnnir/models/weights.h"
#include "gnnir/record/run_record.h"
#include "gnnir/run/run_experiment.h"
#include "gnnir/train/prepare.h"
#include "support/errors.h"
#include "support/temp_folder.h"
#include "support/training.h"

namespace gnnir {
namespace {

namespace fs = std::filesystem;
using testing::equal;
using testing::error_of;
using ::testing::HasSubstr;
using testing::ring_dataset;
using testing::small_config;
using testing::TempFolder;
using testing::thirds;

Weights without_head(const Weights& all) {
  Weights rest;
  for (const auto& tensor : all) {
    if (!tensor.first.starts_with("head.")) rest.push_back(tensor);
  }
  return rest;
}

class InitialWeights : public ::testing::Test {
 protected:
  InitialWeights() : dataset_(ring_dataset(36)), split_(thirds(36)), config_(small_config()) {}

  /// A model that has been trained, in a file.
  std::string trained(const std::string& name) {
    const TrainOutcome outcome = train(config_);
    const fs::path file = folder_.path() / (name + ".safetensors");
    save_model(outcome.model, file);
    return file.string();
  }

  TrainOutcome train(const RunConfig& config) {
    ThreadPool pool(1);
    return train_model(dataset_, split_, config, {pool});
  }

  RunConfig beginning_with(const std::string& file) {
    RunConfig config = config_;
    config.train.init = file;
    return config;
  }

  TempFolder folder_;
  Dataset dataset_;
  Split split_;
  RunConfig config_;
};

TEST_F(InitialWeights, AreWhereATrainingBegins) {
  const std::string file = trained("first");
  RunConfig config = beginning_with(file);
  config.train.epochs = 0;
  config.train.seed = 99;
  const TrainOutcome begun = train(config);
  EXPECT_TRUE(equal(tensors_of(*begun.model.model), tensors_of(*load_model(file).model)));
  EXPECT_TRUE(begun.model.config.train.init.empty());  // a model does not need to know
  config.train.epochs = 2;
  EXPECT_FALSE(equal(train(config).last_weights, begun.last_weights));
}

TEST_F(InitialWeights, BringTheirEncodings) {
  const std::string file = trained("first");
  for (Example& example : dataset_.examples) example.graph = testing::rings(1, 7);  // degrees, and targets, of others
  config_.data.task = TaskChoice::regression;
  const std::string numbers = trained("numbers");
  for (float& target : dataset_.targets) target *= 100;
  const ModelHeader before = load_model(numbers);
  const ModelHeader header = header_for(dataset_, split_, beginning_with(numbers));
  EXPECT_EQ(header.features, before.features);
  EXPECT_EQ(header.degrees, before.degrees);
  EXPECT_EQ(header.targets.mean, before.targets.mean);
  EXPECT_EQ(header.targets.scale, before.targets.scale);
}

TEST_F(InitialWeights, OfAModelThatPredictsSomethingElseLeaveTheHeadAsItWasDrawn) {
  const std::string file = trained("classes");
  config_.data.task = TaskChoice::regression;
  const RunConfig config = beginning_with(file);
  const TrainedModel begun = untrained_model(dataset_, split_, config);
  const TrainedModel fresh = untrained_model(dataset_, split_, config_);
  const Weights weights = tensors_of(*begun.model);
  EXPECT_TRUE(equal(without_head(weights), without_head(tensors_of(*load_model(file).model))));
  const Weights drawn = tensors_of(*fresh.model);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i].first.starts_with("head."))
      EXPECT_TRUE(weights[i].second.equal(drawn[i].second)) << weights[i].first;
  }
  EXPECT_THAT(remark_on_head(config, begun), HasSubstr("predicts short, long: its head is drawn anew"));
  EXPECT_EQ(remark_on_head(config_, begun), "");
}

TEST_F(InitialWeights, ThatDoNotFitAreNamedWithTheirShapes) {
  const std::string file = trained("first");
  config_.model.gnn.hidden = 6;
  const Error wider = error_of([&] { check_trainable(dataset_, split_, beginning_with(file)); });
  EXPECT_EQ(wider.setting(), "train.init");
  EXPECT_THAT(wider.what(), HasSubstr("its 'encoder.table.weight' is ["));
  EXPECT_THAT(wider.what(), HasSubstr(", 8], expected ["));
  EXPECT_THAT(wider.what(), HasSubstr(" more"));
  config_ = small_config();
  config_.model.ir.layers = 2;
  EXPECT_THAT(error_of([&] { check_trainable(dataset_, split_, beginning_with(file)); }).what(),
              HasSubstr("it has no '"));
  config_.model.ir.layers = 0;
  EXPECT_EQ(error_of([&] { check_trainable(dataset_, split_, beginning_with(file)); }).setting(), "train.init");
  config_ = small_config();
  config_.data.features = FeatureKind::constant;
  EXPECT_EQ(error_of([&] { check_trainable(dataset_, split_, beginning_with(file)); }).setting(), "data.features");
}

TEST_F(InitialWeights, FrozenStayAsTheyAreInEveryModelWithItsRunningStatistics) {
  for (const char* architecture : {"gnn-ir", "exact-ir", "top-k-pooling"}) {
    config_ = small_config();
    config_.model.architecture = architecture;
    if (config_.model.architecture == "gnn-ir") config_.model.gnn.norm.kind = NormKind::batch;
    const std::string file = trained(architecture);
    const Weights before = copy_weights(*load_model(file).model);
    RunConfig config = beginning_with(file);
    config.train.freeze = Freeze::encoder;
    config.train.weight_decay = 0.1;
    const TrainOutcome outcome = train(config);
    EXPECT_TRUE(equal(without_head(outcome.last_weights), without_head(before))) << architecture;
    EXPECT_FALSE(equal(outcome.last_weights, before)) << architecture;
  }
}

TEST_F(InitialWeights, FrozenTrainTheHeadAsIfItsInputsWereGiven) {
  // One step by hand: the loss falls along the head's gradient alone.
  const std::string file = trained("first");
  RunConfig config = beginning_with(file);
  config.train.freeze = Freeze::encoder;
  config.train.epochs = 40;
  config.train.lr = 0.01;
  ThreadPool pool(1);
  Training training(dataset_, split_, config, {pool});
  double first = 0;
  double last = 0;
  while (!training.done()) {
    const auto report = training.advance();
    if (!report) continue;
    last = report->train.at("loss");
    if (report->epoch == 1) first = last;
  }
  EXPECT_LT(last, first);
}

TEST_F(InitialWeights, CannotBeFrozenWhereThereAreNone) {
  config_.train.freeze = Freeze::encoder;
  EXPECT_EQ(error_of([&] { check_trainable(dataset_, split_, config_); }).setting(), "train.freeze");
}

TEST_F(InitialWeights, AreCopiedIntoTheRunWhichThenNeedsNoOtherFile) {
  const std::string file = trained("first");
  RunConfig config = beginning_with(file);
  config.train.freeze = Freeze::encoder;
  ExperimentListener silent;
  run_experiment({.config = config, .folder = folder_.path() / "whole"}, dataset_, silent);
  Experiment stopped{.config = config, .folder = folder_.path() / "stopped"};
  const fs::path checkpoint = stopped.folder / "checkpoint.safetensors";
  stopped.stop = [&] { return fs::exists(checkpoint) ? StopReason::terminated : StopReason::none; };
  EXPECT_THROW(run_experiment(stopped, dataset_, silent), Error);
  fs::remove(file);
  run_experiment(resumed_experiment(stopped.folder), dataset_, silent);
  for (const char* name : {"best.safetensors", "last.safetensors", "metrics.csv", "config.toml"}) {
    EXPECT_EQ(read_file(stopped.folder / name), read_file(folder_.path() / "whole" / name)) << name;
  }
}

TEST_F(InitialWeights, OfARunThatGoesOnFromTheMidstOfItsFirstEpochAreNotReadAgain) {
  const std::string file = trained("first");
  const RunConfig config = beginning_with(file);
  ThreadPool pool(1);
  Training whole(dataset_, split_, config, {pool});
  Training first(dataset_, split_, config, {pool});
  first.advance();
  Training second(dataset_, split_, config, {pool});
  second.restore(first.checkpoint(), "test");
  while (!whole.done()) whole.advance();
  while (!second.done()) second.advance();
  EXPECT_TRUE(equal(whole.finish().last_weights, second.finish().last_weights));
}

}  // namespace
}  // namespace gnnir

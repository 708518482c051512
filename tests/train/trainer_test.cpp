#include "gnnir/train/trainer.h"

#include <gmock/gmock.h>

#include "gnnir/base/files.h"
#include "gnnir/data/generate/csl.h"
#include "gnnir/infer/predictor.h"
#include "gnnir/models/collate.h"
#include "gnnir/nn/single_thread.h"
#include "gnnir/record/safetensors.h"
#include "gnnir/run/run.h"
#include "gnnir/run/run_folder.h"
#include "gnnir/train/step.h"
#include "support/errors.h"
#include "support/temp_folder.h"
#include "support/training.h"

namespace gnnir {
namespace {

using testing::equal;
using testing::error_of;
using ::testing::HasSubstr;
using testing::ring_dataset;
using testing::Silent;
using testing::small_config;
using testing::TempFolder;
using testing::thirds;

TEST(Trainer, LearnsTheLengthOfRings) {
  const Dataset dataset = ring_dataset(48);
  RunConfig config = small_config();
  config.data.features = FeatureKind::constant;
  config.train.epochs = 60;
  config.train.lr = 0.01;
  ThreadPool pool(1);
  const TrainOutcome outcome = train_model(dataset, thirds(48), config, pool);
  EXPECT_DOUBLE_EQ(outcome.test.at("accuracy"), 1.0);
}

TEST(Trainer, LearnsTargetsAndIgnoresMissingOnes) {
  Dataset dataset = ring_dataset(48);
  for (std::size_t i = 0; i < 48; i += 3) dataset.targets[2 * i + 1] = std::numeric_limits<float>::quiet_NaN();
  RunConfig config = small_config();
  config.data.task = TaskChoice::regression;
  config.data.features = FeatureKind::constant;
  config.train.epochs = 80;
  config.train.lr = 0.01;
  ThreadPool pool(1);
  const TrainOutcome outcome = train_model(dataset, thirds(48), config, pool);
  EXPECT_LT(outcome.test.at("mae"), 0.3);
  for (const auto& [name, tensor] : outcome.last_weights) EXPECT_TRUE(tensor.isfinite().all().item<bool>()) << name;
}

TEST(Trainer, GivesBitIdenticalWeightsForAnyNumberOfThreads) {
  const Dataset dataset = generate_csl({.nodes = 11, .skips = {2, 3}, .copies = 30});
  RunConfig config = small_config();
  config.model.gnn.norm.kind = NormKind::graph;
  config.train.epochs = 13;  // of four steps each
  const Split split = thirds(60);
  ASSERT_EQ(split.train.size(), 40U);
  std::vector<Weights> results;
  for (const std::size_t threads : {1, 2, 3, 5}) {
    ThreadPool pool(threads, use_single_threaded_operations);
    results.push_back(train_model(dataset, split, config, pool).last_weights);
  }
  for (const Weights& other : results) EXPECT_TRUE(equal(other, results[0]));
  config.train.seed = 1;
  ThreadPool pool(1);
  EXPECT_FALSE(equal(train_model(dataset, split, config, pool).last_weights, results[0]));
}

TEST(Trainer, TakesTheEpochWithTheBestValidationScore) {
  const Dataset dataset = ring_dataset(48);
  RunConfig config = small_config();
  config.train.epochs = 12;
  config.train.lr = 0.02;
  ThreadPool pool(1);
  std::vector<EpochReport> reports;
  const TrainOutcome outcome =
      train_model(dataset, thirds(48), config, pool,
                  [&](const EpochReport& report, const TrainedModel&) { reports.push_back(report); });
  ASSERT_EQ(reports.size(), 12U);
  for (const EpochReport& report : reports) {
    EXPECT_LE(report.validation.at("accuracy"), outcome.validation.at("accuracy"));
  }
  EXPECT_DOUBLE_EQ(reports[static_cast<std::size_t>(outcome.best_epoch - 1)].validation.at("accuracy"),
                   outcome.validation.at("accuracy"));
  EXPECT_DOUBLE_EQ(reports[static_cast<std::size_t>(outcome.best_epoch - 1)].validation.at("loss"),
                   outcome.validation.at("loss"));
}

TEST(Trainer, StopsBelowTheMinimumLearningRateAndWithoutImprovement) {
  const Dataset dataset = ring_dataset(48);
  ThreadPool pool(1);
  RunConfig decays = small_config();
  decays.train.schedule = ScheduleKind::step;
  decays.train.decay_every = 1;
  decays.train.min_lr = 3e-4;
  EXPECT_EQ(train_model(dataset, thirds(48), decays, pool).epochs, 2);  // 1e-3, 5e-4, then 2.5e-4
  RunConfig stalls = small_config();
  stalls.train.lr = 1e-30;
  stalls.train.min_lr = 0;
  stalls.train.epochs = 50;
  stalls.train.early_stop = 4;
  EXPECT_EQ(train_model(dataset, thirds(48), stalls, pool).epochs, 5);
}

TEST(Trainer, StopsWithWordsWhenTheLossIsNoNumberAnyMore) {
  for (const TaskChoice task : {TaskChoice::classification, TaskChoice::regression}) {
    RunConfig config = small_config();
    config.data.task = task;
    config.train.lr = 1e20;
    config.train.epochs = 20;
    ThreadPool pool(1);
    const Error error = error_of([&] { train_model(ring_dataset(48), thirds(48), config, pool); });
    EXPECT_THAT(error.what(), HasSubstr("smaller train.lr"));
  }
}

TEST(Trainer, ClippingBoundsTheStep) {
  const Dataset dataset = ring_dataset(48);
  RunConfig config = small_config();
  config.train.epochs = 1;
  ThreadPool pool(1);
  const Weights free = train_model(dataset, thirds(48), config, pool).last_weights;
  config.train.clip = 1e-12;  // Adam divides by the gradient's size, plus 1e-8: now that is what counts
  const Weights clipped = train_model(dataset, thirds(48), config, pool).last_weights;
  config.train.epochs = 0;
  const Weights start = train_model(dataset, thirds(48), config, pool).last_weights;
  EXPECT_FALSE(equal(free, start));
  for (std::size_t i = 0; i < start.size(); ++i) {
    EXPECT_LT((clipped[i].second - start[i].second).abs().max().item<double>(), 1e-5) << start[i].first;
  }
}

TEST(Trainer, WithoutValidationLabelsTakesTheLastEpoch) {
  Dataset dataset = ring_dataset(48);
  const Split split = thirds(48);
  for (const std::int64_t graph : split.validation) dataset.classes[static_cast<std::size_t>(graph)] = -1;
  ThreadPool pool(1);
  EXPECT_EQ(train_model(dataset, split, small_config(), pool).best_epoch, 5);
}

TEST(Plan, SeedsRepeatEverySplitAndFoldsNeedASplitFile) {
  const Dataset dataset = ring_dataset(36);
  RunConfig config = small_config();
  config.data.folds = 2;
  config.train.seed = 7;
  config.train.seeds = 2;
  std::vector<std::string> names;
  for (const Job& job : plan_cross_validation(dataset, config)) names.push_back(job.name);
  EXPECT_EQ(names, (std::vector<std::string>{"fold_1_seed_7", "fold_1_seed_8", "fold_2_seed_7", "fold_2_seed_8"}));
  config.data.fold = 2;
  EXPECT_EQ(error_of([&] { plan_training(dataset, config); }).kind(), ErrorKind::usage);
  const TempFolder folder;
  config.data.split_file = folder.write("s.json", R"([{"test":[0],"model_selection":[{"train":[1,2],"validation":[3]}]},
                                                      {"test":[5],"model_selection":[{"train":[6],"validation":[7]}]}])");
  EXPECT_EQ(plan_training(dataset, config).front().split.test, (std::vector<std::int64_t>{5}));
  config.data.fold = 3;
  EXPECT_EQ(error_of([&] { plan_training(dataset, config); }).kind(), ErrorKind::usage);
}

TEST(Plan, FractionsAreRefusedWhereTheDataSetBringsItsParts) {
  Dataset dataset = ring_dataset(12);
  dataset.parts = {{"train", 8}, {"validation", 2}, {"test", 2}};
  RunConfig config = small_config();
  EXPECT_EQ(plan_training(dataset, config).front().split.test, (std::vector<std::int64_t>{10, 11}));
  config.data.train_fraction = 0.5;
  EXPECT_THAT(error_of([&] { plan_training(dataset, config); }).what(),
              HasSubstr("data.train_fraction: has no effect"));
}

TEST(Plan, SeedsBeyondWhatAFileCanHoldAreRefused) {
  RunConfig config = small_config();
  config.train.seed = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  EXPECT_NO_THROW(plan_training(ring_dataset(12), config));
  config.train.seeds = 2;
  EXPECT_EQ(error_of([&] { plan_training(ring_dataset(12), config); }).kind(), ErrorKind::usage);
}

TEST(Run, SettingsOfAProgramOfOnesOwnAreChecked) {
  const Dataset dataset = ring_dataset(12);
  const std::vector<Job> jobs = {{"", thirds(12), 0}};
  RunConfig config = small_config();
  Silent silent;
  EXPECT_EQ(error_of([&] { run_jobs(dataset, config, jobs, {.threads = 0}, silent); }).kind(), ErrorKind::usage);
  EXPECT_EQ(error_of([&] { run_jobs(dataset, config, {}, {}, silent); }).kind(), ErrorKind::usage);
  config.train.batch_size = 0;
  EXPECT_EQ(error_of([&] { run_jobs(dataset, config, jobs, {}, silent); }).kind(), ErrorKind::usage);
}

TEST(Trainer, RefusesDataWithNothingToLearn) {
  Dataset dataset = ring_dataset(12);
  dataset.classes.clear();
  dataset.targets.clear();
  ThreadPool pool(1);
  EXPECT_EQ(error_of([&] { train_model(dataset, thirds(12), small_config(), pool); }).kind(), ErrorKind::data);
  Dataset unlabelled = ring_dataset(12);
  unlabelled.classes.assign(12, -1);
  EXPECT_THAT(error_of([&] { train_model(unlabelled, thirds(12), small_config(), pool); }).what(),
              HasSubstr("has a label"));
}

TEST(Stepper, GradientOfShardsIsTheGradientOfTheBatch) {
  const Dataset dataset = ring_dataset(12);
  std::vector<std::int64_t> graphs(12);
  for (std::size_t i = 0; i < 12; ++i) graphs[i] = static_cast<std::int64_t>(i);
  std::vector<Weights> after;
  for (const std::int64_t shards : {0, 1, 2, 5, 12}) {  // 0: the whole batch on the reference engine
    RunConfig config = small_config();
    config.train.shards = std::max<std::int64_t>(1, shards);
    const Execution execution{.engine = shards == 0 ? Engine::reference : Engine::fused};
    TrainedModel trained =
        TrainedModel::create({.config = config,
                              .features = FeatureEncoding::fit(dataset, graphs, FeatureKind::constant),
                              .targets = TargetEncoding::fit(dataset, graphs, Task::classification, true)},
                             execution);
    const EncodedDataset data = EncodedDataset::from(dataset, trained);
    ThreadPool pool(2, use_single_threaded_operations);
    Stepper stepper(trained, data, {pool, execution});
    EXPECT_EQ(stepper.step(graphs, {.epoch = 1}, 0.0).size(), 24U);
    Weights gradients;
    for (const auto& parameter : trained.model->named_parameters())
      gradients.emplace_back(parameter.key(), parameter.value().grad().clone());
    after.push_back(gradients);
  }
  for (const Weights& other : after) {
    for (std::size_t i = 0; i < other.size(); ++i) {
      EXPECT_TRUE(other[i].second.allclose(after[0][i].second, 1e-4, 1e-6)) << other[i].first;
    }
  }
}

TEST(ModelFile, LoadedModelPredictsTheSameBitForBit) {
  const Dataset dataset = ring_dataset(48);
  for (const NormKind norm : {NormKind::none, NormKind::batch, NormKind::graph}) {
    RunConfig config = small_config();
    config.model.gnn.norm.kind = norm;
    ThreadPool pool(2, use_single_threaded_operations);
    TrainOutcome outcome = train_model(dataset, thirds(48), config, pool);
    const TempFolder folder;
    save_model(outcome.model, folder.path() / "best.safetensors");
    TrainedModel loaded = load_model(folder.path());
    const std::vector<std::int64_t> graphs = {3, 1, 4, 15, 9};
    const auto probabilities = [&](const TrainedModel& model) {
      std::vector<std::vector<double>> rows;
      for (const Prediction& one : predictor_of(model).predict(dataset, {.graphs = graphs, .pool = &pool}).graphs) {
        rows.push_back(one.probabilities);
      }
      return rows;
    };
    EXPECT_EQ(probabilities(loaded), probabilities(outcome.model));
    EXPECT_EQ(to_toml(loaded.config), to_toml(config));
  }
}

TEST(ModelFile, WrongFilesAreRefusedWithWords) {
  const Dataset dataset = ring_dataset(12);
  const std::vector<std::int64_t> graphs = {0, 1, 2, 3};
  const TrainedModel trained =
      TrainedModel::create({.config = small_config(),
                            .features = FeatureEncoding::fit(dataset, graphs, FeatureKind::constant),
                            .targets = TargetEncoding::fit(dataset, graphs, Task::classification, true)});
  const TempFolder folder;
  const auto path = folder.path() / "m.safetensors";
  save_model(trained, path);
  const Safetensors good = decode_safetensors(read_file(path), "f");
  const auto message = [&](const std::function<void(Safetensors&)>& spoil) {
    Safetensors file = good;
    spoil(file);
    write_file_atomically(path, encode_safetensors(file));
    const Error error = error_of([&] { load_model(path); });
    EXPECT_EQ(error.kind(), ErrorKind::data);
    return std::string(error.what());
  };
  EXPECT_THAT(message([](Safetensors& f) { f.metadata["format_version"] = "99"; }), HasSubstr("version 99"));
  EXPECT_THAT(message([](Safetensors& f) { f.metadata.clear(); }), HasSubstr("its header has no"));
  EXPECT_THAT(message([](Safetensors& f) { f.tensors.pop_back(); }), HasSubstr("describes a model of"));
  EXPECT_THAT(message([](Safetensors& f) { f.tensors.back().name = "other"; }), HasSubstr("is missing"));
  EXPECT_THAT(message([](Safetensors& f) {
                f.tensors.push_back({"extra", "F32", {0}, ""});
              }),
              HasSubstr("does not belong"));
  EXPECT_THAT(message([](Safetensors& f) { f.tensors[0].shape.push_back(1); }), HasSubstr("expected F32"));
  EXPECT_THAT(message([](Safetensors& f) { f.tensors[0].bytes.replace(0, 4, std::string("\0\0\xc0\x7f", 4)); }),
              HasSubstr("holds numbers that are not finite (NaN or infinite)"));
  EXPECT_EQ(error_of([&] { load_model(folder.path() / "none"); }).kind(), ErrorKind::usage);
}

TEST(Run, TheBestModelSoFarIsKeptWhenATrainingEndsByAnException) {
  const Dataset dataset = ring_dataset(12);
  const RunConfig config = small_config();
  const TempFolder folder;
  const std::vector<Job> jobs = {{"", thirds(12), 0}};
  const RunFolder run({.folder = folder.path() / "run"}, config, jobs, dataset);
  ThreadPool pool(1);
  {
    JobFiles files(run, jobs[0], dataset, config.train);
    const auto fail_in_the_third_epoch = [&](const EpochReport& report, const TrainedModel& model) {
      if (report.epoch == 3) throw data_error("diverged");
      files.on_epoch(report, model);
    };
    EXPECT_THROW(train_model(dataset, jobs[0].split, config, pool, fail_in_the_third_epoch), Error);
  }
  EXPECT_NO_THROW(load_model(folder.path() / "run"));
}

TEST(Run, CrossValidationWritesAFolderThatIsTheSameForAnyNumberOfThreads) {
  const Dataset dataset = ring_dataset(36);
  RunConfig config = small_config();
  config.data.folds = 3;
  const std::vector<Job> jobs = plan_cross_validation(dataset, config);
  ASSERT_EQ(jobs.size(), 3U);
  const TempFolder folder;
  std::vector<Json> results;
  for (const std::size_t threads : {1, 2, 4}) {
    Silent listener;
    const auto out = folder.path() / std::to_string(threads);
    Json result = run_jobs(dataset, config, jobs, {.threads = threads, .folder = out}, listener).to_json();
    EXPECT_EQ(listener.epochs, 15);
    EXPECT_EQ(listener.jobs, 3);
    for (const char* file : {"config.toml", "env.json", "splits.json", "log.txt", "result.json", "fold_2/metrics.csv",
                             "fold_2/best.safetensors", "fold_2/last.safetensors", "fold_2/splits.json"}) {
      EXPECT_TRUE(std::filesystem::exists(out / file)) << file;
    }
    EXPECT_EQ(read_file(out / "fold_3" / "best.safetensors"),
              read_file(folder.path() / "1" / "fold_3" / "best.safetensors"));
    for (const char* key : {"seconds", "job_seconds", "peak_rss_mb", "memory_estimate_mb"}) result.erase(key);
    results.push_back(result);
  }
  EXPECT_EQ(results[0], results[1]);
  EXPECT_EQ(results[0], results[2]);
  Silent listener;
  RunConfig impossible = config;
  impossible.data.features = FeatureKind::labels;
  EXPECT_EQ(error_of([&] { run_jobs(dataset, impossible, jobs, {.folder = folder.path() / "x"}, listener); }).kind(),
            ErrorKind::usage);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "x"));  // a failed start leaves nothing in the way
  EXPECT_EQ(error_of([&] {
              run_jobs(dataset, config, jobs, {.threads = 1, .folder = folder.path() / "1"}, listener);
            }).kind(),
            ErrorKind::usage);
}

}  // namespace
}  // namespace gnnir

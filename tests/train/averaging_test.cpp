#include <gtest/gtest.h>

#include "gnnir/models/model_file.h"
#include "gnnir/train/trainer.h"
#include "support/training.h"

namespace gnnir {
namespace {

using testing::equal;
using testing::ring_dataset;
using testing::small_config;
using testing::thirds;

TEST(Averaging, ValidatesAndKeepsARunningAverageOfTheWeightsOfAllSteps) {
  const Dataset dataset = ring_dataset(48);
  const Split split = thirds(48);
  RunConfig config = small_config();
  config.train.lr = 0.01;
  ThreadPool pool(1);
  // By hand: after step t the average keeps min(0.9, (1 + t) / (10 + t)) of itself.
  Training plain(dataset, split, config, pool);
  Weights expected = copy_weights(*plain.model().model);
  double step = 0;
  while (!plain.done()) {
    if (plain.advance()) continue;  // the end of an epoch changes no weight
    ++step;
    const double share = std::min(0.9, (1 + step) / (10 + step));
    const Weights now = copy_weights(*plain.model().model);
    for (std::size_t i = 0; i < now.size(); ++i) {
      expected[i].second = share * expected[i].second + (1 - share) * now[i].second;
    }
  }
  config.train.average = 0.9;
  Training averaged(dataset, split, config, pool);
  double last_loss = 0;
  while (!averaged.done()) {
    const auto report = averaged.advance();
    if (!report) continue;
    last_loss = report->validation.at("loss");
    EXPECT_NE(report->validation.at("moving_loss"), last_loss);
  }
  const Weights last = copy_weights(*averaged.model().model);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_TRUE(last[i].second.allclose(expected[i].second, 1e-5, 1e-6)) << expected[i].first;
  }
  EXPECT_FALSE(equal(last, copy_weights(*plain.model().model)));
  const Scores scores = predictor_of(averaged.model()).evaluate(dataset, {.graphs = split.validation}).scores;
  EXPECT_DOUBLE_EQ(scores.at("loss"), last_loss);
}

TEST(Averaging, DoesNotChangeWhatAdamDoes) {
  const Dataset dataset = ring_dataset(48);
  RunConfig config = small_config();
  config.train.epochs = 12;
  config.train.lr = 0.05;
  config.train.patience = 0;
  const auto course = [&](double average) {
    config.train.average = average;
    ThreadPool pool(1);
    std::vector<std::pair<double, Scores>> epochs;
    train_model(dataset, thirds(48), config, pool,
                [&](const EpochReport& report, const TrainedModel&) { epochs.emplace_back(report.lr, report.train); });
    return epochs;
  };
  const auto plain = course(0);
  ASSERT_LT(plain.back().first, config.train.lr) << "the plateau is to be reached";
  EXPECT_EQ(course(0.99), plain);
}

}  // namespace
}  // namespace gnnir

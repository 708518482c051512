#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "gnnir/train/trainer.h"
#include "support/training.h"

namespace gnnir {
namespace {

using testing::ring_dataset;
using testing::small_config;
using testing::thirds;

/// A training of three batches an epoch that takes a second for each and one to validate, by a clock of its own.
class TimedTraining : public ::testing::Test {
 protected:
  TimedTraining() : dataset_(ring_dataset(48)), split_(thirds(48)), config_(small_config()) {
    config_.train.schedule = ScheduleKind::cosine;
    config_.train.min_lr = 0;
    config_.train.epochs = 1000;
  }

  std::unique_ptr<Training> training(double seconds) {
    return std::make_unique<Training>(dataset_, split_, config_,
                                      TrainContext(pool_, {}, local_reducer(), {}, {seconds, [this] { return now_; }}));
  }

  /// The learning rates of the epochs to come.
  std::vector<double> run(Training& training) {
    std::vector<double> rates;
    while (!training.done()) {
      now_ += step_seconds_;
      if (const auto report = training.advance()) rates.push_back(report->lr);
    }
    return rates;
  }

  double now_ = 1e6;
  double step_seconds_ = 1;
  ThreadPool pool_{1};
  Dataset dataset_;
  Split split_;
  RunConfig config_;
};

TEST_F(TimedTraining, EndsWithTheLastEpochThatFitsUnderEverySchedule) {
  for (const auto& [name, schedule] : EnumNames<ScheduleKind>::table) {
    SCOPED_TRACE(name);
    config_.train.schedule = schedule;
    const double before = now_;
    const auto timed = training(41);
    const std::vector<double> rates = run(*timed);
    EXPECT_EQ(rates.size(), 10U);  // of 4 s each
    EXPECT_LE(now_ - before, 41);
    EXPECT_EQ(timed->progress().stopped_because, "the time is over");
  }
}

TEST_F(TimedTraining, ReachesTheEndOfTheCosineAsTheTimeEnds) {
  const auto timed = training(41);
  const std::vector<double> rates = run(*timed);
  timed->checkpoint();  // which is where the rate's state is told
  EXPECT_EQ(timed->progress().rate.cosine_end, 1);
  EXPECT_LT(rates.back(), 0.02 * config_.train.lr);
  EXPECT_TRUE(std::is_sorted(rates.rbegin(), rates.rend()));
  EXPECT_EQ(timed->finish().last_lr, rates.back());
}

TEST_F(TimedTraining, IsNotStretchedWhereAllEpochsFit) {
  config_.train.epochs = 5;
  const std::vector<double> free = run(*training(std::numeric_limits<double>::infinity()));
  const auto timed = training(1000);
  EXPECT_EQ(run(*timed), free);
  EXPECT_EQ(timed->progress().stopped_because, "all epochs done");
}

TEST_F(TimedTraining, ThatIsTooLongForItsTimeEndsAfterItsFirstEpochWithAModel) {
  const auto timed = training(2);
  EXPECT_EQ(run(*timed).size(), 1U);
  const TrainOutcome outcome = timed->finish();
  EXPECT_EQ(outcome.best_epoch, 1);
  EXPECT_TRUE(outcome.test.contains("accuracy"));
}

TEST_F(TimedTraining, ThatBecomesSlowerIsLateByLessThanAnEpoch) {
  const double before = now_;
  const auto timed = training(100);
  for (double epochs = 0; !timed->done();) {
    step_seconds_ = 1 + 0.2 * epochs;
    now_ += step_seconds_;
    if (timed->advance()) ++epochs;
  }
  EXPECT_LE(now_ - before, 100 + 4 * step_seconds_);
  EXPECT_GT(timed->progress().epoch, 8);
}

TEST_F(TimedTraining, RepeatsWhatWasDecidedWhenItGoesOn) {
  const auto whole = training(41);
  const std::vector<double> expected = run(*whole);
  for (const int steps : {1, 5, 8, 14, 23}) {
    const auto first = training(41);
    std::vector<double> rates;
    for (int i = 0; i < steps; ++i) {
      now_ += 1;
      if (const auto report = first->advance()) rates.push_back(report->lr);
    }
    const Safetensors file = first->checkpoint();
    step_seconds_ = 3;  // another machine, which is slower
    const auto second = training(41 - steps);
    second->restore(file, "f");
    const std::vector<double> more = run(*second);
    step_seconds_ = 1;
    rates.insert(rates.end(), more.begin(), more.end());
    const auto decided = static_cast<std::size_t>(steps / 4 + 1);  // the epoch at work, too
    ASSERT_GE(rates.size(), decided);
    for (std::size_t e = 0; e < decided; ++e) EXPECT_EQ(rates[e], expected[e]) << steps << " steps, epoch " << e + 1;
    EXPECT_LT(rates.size(), expected.size());
  }
}

}  // namespace
}  // namespace gnnir

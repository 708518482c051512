#include "gnnir/train/trainer.h"

#include <cmath>
#include <optional>

#include "gnnir/base/clock.h"
#include "gnnir/base/error.h"
#include "gnnir/base/rng.h"
#include "gnnir/nn/single_thread.h"
#include "gnnir/train/schedule.h"
#include "gnnir/train/step.h"

namespace gnnir {
namespace {

/// The best epoch so far, by validation.
class BestEpoch {
 public:
  BestEpoch(MainMetric metric, ModelSelection select_by) : metric_(std::move(metric)), select_by_(select_by) {}

  /// Whether these scores beat all before them; then they are the ones to beat.
  bool update(const Scores& scores) {
    const double loss = value(scores, "loss", HUGE_VAL);
    const double sign = metric_.higher_is_better ? -1 : 1;
    const double cost = select_by_ == ModelSelection::loss ? 0 : sign * value(scores, metric_.name, sign * HUGE_VAL);
    const std::pair candidate{cost, loss};
    if (best_ && !(candidate < *best_)) return false;
    best_ = candidate;
    return true;
  }

 private:
  static double value(const Scores& scores, const std::string& name, double otherwise) {
    const auto found = scores.find(name);
    return found == scores.end() || std::isnan(found->second) ? otherwise : found->second;
  }

  MainMetric metric_;
  ModelSelection select_by_;
  std::optional<std::pair<double, double>> best_;
};

Scores train_epoch(Stepper& stepper, const TrainedModel& trained, const EncodedDataset& data, const Split& split,
                   std::int64_t epoch, double lr) {
  std::vector<std::int64_t> order = split.train;
  Rng(trained.config.train.seed, Purpose::shuffle, static_cast<std::uint64_t>(epoch)).shuffle(std::span(order));
  const auto batch_size = static_cast<std::size_t>(trained.config.train.batch_size);
  std::vector<float> outputs;
  for (std::size_t begin = 0; begin < order.size(); begin += batch_size) {
    const auto batch = std::span<const std::int64_t>(order).subspan(begin, std::min(batch_size, order.size() - begin));
    const std::vector<float> rows = stepper.step(batch, static_cast<std::uint64_t>(epoch), lr);
    outputs.insert(outputs.end(), rows.begin(), rows.end());
  }
  return score(trained, data, order, outputs);
}

void require_finite(const Scores& scores, const char* part, std::int64_t epoch) {
  const auto loss = scores.find("loss");
  if (loss == scores.end() || std::isfinite(loss->second)) return;
  throw data_error(
      "[train] epoch {}: the {} loss is {}; the best model so far is kept. Try a smaller --lr, --clip 1 or --norm "
      "graph",
      epoch, part, loss->second);
}

}  // namespace

Task resolve_task(const Dataset& dataset, TaskChoice choice) {
  if (choice == TaskChoice::classification) return Task::classification;
  if (choice == TaskChoice::regression) return Task::regression;
  if (dataset.has_classes()) return Task::classification;
  if (dataset.has_targets()) return Task::regression;
  throw data_error("[data] {} has neither class labels nor targets: there is nothing to learn", dataset.name);
}

TrainedModel untrained_model(const Dataset& dataset, const Split& split, const RunConfig& config) {
  if (split.train.empty()) throw data_error("[train] {}: no graphs to train on", dataset.name);
  const Task task = resolve_task(dataset, config.data.task);
  return TrainedModel::create(config,
                              FeatureEncoding::fit(dataset, split.train, config.data.features, config.data.max_degree),
                              TargetEncoding::fit(dataset, split.train, task, config.train.standardize_targets));
}

void check_trainable(const Dataset& dataset, const Split& split, const RunConfig& config) {
  const TrainedModel trained = untrained_model(dataset, split, config);
  EncodedDataset::from(dataset, trained);
}

TrainOutcome train_model(const Dataset& dataset, const Split& split, const RunConfig& config, ThreadPool& pool,
                         const EpochObserver& observer) {
  use_single_threaded_operations();
  const Stopwatch total;
  TrainOutcome outcome{.model = untrained_model(dataset, split, config)};
  TrainedModel& trained = outcome.model;
  outcome.parameters = count_parameters(*trained.model);
  outcome.stopped_because = "all epochs done";
  const EncodedDataset data = EncodedDataset::from(dataset, trained);

  Stepper stepper(trained, data, pool);
  LearningRate lr(config.train);
  BestEpoch best(main_metric(trained.targets.task), config.train.select_by);
  Weights best_weights = copy_weights(*trained.model);
  for (std::int64_t epoch = 1; epoch <= config.train.epochs; ++epoch) {
    const Stopwatch watch;
    EpochReport report{.epoch = epoch, .lr = lr.value()};
    report.train = train_epoch(stepper, trained, data, split, epoch, lr.value());
    require_finite(report.train, "training", epoch);
    report.seconds = watch.seconds();
    report.graphs_per_second = static_cast<double>(split.train.size()) / report.seconds;
    report.validation = score(trained, data, split.validation, predict(trained, data, split.validation, pool));
    require_finite(report.validation, "validation", epoch);
    // Without validation labels every epoch is as good as any other: the last one is taken.
    report.best = report.validation.empty() || best.update(report.validation);
    outcome.epochs = epoch;
    if (report.best) {
      outcome.best_epoch = epoch;
      best_weights = copy_weights(*trained.model);
    }
    if (observer) observer(report, trained);
    const auto loss = report.validation.find("loss");
    lr.end_epoch(epoch, loss == report.validation.end() ? report.train["loss"] : loss->second);
    if (lr.exhausted()) {
      outcome.stopped_because = "learning rate below the minimum";
      break;
    }
    if (config.train.early_stop > 0 && epoch - outcome.best_epoch >= config.train.early_stop) {
      outcome.stopped_because = "no better validation score";
      break;
    }
  }
  outcome.last_weights = copy_weights(*trained.model);
  restore_weights(*trained.model, best_weights);
  outcome.validation = score(trained, data, split.validation, predict(trained, data, split.validation, pool));
  outcome.test = score(trained, data, split.test, predict(trained, data, split.test, pool));
  for (const Split::Extra& extra : split.extra_tests) {
    outcome.extra_tests.emplace_back(extra.name,
                                     score(trained, data, extra.graphs, predict(trained, data, extra.graphs, pool)));
  }
  outcome.seconds = total.seconds();
  return outcome;
}

}  // namespace gnnir

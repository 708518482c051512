#include "gnnir/train/trainer.h"

#include <algorithm>
#include <cmath>

#include "gnnir/base/error.h"
#include "gnnir/base/stoppable.h"
#include "gnnir/data/fingerprint.h"
#include "gnnir/infer/predictor.h"
#include "gnnir/infer/run_network.h"
#include "gnnir/metrics/main_metric.h"
#include "gnnir/models/registry.h"
#include "gnnir/nn/errors_only.h"
#include "gnnir/record/extend_run.h"

namespace gnnir {
namespace {

double value_of(const Scores& scores, const std::string& name, double otherwise) {
  const auto found = scores.find(name);
  return found == scores.end() || std::isnan(found->second) ? otherwise : found->second;
}

/// What makes one epoch better than another: less of the first, then less of the second.
std::pair<double, double> cost_of(const Scores& scores, const Metric& metric, ModelSelection select_by) {
  const double sign = metric.higher_is_better ? -1 : 1;
  const double cost = select_by == ModelSelection::loss ? 0 : sign * value_of(scores, metric.name, sign * HUGE_VAL);
  return {cost, value_of(scores, "loss", HUGE_VAL)};
}

constexpr const char* all_epochs_done = "all epochs done";

/// Whether a checkpoint's training is this one, or one that did fewer epochs of it.
bool goes_on(const ModelHeader& earlier, const ModelHeader& now) {
  RunConfig config = earlier.config;
  if (could_go_on(config.train)) config.train.epochs = std::max(config.train.epochs, now.config.train.epochs);
  return to_toml(config) == to_toml(now.config) && earlier.features == now.features &&
         earlier.edge_features == now.edge_features && earlier.degrees == now.degrees &&
         earlier.targets.to_json() == now.targets.to_json();
}

TrainedModel copy_of(const TrainedModel& trained) {
  TrainedModel copy = TrainedModel::create(trained, trained.execution);
  restore_weights(*copy.model, tensors_of(*trained.model));
  return copy;
}

}  // namespace

Training::Training(const Dataset& dataset, const Split& split, const RunConfig& config, const TrainContext& context)
    : split_(split),
      context_(context),
      trained_(untrained_model(dataset, split, config, context.execution)),
      judged_(config.train.average > 0 ? copy_of(trained_) : trained_),
      metric_(*find_metric(main_metric(config.train.metric, trained_.targets).name)),
      data_(EncodedDataset::from(dataset, trained_)),
      stepper_(trained_, data_, context),
      rate_(config.train),
      best_weights_(copy_weights(*trained_.model)),
      schedule_(split.train, config.train.batch_size, config.train.seed),
      time_(context.time) {
  require_fit(config.model, dataset);
  if (config.train.epochs < 1) progress_.stopped_because = all_epochs_done;
  rate_.start_epoch(progress_.epoch, config.train.epochs);
  start_epoch();
}

std::optional<EpochReport> Training::advance() {
  const double before = time_.seconds();
  std::optional<EpochReport> report;
  if (progress_.batch < schedule_.num_batches()) {
    take_step();
    progress_.epoch_seconds += time_.seconds() - before;
  } else {
    report = end_epoch();
  }
  return report;
}

void Training::start_epoch() { order_ = schedule_.order_of(progress_.epoch); }

void Training::take_step() {
  const auto batch = schedule_.batch_of(order_, progress_.batch);
  const std::vector<float> rows = stepper_.step(batch, {progress_.epoch, progress_.batch + 1}, rate_.at(place()));
  outputs_.insert(outputs_.end(), rows.begin(), rows.end());
  ++progress_.batch;
  follow_step();
}

/// The first steps count for more, so that the average soon forgets the weights that were drawn.
void Training::follow_step() {
  if (!averages()) return;
  const double average = trained_.config.train.average;
  const auto steps = static_cast<double>((progress_.epoch - 1) * schedule_.num_batches() + progress_.batch);
  update_average(*judged_.model, *trained_.model, std::min(average, (1 + steps) / (10 + steps)));
}

NetworkResults Training::ask(const TrainedModel& model, const std::vector<std::int64_t>& graphs) {
  model.model->eval();
  return run_network(*model.network(), data_, graphs, model.config.train.batch_size, context_.pool, context_.stop);
}

Scores Training::validate(TrainedModel& model, Reasons* reasons) {
  const std::vector<std::int64_t>& graphs = split_.validation;
  const std::vector<float> outputs = ask(model, graphs).outputs;
  Scores scores = score(model, data_, graphs, outputs, reasons);
  if (!std::isfinite(value_of(scores, "loss", scores.contains("loss") ? NAN : 0))) {
    throw bad_numbers_error({progress_.epoch}, find_bad_outputs(model, data_, graphs, outputs, 0));
  }
  return scores;
}

EpochReport Training::end_epoch() {
  const TrainOptions& options = trained_.config.train;
  const std::int64_t batches = schedule_.num_batches();
  EpochReport report{.epoch = progress_.epoch, .lr = rate_.at({progress_.epoch, batches - 1, batches})};
  report.seconds = progress_.epoch_seconds;
  report.graphs_per_second = static_cast<double>(split_.train.size()) / report.seconds;
  report.train = score(trained_, data_, order_, outputs_, &report.train_lacks);
  const double before = time_.seconds();
  report.validation = validate(judged_, &report.validation_lacks);
  const double validation_seconds = time_.seconds() - before;
  // The average runs behind: what Adam does goes by the weights that Adam moves, as it would without an average.
  double loss = value_of(report.validation, "loss", report.train["loss"]);
  if (averages() && options.schedule == ScheduleKind::plateau && report.validation.contains("loss")) {
    loss = validate(trained_).at("loss");
    report.validation["moving_loss"] = loss;
  }
  // From here on nothing can stop it: a training that was told to leave is between two steps, or before this.
  note_best(report);
  note_time(validation_seconds);
  progress_.last_lr = report.lr;
  rate_.end_epoch(progress_.epoch, loss);
  progress_.stopped_because = reason_to_end();
  go_to_next_epoch();
  return report;
}

void Training::note_best(EpochReport& report) {
  const std::pair<double, double> cost = cost_of(report.validation, metric_, trained_.config.train.select_by);
  // Without validation labels every epoch is as good as any other: the last one is taken.
  report.best = report.validation.empty() || !progress_.best || cost < *progress_.best;
  if (!report.best) return;
  progress_.best.emplace(cost);
  progress_.best_epoch = progress_.epoch;
  best_weights_ = copy_weights(*judged_.model);
}

void Training::note_time(double validation_seconds) {
  const double epoch_seconds = earlier_in_epoch_ + time_.seconds() - epoch_began_;
  time_.note_epoch(epoch_seconds);
  const bool validates = !split_.validation.empty();
  const std::size_t graphs = validates ? split_.validation.size() : split_.train.size();
  std::size_t asked_at_the_end = split_.validation.size() + split_.test.size();
  for (const Split::Extra& extra : split_.extra_tests) asked_at_the_end += extra.graphs.size();
  time_.reserve((validates ? validation_seconds : epoch_seconds) / static_cast<double>(graphs) *
                static_cast<double>(asked_at_the_end));
}

std::string Training::reason_to_end() const {
  const TrainOptions& options = trained_.config.train;
  if (rate_.exhausted()) return "learning rate below the minimum";
  if (options.early_stop > 0 && progress_.epoch - progress_.best_epoch >= options.early_stop) {
    return "no better validation score";
  }
  if (progress_.epoch >= options.epochs) return all_epochs_done;
  if (time_.limited() && (rate_.at_its_end() || !time_.fits_another())) return "the time is over";
  return "";
}

void Training::go_to_next_epoch() {
  ++progress_.epoch;
  progress_.batch = 0;
  progress_.epoch_seconds = 0;
  progress_.epoch_estimate = time_.estimate();
  earlier_in_epoch_ = 0;
  epoch_began_ = time_.seconds();
  outputs_.clear();
  const std::int64_t epochs_left = trained_.config.train.epochs - progress_.epoch + 1;
  if (!done()) rate_.start_epoch(progress_.epoch, time_.epochs_left(epochs_left));
  start_epoch();
}

TrainedModel Training::best_model() const {
  TrainedModel best = TrainedModel::create(trained_, trained_.execution);
  restore_weights(*best.model, best_weights_);
  return best;
}

Weights Training::optimizer_tensors() {
  Weights tensors;
  const auto moments = stepper_.optimizer().moments();
  const Weights parameters = learning_parameters(*trained_.model);
  for (std::size_t p = 0; p < moments.size(); ++p) {
    tensors.emplace_back("mean." + parameters[p].first, moments[p].mean);
    tensors.emplace_back("square." + parameters[p].first, moments[p].square);
  }
  return tensors;
}

Safetensors Training::checkpoint() {
  progress_.seconds = earlier_seconds_ + time_.seconds();
  progress_.rate = rate_.state();
  progress_.optimizer_steps.clear();
  for (const Adam::Moments& moments : stepper_.optimizer().moments()) {
    progress_.optimizer_steps.push_back(moments.steps);
  }
  Safetensors file;
  write_model_header(trained_, ModelFileKind::checkpoint, file);
  file.metadata["progress"] = to_text(progress_.to_json());
  store_tensors(tensors_of(*trained_.model), "model.", file);
  if (averages()) store_tensors(tensors_of(*judged_.model), "average.", file);
  store_tensors(best_weights_, "best.", file);
  store_tensors(optimizer_tensors(), "optimizer.", file);
  store_tensors({{"outputs", at::tensor(outputs_, at::kFloat)}}, "epoch.", file);
  return file;
}

void Training::restore(const Safetensors& file, const std::string& where) {
  const ModelHeader header = read_model_header(file, ModelFileKind::checkpoint, where);
  if (!goes_on(header, trained_)) {
    throw data_error("{}: a checkpoint of another training: its configuration or its data differ", where);
  }
  const Progress progress = Progress::from_json(parse_json(metadata_entry(file, "progress", where), where), where);
  const std::span<Adam::Moments> moments = stepper_.optimizer().moments();
  const std::int64_t epochs = trained_.config.train.epochs;
  const bool too_far = progress.epoch > epochs + 1 || progress.best_epoch >= progress.epoch ||
                       progress.rate.bad_epochs > progress.epoch || progress.rate.lr > trained_.config.train.lr;
  if (too_far || progress.batch > schedule_.num_batches() || progress.optimizer_steps.size() != moments.size()) {
    throw data_error("{}: its progress does not fit the training", where);
  }
  const auto graphs =
      std::min(static_cast<std::size_t>(progress.batch * trained_.config.train.batch_size), split_.train.size());
  const at::Tensor outputs = at::empty({static_cast<std::int64_t>(graphs) * trained_.targets.outputs()}, at::kFloat);
  load_tensors(tensors_of(*trained_.model), "model.", file, where);
  if (averages()) load_tensors(tensors_of(*judged_.model), "average.", file, where);
  load_tensors(best_weights_, "best.", file, where);
  load_tensors(optimizer_tensors(), "optimizer.", file, where);
  load_tensors({{"outputs", outputs}}, "epoch.", file, where);
  for (std::size_t p = 0; p < moments.size(); ++p) moments[p].steps = progress.optimizer_steps[p];
  outputs_.assign(outputs.data_ptr<float>(), outputs.data_ptr<float>() + outputs.numel());
  rate_ = LearningRate(trained_.config.train, progress.rate);
  earlier_seconds_ = progress.seconds;
  earlier_in_epoch_ = progress.epoch_seconds;
  epoch_began_ = time_.seconds();
  time_.set_estimate(progress.epoch_estimate);
  progress_ = progress;
  if (progress_.stopped_because == all_epochs_done && progress_.epoch <= epochs) {
    progress_.stopped_because.clear();
    rate_.start_epoch(progress_.epoch, time_.epochs_left(epochs - progress_.epoch + 1));
  }
  start_epoch();
}

TrainOutcome Training::finish() {
  TrainOutcome outcome;
  outcome.last_weights = copy_weights(*judged_.model);
  restore_weights(*judged_.model, best_weights_);
  outcome.best_epoch = progress_.best_epoch;
  outcome.epochs = progress_.epoch - 1;
  outcome.parameters = count_parameters(*trained_.model);
  outcome.last_lr = progress_.last_lr;
  outcome.stopped_because = progress_.stopped_because;
  HeldOut held_out{fingerprint(*data_.dataset),
                   std::ssize(split_.train) + std::ssize(split_.validation) + std::ssize(split_.test)};
  // A graph that only a test shows may be odd enough for scores that are not finite: that is its outcome.
  const auto scores = [&](const std::string& part, const std::vector<std::int64_t>& graphs,
                          HeldOutPart* part_held_out = nullptr, Predictions* predictions = nullptr) {
    const NetworkResults results = ask(judged_, graphs);
    outcome.cut_cells += unwanted_cuts(trained_.config.model.ir, results);
    if (part_held_out != nullptr) *part_held_out = {graphs, results.outputs, own_labels(judged_, data_, graphs)};
    if (predictions != nullptr) *predictions = predictions_of(judged_, data_, graphs, results);
    return score(judged_, data_, graphs, results.outputs, &outcome.lacks[part]);
  };
  try {
    outcome.validation = scores("validation", split_.validation, &held_out.validation);
    outcome.test = scores("test", split_.test, &held_out.test, &outcome.test_predictions);
    for (const Split::Extra& extra : split_.extra_tests) {
      outcome.extra_tests.emplace_back(extra.name, scores(extra.name, extra.graphs));
    }
  } catch (const Stopped&) {
    restore_weights(*judged_.model, outcome.last_weights);  // as a checkpoint has them
    throw;
  }
  outcome.model = judged_;
  outcome.model.held_out = std::make_shared<const HeldOut>(std::move(held_out));
  outcome.seconds = earlier_seconds_ + time_.seconds();
  return outcome;
}

TrainOutcome train_model(const Dataset& dataset, const Split& split, const RunConfig& config,
                         const TrainContext& context, const EpochObserver& observer) {
  return errors_only([&] {
    Training training(dataset, split, config, context);
    while (!training.done()) {
      const std::optional<EpochReport> report = training.advance();
      if (report && observer) observer(*report, training.model());
    }
    return training.finish();
  });
}

}  // namespace gnnir

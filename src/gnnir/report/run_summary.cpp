#include "gnnir/report/run_summary.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <optional>

#include "gnnir/metrics/metrics.h"
#include "gnnir/record/run_record.h"
#include "gnnir/record/started_run.h"
#include "gnnir/settings/config_difference.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

/// What one training has come to.
struct TrainingSummary {
  bool done = false;
  std::int64_t epochs = 0;
  std::int64_t best_epoch = 0;
  double seconds = 0;
  std::optional<std::int64_t> parameters;
  std::vector<double> epoch_seconds;
  std::map<std::string, Scores> scores;  // by part
};

TrainingSummary summarize_training(const TrainingRecord& record) {
  TrainingSummary summary;
  summary.epoch_seconds = record.read_epoch_seconds();
  for (const double seconds : summary.epoch_seconds) summary.seconds += seconds;
  std::optional<EpochReport> best;
  for (const EpochReport& epoch : record.read_epochs()) {
    summary.epochs = epoch.epoch;
    if (epoch.best) best = epoch;
  }
  if (best) {
    summary.best_epoch = best->epoch;
    if (!best->train.empty()) summary.scores["train"] = best->train;
    if (!best->validation.empty()) summary.scores["validation"] = best->validation;
  }
  const std::optional<TrainResult> outcome = record.read_outcome();
  if (!outcome) return summary;
  summary.done = true;
  summary.epochs = outcome->epochs;
  summary.best_epoch = outcome->best_epoch;
  summary.seconds = outcome->seconds;
  summary.parameters = outcome->parameters;
  summary.scores["validation"] = outcome->validation;
  summary.scores["test"] = outcome->test;
  for (const auto& [part, scores] : outcome->extra_tests) summary.scores[part] = scores;
  return summary;
}

/// {part: {score: [a value per training, null where it has none]}}, without those of single targets
Json scores_of(const std::vector<TrainingSummary>& trainings) {
  Json scores = Json::object();
  for (std::size_t t = 0; t < trainings.size(); ++t) {
    for (const auto& [part, by_name] : trainings[t].scores) {
      for (const auto& [name, value] : by_name) {
        if (is_of_one(name)) continue;  // of one target or class
        Json& values = scores[part][name];
        if (values.is_null()) values = std::vector<Json>(trainings.size());
        if (std::isfinite(value)) values[t] = value;
      }
    }
  }
  return scores;
}

std::string progress_of(const std::vector<TrainingSummary>& trainings, std::int64_t epochs) {
  if (trainings.size() == 1) return fmt::format("epoch {} of {}", trainings.front().epochs, epochs);
  std::size_t done = 0;
  for (const TrainingSummary& training : trainings) done += training.done ? 1 : 0;
  return fmt::format("{} of {} folds", done, trainings.size());
}

/// Old runs do not say all of it.
void add_if_known(Json& json, const char* key, const std::string& text) {
  if (!text.empty()) json[key] = text;
}
void add_if_known(Json& json, const char* key, std::int64_t count) {
  if (count > 0) json[key] = count;
}

Json machine_of(const RunEnvironment& environment) {
  Json machine = Json::object();
  add_if_known(machine, "processor", environment.processor);
  add_if_known(machine, "cores", environment.cores);
  add_if_known(machine, "threads", environment.threads);
  add_if_known(machine, "compiler", environment.compiler);
  add_if_known(machine, "libtorch", environment.libtorch);
  return machine;
}

}  // namespace

Json summarize_run(const fs::path& folder) {
  const StartedRun run = read_run_folder(folder);
  const RunRecord record(folder);
  std::vector<TrainingSummary> trainings;
  for (const TrainingRecord& training : record.trainings()) trainings.push_back(summarize_training(training));

  const bool done = record.has_result();
  Json summary = {{"seed", run.config.train.seed}, {"status", done ? "done" : "partial"}};
  if (!done) summary["progress"] = progress_of(trainings, run.config.train.epochs);
  summary["settings"] = settings_checksum(run.config);
  Json epochs = Json::array();
  Json best_epochs = Json::array();
  std::vector<double> epoch_seconds;
  double seconds = 0;
  std::optional<std::int64_t> parameters;
  for (const TrainingSummary& training : trainings) {
    epochs.push_back(training.epochs);
    best_epochs.push_back(training.best_epoch);
    epoch_seconds.insert(epoch_seconds.end(), training.epoch_seconds.begin(), training.epoch_seconds.end());
    seconds += training.seconds;
    if (training.parameters) parameters = training.parameters;
  }
  summary["epochs"] = epochs;
  summary["best_epochs"] = best_epochs;
  summary["seconds"] = seconds;
  if (!epoch_seconds.empty()) summary["seconds_per_epoch"] = summarize(epoch_seconds).median;
  if (parameters) summary["parameters"] = *parameters;
  summary["scores"] = scores_of(trainings);
  add_if_known(summary, "gnnir", run.environment.version);
  add_if_known(summary, "commit", run.environment.commit);
  add_if_known(summary, "started", run.environment.started);
  summary["machine"] = machine_of(run.environment);
  return summary;
}

}  // namespace gnnir

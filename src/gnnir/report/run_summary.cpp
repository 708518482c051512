#include "gnnir/report/run_summary.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <optional>

#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/base/text.h"
#include "gnnir/train/config_difference.h"
#include "gnnir/train/metrics.h"
#include "gnnir/train/progress.h"
#include "gnnir/train/started_run.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

using CsvRow = std::map<std::string, double>;

/// The rows of a CSV file of numbers. One that a kill has cut is left out: it is going to be written again.
std::vector<CsvRow> read_rows(const fs::path& path) {
  if (!fs::exists(path)) return {};
  const std::string text = read_file(path);
  std::vector<std::string_view> names;
  std::vector<CsvRow> rows;
  const std::string_view complete = std::string_view(text).substr(0, text.rfind('\n') + 1);
  for (const std::string_view line : split_text(complete, '\n')) {
    const std::vector<std::string_view> fields = split_text(line, ',');
    if (names.empty()) {
      names = fields;
      continue;
    }
    if (fields.size() != names.size()) continue;
    CsvRow row;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (const auto number = parse_number(fields[i])) row[std::string(names[i])] = *number;
    }
    if (row.count("epoch") > 0) rows.push_back(std::move(row));
  }
  return rows;
}

/// The folders of a run's trainings: its folds, or itself.
std::vector<fs::path> trainings_of(const fs::path& folder) {
  std::vector<fs::path> folders;
  for (int fold = 1; fs::is_directory(folder / fmt::format("fold_{}", fold)); ++fold) {
    folders.push_back(folder / fmt::format("fold_{}", fold));
  }
  if (folders.empty()) folders.push_back(folder);
  return folders;
}

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

TrainingSummary summarize_training(const fs::path& folder) {
  TrainingSummary summary;
  for (const CsvRow& row : read_rows(folder / "timings.csv")) {
    const auto seconds = row.find("seconds");
    if (seconds == row.end()) continue;
    summary.epoch_seconds.push_back(seconds->second);
    summary.seconds += seconds->second;
  }
  const std::vector<CsvRow> metrics = read_rows(folder / "metrics.csv");
  CsvRow best;
  for (const CsvRow& row : metrics) {
    summary.epochs = static_cast<std::int64_t>(row.at("epoch"));
    const auto is_best = row.find("best");
    if (is_best != row.end() && is_best->second == 1) best = row;
  }
  for (const auto& [column, value] : best) {
    for (const std::string part : {"train", "validation"}) {
      if (column.starts_with(part + "_")) summary.scores[part][column.substr(part.size() + 1)] = value;
    }
  }
  if (!best.empty()) summary.best_epoch = static_cast<std::int64_t>(best.at("epoch"));
  const fs::path outcome_file = folder / "outcome.json";
  if (!fs::exists(outcome_file)) return summary;

  const std::string where = "[run] " + outcome_file.string();
  const TrainResult outcome = TrainResult::from_json(parse_json(read_file(outcome_file), where), where);
  summary.done = true;
  summary.epochs = outcome.epochs;
  summary.best_epoch = outcome.best_epoch;
  summary.seconds = outcome.seconds;
  summary.parameters = outcome.parameters;
  summary.scores["validation"] = outcome.validation;
  summary.scores["test"] = outcome.test;
  for (const auto& [part, scores] : outcome.extra_tests) summary.scores[part] = scores;
  return summary;
}

/// {part: {score: [a value per training, null where it has none]}}
Json scores_of(const std::vector<TrainingSummary>& trainings) {
  Json scores = Json::object();
  for (std::size_t t = 0; t < trainings.size(); ++t) {
    for (const auto& [part, by_name] : trainings[t].scores) {
      for (const auto& [name, value] : by_name) {
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

Json machine_of(const Json& environment) {
  Json machine = Json::object();
  for (const char* key : {"processor", "cores", "threads", "compiler", "libtorch"}) {
    if (environment.contains(key)) machine[key] = environment.at(key);
  }
  return machine;
}

}  // namespace

bool is_run(const fs::path& folder) { return fs::exists(folder / "config.toml") && fs::exists(folder / "env.json"); }
bool is_done(const fs::path& folder) { return is_run(folder) && fs::exists(folder / "result.json"); }

Json summarize_run(const fs::path& folder) {
  const StartedRun run = read_run_folder(folder);
  std::vector<TrainingSummary> trainings;
  for (const fs::path& training : trainings_of(folder)) trainings.push_back(summarize_training(training));

  Json summary = {{"seed", run.config.train.seed}, {"status", is_done(folder) ? "done" : "partial"}};
  if (!is_done(folder)) summary["progress"] = progress_of(trainings, run.config.train.epochs);
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
  const fs::path environment_file = folder / "env.json";
  const Json environment = parse_json(read_file(environment_file), "[run] " + environment_file.string());
  for (const char* key : {"gnnir", "commit", "started"}) {
    if (environment.contains(key)) summary[key] = environment.at(key);
  }
  summary["machine"] = machine_of(environment);
  return summary;
}

}  // namespace gnnir

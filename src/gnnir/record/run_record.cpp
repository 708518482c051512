#include "gnnir/record/run_record.h"

#include <fmt/format.h>

#include "gnnir/base/files.h"
#include "gnnir/base/json.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

// The one place where the files of a run have their names.
constexpr const char* config_file = "config.toml";
constexpr const char* environment_file = "env.json";
constexpr const char* splits_file = "splits.json";
constexpr const char* log_file = "log.txt";
constexpr const char* time_file = "time.json";
constexpr const char* result_file = "result.json";
constexpr const char* baseline_folder = "baseline";
constexpr const char* metrics_file = "metrics.csv";
constexpr const char* timings_file = "timings.csv";
constexpr const char* best_file = "best.safetensors";
constexpr const char* last_file = "last.safetensors";
constexpr const char* checkpoint_file = "checkpoint.safetensors";
constexpr const char* outcome_file = "outcome.json";
constexpr const char* initial_file = "initial.safetensors";
constexpr const char* test_predictions_file = "test_predictions.csv";
constexpr const char* report_file = "report.html";

std::string name_in_messages(const fs::path& path) { return "[run] " + path.string(); }

Json read_json(const fs::path& path) { return parse_json(read_file(path), name_in_messages(path)); }

void write_json(const fs::path& path, const Json& content) { write_file_atomically(path, to_text(content, 2) + "\n"); }

/// One line: these files are long.
void write_splits_to(const fs::path& path, std::span<const Split> splits) {
  write_file_atomically(path, to_text(splits_to_json(splits)) + "\n");
}

}  // namespace

fs::path TrainingRecord::metrics() const { return folder_ / metrics_file; }
fs::path TrainingRecord::timings() const { return folder_ / timings_file; }
fs::path TrainingRecord::best_model() const { return folder_ / best_file; }
fs::path TrainingRecord::last_model() const { return folder_ / last_file; }
fs::path TrainingRecord::checkpoint() const { return folder_ / checkpoint_file; }
fs::path TrainingRecord::outcome() const { return folder_ / outcome_file; }
fs::path TrainingRecord::splits() const { return folder_ / splits_file; }
fs::path TrainingRecord::test_predictions() const { return folder_ / test_predictions_file; }

bool TrainingRecord::has_model() const {
  return fs::exists(best_model()) || fs::exists(previous_generation(best_model()));
}

std::optional<TrainResult> TrainingRecord::read_outcome() const {
  if (!fs::exists(outcome())) return std::nullopt;
  return TrainResult::from_json(read_json(outcome()), name_in_messages(outcome()));
}

void TrainingRecord::write_outcome(const TrainResult& result) const { write_json(outcome(), result.to_json()); }

void TrainingRecord::remove_outcome() const { fs::remove(outcome()); }

bool TrainingRecord::has_split() const { return fs::exists(splits()); }

Split TrainingRecord::read_split(std::int64_t num_graphs) const { return read_fold_json(splits(), num_graphs).front(); }

void TrainingRecord::write_split(const Split& split) const { write_splits_to(splits(), std::span(&split, 1)); }

std::vector<EpochReport> TrainingRecord::read_epochs() const {
  return fs::exists(metrics()) ? parse_metrics(read_file(metrics())) : std::vector<EpochReport>();
}

std::vector<double> TrainingRecord::read_epoch_seconds() const {
  return fs::exists(timings()) ? parse_epoch_seconds(read_file(timings())) : std::vector<double>();
}

std::string RunRecord::fold_name(std::size_t fold) { return fmt::format("fold_{}", fold); }

fs::path RunRecord::config() const { return folder_ / config_file; }
bool RunRecord::begun() const { return fs::exists(config()) && has_environment(); }
bool RunRecord::has_environment() const { return fs::exists(folder_ / environment_file); }
bool RunRecord::has_result() const { return fs::exists(folder_ / result_file); }

RunConfig RunRecord::read_config() const { return read_stored_config(read_file(config()), config().string()); }

void RunRecord::write_config(const RunConfig& config) const { write_file_atomically(this->config(), to_toml(config)); }

RunEnvironment RunRecord::read_environment() const {
  const fs::path path = folder_ / environment_file;
  const Json json = read_json(path);
  RunEnvironment environment = RunEnvironment::from_json(json, name_in_messages(path));
  // Runs from before the engine was written here have it among their settings.
  if (!json.contains("engine") && fs::exists(config())) environment.engine = stored_engine(read_file(config()));
  return environment;
}

void RunRecord::write_environment(const RunEnvironment& environment) const {
  write_json(folder_ / environment_file, environment.to_json());
}

fs::path RunRecord::splits() const { return folder_ / splits_file; }

std::vector<Split> RunRecord::read_splits(std::int64_t num_graphs) const {
  return read_fold_json(splits(), num_graphs);
}

void RunRecord::write_splits(std::span<const Split> splits) const { write_splits_to(folder_ / splits_file, splits); }

RunResult RunRecord::read_result() const {
  const fs::path path = folder_ / result_file;
  return RunResult::from_json(read_json(path), name_in_messages(path));
}

void RunRecord::write_result(const RunResult& result) const { write_json(folder_ / result_file, result.to_json()); }

void RunRecord::remove_result() const { fs::remove(folder_ / result_file); }

TimeUsed RunRecord::read_time_used() const {
  const fs::path path = folder_ / time_file;
  return fs::exists(path) ? TimeUsed::from_json(read_json(path), name_in_messages(path)) : TimeUsed();
}

void RunRecord::write_time_used(const TimeUsed& used) const { write_json(folder_ / time_file, used.to_json()); }

fs::path RunRecord::initial_model() const { return folder_ / initial_file; }
fs::path RunRecord::log() const { return folder_ / log_file; }
fs::path RunRecord::report() const { return folder_ / report_file; }
fs::path RunRecord::test_predictions() const { return folder_ / test_predictions_file; }

TrainingRecord RunRecord::training(const std::string& name) const {
  return TrainingRecord(name.empty() ? folder_ : folder_ / name);
}

std::vector<TrainingRecord> RunRecord::trainings() const {
  std::vector<TrainingRecord> all;
  for (std::size_t fold = 1; fs::is_directory(folder_ / fold_name(fold)); ++fold) {
    all.push_back(training(fold_name(fold)));
  }
  if (all.empty()) all.push_back(training(""));
  return all;
}

RunRecord RunRecord::baseline() const { return RunRecord(folder_ / baseline_folder); }

}  // namespace gnnir

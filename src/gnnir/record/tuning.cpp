#include "gnnir/record/tuning.h"

#include <cmath>

#include "gnnir/base/enum_names.h"
#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/base/json.h"
#include "gnnir/record/run_record.h"
#include "gnnir/record/search_trial.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

constexpr std::int64_t format_of_file = 1;

const Json& entry(const Json& json, const char* key, const std::string& where) {
  if (!json.is_object() || !json.contains(key)) throw data_error("{}: '{}' is missing", where, key);
  return json[key];
}

std::string text_in(const Json& json, const char* key, const std::string& where) {
  const Json& found = entry(json, key, where);
  if (!found.is_string()) throw data_error("{}: '{}' is no text", where, key);
  return found.get<std::string>();
}

SearchSpace stored_space(const std::string& toml, const std::string& where) {
  try {
    return parse_search_space(toml, where);
  } catch (const Error& error) {
    throw data_error("{}", error.what());
  }
}

}  // namespace

fs::path TuningRecord::asked() const { return folder_ / "tune.json"; }
fs::path TuningRecord::journal() const { return folder_ / "journal.jsonl"; }
fs::path TuningRecord::trial(std::int64_t number) const { return folder_ / "trials" / trial_name(number); }
fs::path TuningRecord::best() const { return folder_ / "best"; }
fs::path TuningRecord::best_settings() const { return folder_ / "best.toml"; }
fs::path TuningRecord::table() const { return folder_ / "trials.csv"; }
fs::path TuningRecord::timings() const { return folder_ / "timings.csv"; }
fs::path TuningRecord::picture() const { return folder_ / "importance.svg"; }
fs::path TuningRecord::result() const { return folder_ / "result.json"; }
TuningRecord TuningRecord::fold(std::size_t number) const {
  return TuningRecord(folder_ / RunRecord::fold_name(number));
}

void TuningRecord::write_asked(const Tuning& tuning, const std::string& data) const {
  const Experiment& experiment = tuning.experiment;
  Json json = {{"format", format_of_file},
               {"command", experiment.command},
               {"cross_validate", experiment.cross_validate},
               {"engine", name_of(experiment.engine)}};
  if (tuning.trials) json["trials"] = *tuning.trials;
  if (std::isfinite(experiment.time.seconds)) json["time_limit"] = experiment.time.seconds;
  json["data"] = data;
  if (tuning.space) json["space"] = to_toml(*tuning.space);
  json["config"] = to_toml(experiment.config);
  write_file_atomically(asked(), to_text(json, 2) + "\n");
}

StartedTuning read_tuning(const fs::path& folder) {
  const TuningRecord record(folder);
  if (!fs::exists(record.asked())) {
    throw setting_error("run.resume", "{} is not the folder of a search over settings: it has no tune.json",
                        folder.string());
  }
  const std::string where = "[tune] " + record.asked().string();
  const Json json = parse_json(read_file(record.asked()), where);
  if (whole_number(entry(json, "format", where)) != format_of_file) {
    throw data_error("{}: expected format {}, found {}", where, format_of_file, to_text(json["format"]));
  }
  StartedTuning started;
  started.data = text_in(json, "data", where);
  Experiment& experiment = started.tuning.experiment;
  experiment.config = read_stored_config(text_in(json, "config", where), where);
  const Json& folds = entry(json, "cross_validate", where);
  if (!folds.is_boolean()) throw data_error("{}: 'cross_validate' is neither true nor false", where);
  experiment.cross_validate = folds.get<bool>();
  try {
    experiment.engine = parse_enum<Engine>(text_in(json, "engine", where), where);
  } catch (const Error& error) {
    throw data_error("{}", error.what());
  }
  if (json.contains("time_limit")) {
    if (!json["time_limit"].is_number()) throw data_error("{}: 'time_limit' is no number", where);
    experiment.time.seconds = json["time_limit"].get<double>();
  }
  if (json.contains("trials")) {
    started.tuning.trials = whole_number(json["trials"]);
    if (!started.tuning.trials) throw data_error("{}: 'trials' is no whole number", where);
  }
  experiment.command = text_in(json, "command", where);
  started.tuning.space = stored_space(text_in(json, "space", where), where);
  experiment.folder = folder;
  experiment.resume = true;
  return started;
}

}  // namespace gnnir

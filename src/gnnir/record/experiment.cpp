#include "gnnir/record/experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>

#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/data/open.h"
#include "gnnir/record/run_record.h"
#include "gnnir/record/started_run.h"

namespace gnnir {
namespace fs = std::filesystem;

static constexpr double share_of_baseline = 0.25;

Experiment resumed_experiment(const fs::path& folder) {
  const StartedRun run = read_run_folder(folder);
  Experiment experiment;
  experiment.config = run.config;
  experiment.cross_validate = run.environment.verb == "cv";
  experiment.baseline = run.environment.baseline;
  experiment.engine = run.environment.engine;
  experiment.match_parameters = run.environment.match_parameters;
  experiment.time.seconds = run.environment.time_limit;
  if (experiment.baseline) experiment.time.seconds /= 1 - share_of_baseline;
  experiment.folder = folder;
  experiment.resume = true;
  if (!run.config.train.init.empty()) experiment.config.train.init = RunRecord(folder).initial_model().string();
  return experiment;
}

/// As refuse_used_folder does, and names the setting.
static void refuse_folder_in_use(const fs::path& folder) {
  try {
    refuse_used_folder(folder);
  } catch (const Error& error) {
    throw Error(error.kind(), error.what(), "run.folder");
  }
}

void require_runnable(const Experiment& experiment) {
  if (experiment.resume) return;
  if (experiment.baseline && experiment.config.model.ir.layers == 0) {
    throw setting_error("run.baseline", "with model.ir_layers=0 the model is the baseline");
  }
  if (experiment.match_parameters && !experiment.baseline) {
    throw setting_error("run.match_parameters", "has no effect here: no plain GNN is trained beside the model");
  }
  if (!experiment.folder.empty()) refuse_folder_in_use(experiment.folder);
}

Dataset open_data(const Experiment& experiment) {
  const DataOptions& data = experiment.config.data;
  try {
    return open_dataset(experiment.data.empty() ? data.dataset : experiment.data,
                        experiment.data_dir.value_or(data.data_dir), data.read_options());
  } catch (const Error& error) {
    const std::string begin = "data.keep: ";
    const std::string words = error.what();
    if (error.setting() != "data.keep" || !words.starts_with(begin)) throw;
    // A run keeps what it is split by and what graphs count for; the message names the column that is missing.
    const std::string quoted = fmt::format("'{}'", data.weight_column);
    const bool weights = !data.weight_column.empty() && words.find(quoted) != std::string::npos;
    throw setting_error(weights ? "data.weight_column" : "data.split_column", "{}", words.substr(begin.size()));
  }
}

SettledExperiment settled(Experiment experiment, const Dataset& dataset) {
  if (!experiment.said) return {std::move(experiment), ""};
  const double seconds = shared_time(experiment.time.seconds, experiment.baseline).own;
  ChosenConfig chosen = choose_config(*experiment.said, dataset,
                                      {.seconds = std::isfinite(seconds) ? seconds : 0,
                                       .bytes = experiment.max_memory,
                                       .cross_validate = experiment.cross_validate});
  experiment.config = std::move(chosen.config);
  if (experiment.baseline && experiment.config.model.ir.layers == 0 && !experiment.said->last("model.ir_layers")) {
    experiment.baseline = experiment.match_parameters = false;  // it is its own
  }
  experiment.said.reset();
  return {std::move(experiment), std::move(chosen.words)};
}

RunConfig baseline_of(RunConfig config) {
  config.model.ir.layers = 0;
  config.train.init.clear();  // another network
  config.train.freeze = Freeze::none;
  const std::vector<std::string>& reads = model_entry(config.model.architecture).reads;
  const bool has_its_own_network = !reads.empty() && std::find(reads.begin(), reads.end(), "conv") == reads.end();
  if (!has_its_own_network) {
    config.model.architecture = ModelOptions().architecture;
    config.model.own.clear();
  }
  return config;
}

SharedTime shared_time(double seconds, bool baseline) {
  if (!baseline) return {seconds, 0};
  return {(1 - share_of_baseline) * seconds, share_of_baseline * seconds};
}

fs::path default_run_folder(const Experiment& experiment) {
  const RunConfig& config = experiment.config;
  fs::path source(config.data.dataset);
  if (source.filename().empty()) source = source.parent_path();
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  localtime_r(&now, &parts);
  std::vector<std::string> words = {source.stem().string()};
  if (!experiment.said) {
    words.push_back(fmt::format("L{}", config.model.ir.layers));
    if (why_unread(config, "model.width").empty()) words.push_back("k" + width_name(config.model.ir.width));
  }
  const std::string stem =
      fmt::format("runs/{}-{:04}{:02}{:02}-{:02}{:02}{:02}", fmt::join(words, "-"), parts.tm_year + 1900,
                  parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
  std::string folder = stem;
  for (int copy = 2; fs::exists(folder); ++copy) folder = fmt::format("{}-{}", stem, copy);
  return folder;
}

}  // namespace gnnir

#include "gnnir/run/run_experiment.h"

#include <fmt/format.h>

#include "gnnir/base/error.h"
#include "gnnir/base/stop_source.h"
#include "gnnir/data/rejects.h"
#include "gnnir/record/run_record.h"
#include "gnnir/record/started_run.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

RunOptions options_of(const Experiment& experiment) {
  return {.threads = experiment.threads,
          .folder = experiment.folder,
          .command = experiment.command,
          .verb = experiment.cross_validate ? "cv" : "train",
          .baseline = experiment.baseline,
          .resume = experiment.resume,
          .resume_folder = experiment.folder,
          .checkpoint_every = experiment.checkpoint_every,
          .max_memory = experiment.max_memory,
          .time = {experiment.time.seconds / (experiment.baseline ? 2 : 1), experiment.time.now},
          .execution = {.engine = experiment.engine},
          .stop = experiment.stop};
}

RunResult run_or_read(const Dataset& dataset, const RunConfig& config, const std::vector<Job>& jobs,
                      const RunOptions& options, ExperimentListener& listener) {
  const RunRecord record(options.folder);
  const bool done_before = options.resume && record.has_result();
  if (done_before) listener.on_done_before(options.folder);
  RunResult result = done_before ? record.read_result() : run_jobs(dataset, config, jobs, options, listener);
  listener.on_run_end(result, options.folder);
  return result;
}

}  // namespace

Json ExperimentResult::to_json() const {
  Json json = result.to_json();
  if (baseline) json["baseline"] = baseline->to_json();
  return json;
}

std::vector<Job> jobs_of(const Experiment& experiment, const Dataset& dataset) {
  if (experiment.resume) return read_jobs(experiment.folder, experiment.config, dataset.size());
  return experiment.cross_validate ? plan_cross_validation(dataset, experiment.config)
                                   : plan_training(dataset, experiment.config);
}

ExperimentResult run_experiment(const Experiment& experiment, ExperimentListener& listener) {
  require_runnable(experiment);  // before the data is read, which may take long
  return run_experiment(experiment, open_data(experiment), listener);
}

ExperimentResult run_experiment(const Experiment& given, const Dataset& dataset, ExperimentListener& listener) {
  const auto [experiment, words] = settled(given, dataset);
  require_runnable(experiment);
  if (!words.empty()) listener.on_choice(words);
  for (const std::string& remark : remarks_on_reading(dataset)) listener.on_warning(remark);
  if (experiment.resume) require_same_data(experiment.folder, dataset);
  const std::vector<Job> jobs = jobs_of(experiment, dataset);
  RunOptions options = options_of(experiment);
  ExperimentResult result;
  result.result = run_or_read(dataset, experiment.config, jobs, options, listener);
  if (experiment.baseline) {
    if (!experiment.folder.empty()) options.folder = RunRecord(experiment.folder).baseline().folder();
    options.baseline = false;  // the baseline's own run has none
    try {
      result.baseline = run_or_read(dataset, baseline_of(experiment.config), jobs, options, listener);
    } catch (const Error& error) {
      // Its run had not begun; but the run that it belongs to is there.
      if (!was_stopped(error.kind()) || !error.setting().empty() || experiment.folder.empty()) throw;
      throw Error(error.kind(),
                  fmt::format("interrupted; saved. Go on with: run.resume={}", experiment.folder.string()),
                  "run.resume");
    }
  }
  listener.on_end(experiment, result);
  return result;
}

}  // namespace gnnir

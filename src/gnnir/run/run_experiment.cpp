#include "gnnir/run/run_experiment.h"

#include <fmt/format.h>

#include "gnnir/base/error.h"
#include "gnnir/base/stop_source.h"
#include "gnnir/data/rejects.h"
#include "gnnir/record/run_record.h"
#include "gnnir/record/started_run.h"
#include "gnnir/report/run_report.h"
#include "gnnir/run/matched_baseline.h"
#include "gnnir/train/prepare.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

RunOptions options_of(const Experiment& experiment) {
  return {.threads = experiment.threads,
          .folder = experiment.folder,
          .command = experiment.command,
          .paper = experiment.paper,
          .verb = experiment.cross_validate ? "cv" : "train",
          .baseline = experiment.baseline,
          .match_parameters = experiment.match_parameters,
          .resume = experiment.resume,
          .resume_folder = experiment.folder,
          .checkpoint_every = experiment.checkpoint_every,
          .max_memory = experiment.max_memory,
          .time = {shared_time(experiment.time.seconds, experiment.baseline).own, experiment.time.now},
          .execution = {.engine = experiment.engine},
          .stop = experiment.stop};
}

/// Its own run has no baseline, and a quarter of the time.
RunOptions options_of_baseline(const Experiment& experiment) {
  RunOptions options = options_of(experiment);
  if (!experiment.folder.empty()) options.folder = RunRecord(experiment.folder).baseline().folder();
  options.baseline = options.match_parameters = false;
  options.paper.clear();
  options.time.seconds = shared_time(experiment.time.seconds, true).baseline;
  return options;
}

/// A run of an experiment: it begins, or had come to its end before.
class OneRun {
 public:
  OneRun(const Dataset& dataset, RunConfig config, const std::vector<Job>& jobs, RunOptions options,
         ExperimentListener& listener)
      : config_(std::move(config)), options_(std::move(options)), listener_(listener) {
    if (options_.resume && RunRecord(options_.folder).has_result()) return;
    begun_.emplace(dataset, config_, jobs, options_, listener);
  }

  RunResult result() {
    if (!begun_) listener_.on_done_before(options_.folder);
    RunResult result = begun_ ? begun_->work() : RunRecord(options_.folder).read_result();
    listener_.on_run_end(result, options_.folder);
    return result;
  }

 private:
  const RunConfig config_;
  const RunOptions options_;
  ExperimentListener& listener_;
  std::optional<BegunRun> begun_;
};

RunConfig config_of_baseline(const Experiment& experiment, const Dataset& dataset, const std::vector<Job>& jobs) {
  if (!experiment.match_parameters) return baseline_of(experiment.config);
  return matched_baseline_of(experiment.config, header_for(dataset, jobs.front().split, experiment.config).shape());
}

RunResult result_of_baseline(const Experiment& experiment, const Dataset& dataset, const std::vector<Job>& jobs,
                             ExperimentListener& listener) {
  try {
    const RunConfig config = config_of_baseline(experiment, dataset, jobs);
    return OneRun(dataset, config, jobs, options_of_baseline(experiment), listener).result();
  } catch (const Error& error) {
    // Its run had not begun; but the run that it belongs to is there.
    if (!was_stopped(error.kind()) || !error.setting().empty() || experiment.folder.empty()) throw;
    throw Error(error.kind(), fmt::format("interrupted; saved. Go on with: run.resume={}", experiment.folder.string()),
                "run.resume");
  }
}

/// A page that cannot be written loses nothing: what it shows is in the run's other files.
void write_page(const fs::path& folder, const Dataset& dataset, ExperimentListener& listener) {
  if (folder.empty() || !RunRecord(folder).begun()) return;
  try {
    write_run_report(folder, {.dataset = &dataset});
  } catch (const std::exception& error) {
    listener.on_warning(fmt::format("{} was not written: {}", RunRecord(folder).report().string(), error.what()));
  }
}

void write_pages(const Experiment& experiment, const Dataset& dataset, ExperimentListener& listener) {
  if (experiment.folder.empty()) return;
  if (experiment.baseline) write_page(RunRecord(experiment.folder).baseline().folder(), dataset, listener);
  write_page(experiment.folder, dataset, listener);
}

}  // namespace

std::optional<Worth> ExperimentResult::worth() const { return baseline ? worth_of(result, *baseline) : std::nullopt; }

Json ExperimentResult::to_json() const {
  Json json = result.to_json();
  if (baseline) json["baseline"] = baseline->to_json();
  if (const auto found = worth()) json["worth"] = found->to_json();
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
  OneRun own(dataset, experiment.config, jobs, options_of(experiment), listener);  // what it refuses is refused first
  ExperimentResult result;
  try {
    if (experiment.baseline) result.baseline = result_of_baseline(experiment, dataset, jobs, listener);
    result.result = own.result();
  } catch (const Error&) {
    write_pages(experiment, dataset, listener);  // of what there is so far
    throw;
  }
  write_pages(experiment, dataset, listener);
  listener.on_end(experiment, result);
  return result;
}

}  // namespace gnnir

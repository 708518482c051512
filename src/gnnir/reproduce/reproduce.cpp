#include "gnnir/reproduce/reproduce.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "gnnir/base/files.h"
#include "gnnir/data/open.h"
#include "gnnir/record/started_run.h"
#include "gnnir/report/paper_scores.h"
#include "gnnir/report/stored_results.h"
#include "gnnir/run/evaluate_run.h"
#include "gnnir/settings/config_difference.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

Experiment experiment_of(const PlannedRun& planned, const Reproduction& reproduction) {
  Experiment experiment;
  experiment.config = planned.begun ? read_run_folder(planned.folder).config : planned.config;
  experiment.cross_validate = planned.run.column->verb == "cv";
  experiment.folder = planned.folder;
  experiment.resume = planned.begun;
  experiment.threads = reproduction.threads;
  experiment.max_memory = reproduction.max_memory;
  experiment.command = reproduction.command;
  experiment.paper = paper_scores_of(reproduction.table, planned.run);
  return experiment;
}

Dataset open_data_of(const RunConfig& config, const ReproductionFolders& folders) {
  return open_published(config.data.dataset, folders.data_dir.empty() ? config.data.data_dir : folders.data_dir,
                        config.data.read_options());
}

/// Why the data set, or what published splits take of it, is not what the table is about; or "".
std::string objection_to_data(const PlannedRun& planned, const Experiment& experiment, const Dataset& dataset) {
  if (experiment.resume) return "";  // its splits were looked at before
  return objection_to_graphs(*planned.run.column, jobs_of(experiment, dataset).front().split.size());
}

/// The scores that an earlier session has found for the same state of a run, if it did.
const Json* stored_scores(const Json& stored, const std::string& run_name, const Json& summary) {
  const Json* run = find_result(stored, run_name, [&](const Json& seed) {
    return seed.at("seed") == summary.at("seed") && seed.at("settings") == summary.at("settings") &&
           seed.at("epochs") == summary.at("epochs") && seed.at("scores").contains("test");
  });
  return run ? &run->at("scores") : nullptr;
}

/// Whether results have the run with this seed as done, with the settings that it has now, wherever it was made.
bool is_stored(const Json& stored, const PlannedRun& planned) {
  const std::string settings = settings_checksum(planned.config);
  return find_result(stored, planned.run.name, [&](const Json& seed) {
           return seed.at("seed") == planned.config.train.seed && seed.at("settings") == settings &&
                  seed.at("status") == "done";
         }) != nullptr;
}

bool is_at_work(const PlannedRun& planned) {
  try {
    const FolderLock free(planned.folder);
    return false;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::usage) throw;
    return true;
  }
}

class Reproducer {
 public:
  Reproducer(const Reproduction& wanted, ReproductionListener& listener)
      : reproduction_(wanted),
        listener_(listener),
        stop_(wanted.budget > 0 ? with_time_limit(wanted.stop, wanted.budget) : wanted.stop),
        wanted_(runs_of(wanted.table, wanted.rows)),
        stored_(read_results(wanted.folders.results, wanted.table)) {}

  ReproductionResult run() {
    plan();
    collect_all();
    for (PlannedRun& planned : plan_) {
      if (!planned.skipped.empty()) skip(planned, planned.skipped);
    }
    for (PlannedRun& planned : plan_) {
      if (reason_to_stop(stop_) != StopReason::none) break;
      if (!planned.done && planned.skipped.empty()) run_one(planned);
    }
    collect_all();  // another process may have gone on with some
    for (auto& [name, found] : found_) score_partial_runs(name, found);
    write();
    result_.stopped = reason_to_stop(stop_);
    result_.planned = plan_.size();
    std::copy_if(plan_.begin(), plan_.end(), std::back_inserter(result_.left),
                 [](const PlannedRun& planned) { return !planned.done && planned.skipped.empty(); });
    return std::move(result_);
  }

 private:
  void plan() {
    if (reproduction_.collect) return;
    for (std::uint64_t seed = 0; seed < reproduction_.seeds; ++seed) {
      for (const NamedRun& run : wanted_) plan_.push_back(plan_run(run, reproduction_.folders, seed));
    }
    leave_out_what_is_stored();
  }

  void leave_out_what_is_stored() {
    std::vector<PlannedRun> left_out;
    for (PlannedRun& planned : plan_) {
      if (planned.done || !is_stored(stored_, planned)) continue;
      planned.done = true;
      planned.skipped.clear();
      left_out.push_back(planned);
    }
    if (!left_out.empty()) listener_.on_stored(left_out, reproduction_.folders.results);
  }

  void collect_all() {
    for (const NamedRun& run : runs_of(reproduction_.table, {})) {
      const bool is_wanted =
          std::any_of(wanted_.begin(), wanted_.end(), [&](const NamedRun& wanted) { return wanted.name == run.name; });
      try {
        found_[run.name].settings = settings_now(run, reproduction_.folders);
        found_[run.name].seeds = collect_run(run, reproduction_.folders);
      } catch (const Error& error) {
        if (is_wanted) throw;
        if (told_.insert(run.name).second) listener_.on_not_collected(run.name, error);
      }
    }
  }

  void run_one(PlannedRun& planned) {
    look_again(planned);
    if (planned.done) return;
    if (planned.begun && is_at_work(planned)) {
      listener_.on_left_to_another(planned);
      return;
    }
    Experiment experiment = experiment_of(planned, reproduction_);
    experiment.stop = stop_;
    std::optional<Dataset> dataset;
    try {
      dataset = open_data_of(experiment.config, reproduction_.folders);
    } catch (const Error& error) {
      error.kind() == ErrorKind::usage ? skip(planned, error.what()) : note_failure(planned, error);
      return;
    }
    try {
      if (const std::string objection = objection_to_data(planned, experiment, *dataset); !objection.empty()) {
        skip(planned, objection);
        return;
      }
      const auto done = std::count_if(plan_.begin(), plan_.end(), [](const PlannedRun& run) { return run.done; });
      listener_.on_run(planned, static_cast<std::size_t>(done) + 1, plan_.size());
      run_experiment(experiment, *dataset, listener_);
      planned.done = true;
    } catch (const Error& error) {
      const bool told_to = was_stopped(error.kind());
      if (!told_to) note_failure(planned, error);
    }
    collect_all();
    write();
  }

  void skip(PlannedRun& planned, const std::string& reason) {
    planned.skipped = reason;
    FoundRun& found = found_[planned.run.name];
    if (found.skipped == reason) return;  // said of another seed
    found.skipped = reason;
    listener_.on_skipped(planned, reason);
  }

  /// Of one run, which is no reason not to try the next; a full disk or a fault of ours is.
  void note_failure(const PlannedRun& planned, const Error& error) {
    if (error.kind() != ErrorKind::usage && error.kind() != ErrorKind::data) throw error;
    listener_.on_failed(planned, error);
    if (!result_.failure) result_.failure = error;
  }

  /// A training on one split that is not done yet is judged by its best model so far.
  void score_partial_runs(const std::string& name, FoundRun& found) {
    for (Json& summary : found.seeds) {
      if (summary.at("status") == "done" || summary.at("epochs").size() != 1) continue;
      if (const Json* known = stored_scores(stored_, name, summary)) {
        summary["scores"] = *known;
        continue;
      }
      const fs::path folder = run_folder(reproduction_.folders, name, summary.at("seed").get<std::uint64_t>());
      try {
        const Dataset dataset = open_data_of(read_run_folder(folder).config, reproduction_.folders);
        for (const auto& [part, scores] : score_best_so_far(folder, dataset, reproduction_.threads)) {
          summary["scores"][part] = Json::object();
          for (const auto& [score, value] : scores) summary["scores"][part][score] = {value};
        }
      } catch (const Error& error) {
        listener_.on_not_scored(name, error);
      }
    }
  }

  void write() { result_.results = update_results(reproduction_.folders.results, reproduction_.table, found_); }

  const Reproduction& reproduction_;
  ReproductionListener& listener_;
  StopSource stop_;
  std::vector<NamedRun> wanted_;
  Json stored_;
  std::vector<PlannedRun> plan_;
  std::map<std::string, FoundRun> found_;
  std::set<std::string> told_;  // of which runs it was said that they cannot be collected
  ReproductionResult result_;
};

}  // namespace

ReproductionResult reproduce(const Reproduction& reproduction, ReproductionListener& listener) {
  return Reproducer(reproduction, listener).run();
}

}  // namespace gnnir

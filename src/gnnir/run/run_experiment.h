#pragma once

#include <optional>

#include "gnnir/record/experiment.h"
#include "gnnir/record/run_result.h"
#include "gnnir/record/worth.h"
#include "gnnir/run/run.h"

namespace gnnir {

/// What an experiment came to.
struct ExperimentResult {
  RunResult result;
  std::optional<RunResult> baseline;

  /// What the model is worth beside its baseline; nothing without one, or without a score of both.
  [[nodiscard]] std::optional<Worth> worth() const;
  /// The result's, with the baseline's under "baseline" where there is one, and "worth".
  [[nodiscard]] Json to_json() const;
};

/// What an experiment says while it works: beside what its runs say, how each of them ended.
class ExperimentListener : public RunListener {
 public:
  /// Settings were chosen for the graphs; what, and why.
  virtual void on_choice(const std::string& /*words*/) {}
  /// The run in this folder had come to its end before: its result is read, nothing is trained.
  virtual void on_done_before(const std::filesystem::path& /*folder*/) {}
  /// Of the baseline if there is one, and then of the run itself.
  virtual void on_run_end(const RunResult& /*result*/, const std::filesystem::path& /*folder*/) {}
  virtual void on_end(const Experiment& /*experiment*/, const ExperimentResult& /*result*/) {}
};

/// What `gnnir train` and `gnnir cv` do: the jobs of a new run or of the one to go on with, before them the same with
/// the plain GNN if a baseline is asked for, each with its folder as run_jobs writes it.
///   ExperimentListener silent;
///   Experiment experiment{.config = config, .cross_validate = true, .folder = "runs/first", .threads = 8};
///   ExperimentResult result = run_experiment(experiment, silent);
///   result = run_experiment(resumed_experiment("runs/first"), silent);  // in another process, after a kill
/// Errors as of open_data, require_runnable, require_same_data and run_jobs.
ExperimentResult run_experiment(const Experiment& experiment, ExperimentListener& listener);
/// The same on a data set that is open already.
ExperimentResult run_experiment(const Experiment& experiment, const Dataset& dataset, ExperimentListener& listener);

/// The jobs of an experiment; on resuming those of the folder, whatever has become of the file that they came from.
std::vector<Job> jobs_of(const Experiment& experiment, const Dataset& dataset);

}  // namespace gnnir

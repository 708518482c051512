#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "gnnir/base/clock.h"
#include "gnnir/base/stop_source.h"
#include "gnnir/data/dataset.h"
#include "gnnir/data/split/splits.h"
#include "gnnir/metrics/main_metric.h"
#include "gnnir/nn/execution.h"
#include "gnnir/record/epoch_table.h"
#include "gnnir/record/jobs.h"
#include "gnnir/record/paper_score.h"
#include "gnnir/record/run_result.h"
#include "gnnir/settings/config.h"

namespace gnnir {

/// What a person should know of data that can be trained on: graphs that are in no part of a split, edges that are
/// listed with several features, and labels that teach little (a single class, a class that a job trains without, a
/// target that is the same for all).
std::vector<std::string> remarks_on_data(const Dataset& dataset, const std::vector<Job>& jobs, Task task);

/// A run that begins, or goes on.
struct RunStart {
  const Dataset& dataset;
  const RunConfig& config;
  const std::vector<Job>& jobs;
  std::size_t threads = 1;
  bool resumed = false;
  std::vector<EnginePart> engine_parts = {};  ///< what runs the parts of its models
  TimeLimit time = {};                        ///< of all sessions
  MainMetric metric = {};                     ///< picks epochs and stands first
};

/// What a run says while it works; called from one thread at a time. Whoever does not override it hears nothing.
class RunListener {
 public:
  virtual ~RunListener() = default;
  virtual void on_start(const RunStart& /*start*/) {}
  virtual void on_epoch(const Job& /*job*/, const EpochReport& /*report*/) {}
  virtual void on_job_end(const Job& /*job*/, const TrainResult& /*result*/) {}
  /// Something that a person should know although the work goes on.
  virtual void on_warning(const std::string& /*text*/) {}
};

struct RunOptions {
  std::size_t threads = 1;
  std::filesystem::path folder;         ///< must be new, unless the run is to go on; empty: nothing is written
  std::string command;                  ///< as the user typed it, for env.json
  std::vector<PaperScore> paper = {};   ///< what the paper has for it, likewise
  std::string verb = "train";           ///< what the user calls to run it: "train" or "cv"
  bool baseline = false;                ///< whether a run of the plain GNN belongs to it, for env.json
  bool match_parameters = false;        ///< and whether it is as large, likewise
  bool resume = false;                  ///< go on with what is in the folder
  std::filesystem::path resume_folder;  ///< what to name to a user who is to resume; empty: the folder
  std::int64_t checkpoint_every = 0;    ///< steps, beside the ends of epochs; 0: only these
  std::int64_t pause_after = 0;         ///< epochs of each job: see below; 0: never
  double max_memory = 0;                ///< bytes; 0: what the process could have
  TimeLimit time = {};                  ///< of all jobs together, in all sessions of the run
  Execution execution = {};             ///< what the models run on
  StopSource stop = {};                 ///< asked between steps
};

/// A run whose folder (record/run_record.h) is made, or found, and is its own until this is gone: what can be refused,
/// such as work that would take more memory than allowed, was refused before. What it is made with must outlive it.
class BegunRun {
 public:
  BegunRun(const Dataset& dataset, const RunConfig& config, const std::vector<Job>& jobs, const RunOptions& options,
           RunListener& listener);
  /// Trains all jobs, as many at a time as there are threads, and writes their files. Where time is limited, every job
  /// has the same share of it (run/time_shares.h), is cut short in time and tested all the same (train/trainer.h). If
  /// it is asked to stop, or a job fails, the others save and leave: an Error of kind interrupted or terminated, or
  /// what made the job fail. With pause_after, jobs save and leave once they have done so many epochs, or all that they
  /// will: no test graph is looked at, the result has no jobs, and the folder is one to go on with, to the same bytes.
  RunResult work() { return work_(); }

 private:
  std::function<RunResult()> work_;  // its folder is locked as long as this is there
};

/// Begins a run and works on it.
RunResult run_jobs(const Dataset& dataset, const RunConfig& config, const std::vector<Job>& jobs,
                   const RunOptions& options, RunListener& listener);

}  // namespace gnnir

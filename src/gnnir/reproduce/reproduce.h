#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gnnir/base/error.h"
#include "gnnir/report/reproduction.h"
#include "gnnir/run/run_experiment.h"

namespace gnnir {

/// What a reproduction says while it works, beside what its runs say.
class ReproductionListener : public ExperimentListener {
 public:
  /// The folder of results has these runs as done, wherever they were made: they are not run again.
  virtual void on_stored(const std::vector<PlannedRun>& /*runs*/, const std::filesystem::path& /*results*/) {}
  /// A run begins or goes on: number `place` of `count`.
  virtual void on_run(const PlannedRun& /*run*/, std::size_t /*place*/, std::size_t /*count*/) {}
  /// Another process is at it.
  virtual void on_left_to_another(const PlannedRun& /*run*/) {}
  /// Its data or its split are not there, or not what the table is about. Said once for all seeds.
  virtual void on_skipped(const PlannedRun& /*run*/, const std::string& /*reason*/) {}
  /// It could not be run; the next one is tried.
  virtual void on_failed(const PlannedRun& /*run*/, const Error& /*error*/) {}
  /// A run folder that nobody asked for cannot be read, or was made with other settings: its results stay as they were.
  virtual void on_not_collected(const std::string& /*run*/, const Error& /*error*/) {}
  /// The best model so far of a run that is not done could not be tested.
  virtual void on_not_scored(const std::string& /*run*/, const Error& /*error*/) {}
};

/// What a reproduction came to.
struct ReproductionResult {
  Json results;                           ///< table_results: what TABLE.json holds now
  std::size_t planned = 0;                ///< runs in all
  std::vector<PlannedRun> left;           ///< those that are neither done nor skipped
  std::optional<Error> failure;           ///< the first of a run that could not be run
  StopReason stopped = StopReason::none;  ///< why it left before the end
};

/// Runs what a table of the paper shows, every row with its first seed before the second; what is done is not run
/// again, what was begun goes on. After each run TABLE.json and TABLE.md in the folder of results say what there is.
/// All that can be refused is refused before anything is run: an Error of kind usage. An Error of kind io or internal
/// while it works ends it. PlannedRuns point into `reproduction`, which must outlive the result.
ReproductionResult reproduce(const Reproduction& reproduction, ReproductionListener& listener);

}  // namespace gnnir

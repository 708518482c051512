#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "gnnir/data/dataset.h"
#include "gnnir/record/epoch_table.h"
#include "gnnir/record/run_environment.h"
#include "gnnir/record/run_result.h"
#include "gnnir/report/promises.h"
#include "gnnir/report/test_table.h"
#include "gnnir/settings/config.h"

namespace gnnir {

/// A training as far as its files can be read.
struct TrainingView {
  std::string name;  ///< "fold_1"; empty if it is the only one
  std::vector<EpochReport> epochs;
  std::vector<double> seconds;         ///< of each epoch
  std::optional<TrainResult> outcome;  ///< once it is done

  /// The epoch of the best model so far; null if there is none.
  [[nodiscard]] const EpochReport* best() const;
};

/// A run folder as far as it can be read: what a page shows. Runs of old lack files, others were interrupted, or are
/// damaged.
struct RunView {
  std::filesystem::path folder;
  std::optional<RunConfig> config;
  std::optional<RunEnvironment> environment;
  std::optional<RunResult> result;
  std::vector<TrainingView> trainings;
  std::size_t trainings_left_out = 0;  ///< of more than a page shows
  TestTable test;
  std::vector<KeptPromise> promises;
  std::optional<RunResult> baseline;
  std::string metric;                ///< what picks epochs
  std::vector<std::string> remarks;  ///< files that could not be read, and why

  [[nodiscard]] bool done() const { return result.has_value(); }
  /// How people would call the run: its data set, else its folder.
  [[nodiscard]] std::string name() const;
};

/// An Error of kind usage if the folder holds no run.
RunView view_run(const std::filesystem::path& folder);

/// What is promised of the test graphs (promises.h), by the models of a run's trainings. names: those of its trainings
std::vector<KeptPromise> promises_in(const std::filesystem::path& folder, const std::vector<std::string>& names,
                                     const TestTable& table);

}  // namespace gnnir

#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gnnir/data/split/splits.h"
#include "gnnir/record/epoch_table.h"
#include "gnnir/record/progress.h"
#include "gnnir/record/run_environment.h"
#include "gnnir/record/run_result.h"
#include "gnnir/record/time_used.h"
#include "gnnir/settings/config.h"

namespace gnnir {

/// The files of one training, in the run's folder where it is the only one, else in a folder of its own: what they are
/// called, and how they are read and written. Whoever reads: an Error of kind data if a file is broken, of kind io if
/// it cannot be read. What is written appears whole or not at all.
class TrainingRecord {
 public:
  explicit TrainingRecord(std::filesystem::path folder) : folder_(std::move(folder)) {}
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

  [[nodiscard]] std::filesystem::path metrics() const;     ///< metrics.csv grows by a row per epoch
  [[nodiscard]] std::filesystem::path timings() const;     ///< timings.csv likewise: what differs between repetitions
  [[nodiscard]] std::filesystem::path best_model() const;  ///< best.safetensors, with the generation before it
  [[nodiscard]] std::filesystem::path last_model() const;  ///< last.safetensors, once it is done
  [[nodiscard]] std::filesystem::path checkpoint() const;  ///< checkpoint.safetensors, with generations
  [[nodiscard]] std::filesystem::path outcome() const;     ///< outcome.json, once it is done
  [[nodiscard]] std::filesystem::path splits() const;      ///< splits.json, a list of one
  [[nodiscard]] std::filesystem::path test_predictions() const;  ///< test_predictions.csv, once it is done

  /// Whether there is a best model so far, in either generation.
  [[nodiscard]] bool has_model() const;
  /// Nothing until it is done.
  [[nodiscard]] std::optional<TrainResult> read_outcome() const;
  void write_outcome(const TrainResult& result) const;
  void remove_outcome() const;
  [[nodiscard]] bool has_split() const;
  [[nodiscard]] Split read_split(std::int64_t num_graphs) const;
  void write_split(const Split& split) const;
  /// The rows of metrics.csv and the seconds of timings.csv; none if there is no such file.
  [[nodiscard]] std::vector<EpochReport> read_epochs() const;
  [[nodiscard]] std::vector<double> read_epoch_seconds() const;

 private:
  std::filesystem::path folder_;
};

/// The files of a run folder, likewise: config.toml, env.json, splits.json, time.json, log.txt, result.json, those of
/// its trainings, and the run of its baseline in a folder of its own.
class RunRecord {
 public:
  explicit RunRecord(std::filesystem::path folder) : folder_(std::move(folder)) {}
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

  /// Whether the folder holds a run; done: one that has come to its end.
  [[nodiscard]] bool begun() const;
  [[nodiscard]] bool has_environment() const;
  [[nodiscard]] bool has_result() const;
  [[nodiscard]] bool done() const { return begun() && has_result(); }

  [[nodiscard]] std::filesystem::path config() const;
  [[nodiscard]] RunConfig read_config() const;
  void write_config(const RunConfig& config) const;
  /// A folder is a run once it has this file: it is written last.
  [[nodiscard]] RunEnvironment read_environment() const;
  void write_environment(const RunEnvironment& environment) const;
  /// A split per training.
  [[nodiscard]] std::filesystem::path splits() const;
  [[nodiscard]] std::vector<Split> read_splits(std::int64_t num_graphs) const;
  void write_splits(std::span<const Split> splits) const;
  [[nodiscard]] RunResult read_result() const;
  void write_result(const RunResult& result) const;
  void remove_result() const;
  /// Nothing used if there is no such file yet: only runs whose time is limited have it.
  [[nodiscard]] TimeUsed read_time_used() const;
  void write_time_used(const TimeUsed& used) const;
  [[nodiscard]] std::filesystem::path initial_model() const;  ///< of a run that begins with a model: a copy of it
  [[nodiscard]] std::filesystem::path log() const;
  [[nodiscard]] std::filesystem::path report() const;  ///< report.html: the run as a page
  /// test_predictions.csv: of its only training, or of all together.
  [[nodiscard]] std::filesystem::path test_predictions() const;

  /// What the training of a fold, from 1, is called: "fold_1".
  static std::string fold_name(std::size_t fold);
  /// name: the job's; empty if it is the only one.
  [[nodiscard]] TrainingRecord training(const std::string& name) const;
  /// Its folds, or the run itself.
  [[nodiscard]] std::vector<TrainingRecord> trainings() const;
  [[nodiscard]] RunRecord baseline() const;

 private:
  std::filesystem::path folder_;
};

}  // namespace gnnir

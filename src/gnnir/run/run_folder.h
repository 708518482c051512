#pragma once

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "gnnir/base/clock.h"
#include "gnnir/base/files.h"
#include "gnnir/record/run_record.h"
#include "gnnir/run/run.h"
#include "gnnir/train/trainer.h"

namespace spdlog {
class logger;
}

namespace gnnir {

/// A text file that grows at its end, and what is in it.
class AppendedFile {
 public:
  explicit AppendedFile(std::filesystem::path path) : path_(std::move(path)) {}
  [[nodiscard]] const std::string& text() const { return text_; }
  /// Replaces all of it.
  void assign(std::string text);
  void append(const std::string& line);

 private:
  std::filesystem::path path_;
  std::string text_;
  std::ofstream stream_;
};

/// The files of a run. A new one appears complete or not at all. With an empty path it writes nothing.
class RunFolder {
 public:
  RunFolder(const RunOptions& options, const RunConfig& config, const std::vector<Job>& jobs, const Dataset& dataset);
  ~RunFolder();

  void log(const std::string& line);
  void write_result(const RunResult& result);
  [[nodiscard]] const RunRecord& record() const { return record_; }
  [[nodiscard]] bool active() const { return !record_.folder().empty(); }

 private:
  void create(const RunOptions& options, const RunConfig& config, const std::vector<Job>& jobs,
              const Dataset& dataset) const;

  RunRecord record_;
  std::optional<FolderLock> lock_;
  std::shared_ptr<spdlog::logger> log_;
};

/// The files of one job while it works: the tables grow by a row per epoch; the best model is written as training goes
/// on (not more than every few seconds) and however it ends, the checkpoint when asked; the last model, predictions for
/// the test part and the outcome at the end, which removes the checkpoint unless more epochs could be asked for.
class JobFiles {
 public:
  /// What it is made with must outlive it.
  JobFiles(const RunFolder& folder, const Job& job, const Dataset& dataset, const TrainOptions& options);
  ~JobFiles();
  JobFiles(const JobFiles&) = delete;
  JobFiles& operator=(const JobFiles&) = delete;

  /// What the job came to, if it is done.
  [[nodiscard]] std::optional<TrainResult> read_outcome() const;
  /// Whether enough time has passed since the last save that another costs little.
  [[nodiscard]] bool save_is_worth_its_time() const;
  /// Goes on from the newest good checkpoint, if there is one.
  void restore(Training& training, const Warn& warn);
  void on_epoch(const EpochReport& report, const TrainedModel& model);
  void save(Training& training);
  void on_end(const TrainOutcome& outcome);

 private:
  void write_best();
  struct Tables {
    std::string metrics, timings;
  };
  /// Restores the training; the tables are those of the same moment.
  Tables read_checkpoint(const std::filesystem::path& path, Training& training) const;
  /// All but what more epochs would go on from.
  void remove_old_checkpoints() const;

  bool active_;  // otherwise nothing is written
  const TrainOptions& options_;
  const Dataset& dataset_;
  TrainingRecord record_;
  std::string fingerprint_;  // of the data and the split
  AppendedFile metrics_;
  AppendedFile timings_;
  MetricsColumns columns_;
  Stopwatch since_best_;
  std::optional<Stopwatch> since_checkpoint_;
  std::string best_to_write_;  // a model file not yet written; empty: none
};

}  // namespace gnnir

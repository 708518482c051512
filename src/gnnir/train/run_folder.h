#pragma once

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "gnnir/base/clock.h"
#include "gnnir/train/run.h"

namespace spdlog {
class logger;
}

namespace gnnir {

/// The files of a run. With an empty path it writes nothing.
class RunFolder {
 public:
  RunFolder(const RunOptions& options, const RunConfig& config, const std::vector<Job>& jobs);
  ~RunFolder();

  void log(const std::string& line);
  void write_result(const Json& result);
  /// Where a job's files go: the folder itself, or one in it named after the job.
  [[nodiscard]] std::filesystem::path folder_of(const Job& job) const;
  [[nodiscard]] bool active() const { return !path_.empty(); }

 private:
  std::filesystem::path path_;
  std::shared_ptr<spdlog::logger> log_;
};

/// The files of one job: metrics.csv grows by a row per epoch; best.safetensors is written as training goes on (not
/// more than every few seconds) and however it ends, last.safetensors at the end.
class JobFiles {
 public:
  JobFiles(const RunFolder& folder, const Job& job);
  ~JobFiles();
  JobFiles(const JobFiles&) = delete;
  JobFiles& operator=(const JobFiles&) = delete;
  void on_epoch(const EpochReport& report, const TrainedModel& model);
  void on_end(const TrainOutcome& outcome);

 private:
  void write_best();

  std::filesystem::path path_;  // empty: nothing is written
  std::ofstream metrics_;
  std::vector<std::string> columns_;
  Stopwatch since_save_;
  std::string best_to_write_;  // a model file not yet written; empty: none
};

/// What the run ran on: version, compiler, libraries, processor, threads.
Json describe_environment(const RunOptions& options);

}  // namespace gnnir

#include <unistd.h>

#include <filesystem>

#include "fuzz/check.h"
#include "fuzz/sections.h"
#include "fuzz/targets.h"
#include "gnnir/base/files.h"
#include "gnnir/record/run_record.h"
#include "gnnir/record/started_run.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

/// A folder of this process, empty at first, gone with it.
class Scratch {
 public:
  Scratch() : path_(fs::temp_directory_path() / ("gnnir_fuzz_" + std::to_string(getpid()))) { fs::remove_all(path_); }
  ~Scratch() { clear(); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  [[nodiscard]] const fs::path& path() const { return path_; }
  void clear() const {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }

 private:
  fs::path path_;
};

/// The files that a run folder may have; a section of another name is left out.
constexpr const char* known_files[] = {
    "config.toml",        "env.json",
    "splits.json",        "result.json",
    "metrics.csv",        "timings.csv",
    "outcome.json",       "fold_1/metrics.csv",
    "fold_1/timings.csv", "fold_1/outcome.json",
    "fold_1/splits.json", "baseline/config.toml",
    "baseline/env.json",  "baseline/result.json",
};

void write_files(std::string_view input, const fs::path& folder) {
  const auto sections = sections_of(input);
  fs::create_directories(folder);
  for (const char* name : known_files) {
    const auto found = sections.find(name);
    if (found == sections.end()) continue;
    const fs::path file = folder / name;
    fs::create_directories(file.parent_path());
    std::FILE* out = std::fopen(file.c_str(), "wb");
    require(out != nullptr, "the folder can be written to");
    std::fwrite(found->second.data(), 1, found->second.size(), out);
    std::fclose(out);
  }
}

void read_training(const TrainingRecord& training, std::int64_t graphs) {
  accepted([&] { return training.read_outcome(); });
  accepted([&] { return training.read_epochs(); });
  accepted([&] { return training.read_epoch_seconds(); });
  if (training.has_split()) accepted([&] { return training.read_split(graphs); });
}

void read_run(const RunRecord& run) {
  constexpr std::int64_t graphs = 12;
  accepted([&] { return read_run_folder(run.folder()); });
  if (fs::exists(run.splits())) accepted([&] { return run.read_splits(graphs); });
  if (run.has_result()) accepted([&] { return run.read_result(); });
  const auto trainings = accepted([&] { return run.trainings(); });
  if (!trainings) return;
  for (const TrainingRecord& training : *trainings) read_training(training, graphs);
}

}  // namespace

void fuzz_run_folder(std::string_view input) {
  static const Scratch scratch;
  scratch.clear();
  write_files(input, scratch.path());
  const RunRecord run(scratch.path());
  read_run(run);
  read_run(run.baseline());
  scratch.clear();
}

}  // namespace gnnir

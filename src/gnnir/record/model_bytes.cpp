#include "gnnir/record/model_bytes.h"

#include <set>

#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/record/model_header.h"
#include "gnnir/record/run_record.h"
#include "gnnir/record/safetensors.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

using Warn = std::function<void(const std::string&)>;

std::string checked_bytes(const fs::path& path) {
  std::string bytes = read_file(path);
  const std::string where = "[model] " + path.string();
  read_model_header(decode_safetensors(bytes, where), ModelFileKind::model, where);
  return bytes;
}

std::string best_of(const TrainingRecord& training, const Warn& warn) {
  const std::optional<std::string> found = read_newest<std::string>(training.best_model(), checked_bytes, warn);
  if (!found) throw usage_error("[model] {} is no run folder: it has no best.safetensors", training.folder().string());
  return *found;
}

/// The trainings of a run that has several, by their names.
std::set<fs::path> trainings_in(const fs::path& folder) {
  std::set<fs::path> trainings;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const bool is_baseline = entry.path() == RunRecord(folder).baseline().folder();
    if (!is_baseline && TrainingRecord(entry.path()).has_model()) trainings.insert(entry.path());
  }
  return trainings;
}

}  // namespace

std::vector<std::string> read_model_bytes(const fs::path& path, const Warn& warn) {
  std::error_code ignored;  // whatever else is wrong with the path, reading it says so
  if (fs::status(path, ignored).type() == fs::file_type::not_found) {
    throw usage_error("[model] {}: no such model file or run folder", path.string());
  }
  if (!fs::is_directory(path, ignored)) return {checked_bytes(path)};
  const std::set<fs::path> trainings = TrainingRecord(path).has_model() ? std::set<fs::path>() : trainings_in(path);
  if (trainings.empty()) return {best_of(TrainingRecord(path), warn)};
  const RunRecord run(path);
  const std::size_t expected = run.has_result() ? run.read_result().jobs.size() : trainings.size();
  if (trainings.size() < expected) {
    throw data_error("[model] {} has {} trainings, but models of only {}: name those that are to answer",
                     path.string(), expected, trainings.size());
  }
  if (!run.has_result() && warn) {
    warn(fmt::format("{} has not come to its end: {} of its models answer together", path.string(), trainings.size()));
  }
  std::vector<std::string> models;
  for (const fs::path& training : trainings) models.push_back(best_of(TrainingRecord(training), warn));
  return models;
}

}  // namespace gnnir

#include "gnnir/record/extend_run.h"

#include <vector>

#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/record/run_record.h"
#include "gnnir/record/started_run.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

/// The trainings of a run that are done, whether the run is or not.
std::vector<TrainingRecord> done_trainings(const RunRecord& run) {
  std::vector<TrainingRecord> done;
  const auto add = [&](const fs::path& folder) {
    const TrainingRecord training(folder);
    if (folder != run.baseline().folder() && fs::exists(training.outcome())) done.push_back(training);
  };
  add(run.folder());
  for (const auto& entry : fs::directory_iterator(run.folder())) add(entry.path());
  return done;
}

void require_extendable(const RunRecord& run, std::int64_t epochs) {
  const RunConfig config = run.read_config();
  const std::string folder = run.folder().string();
  if (epochs < config.train.epochs) {
    throw setting_error("train.epochs", "{} has {} epochs: expected more, found {}", folder, config.train.epochs,
                        epochs);
  }
  if (epochs == config.train.epochs) return;
  if (!could_go_on(config.train)) {
    throw setting_error("train.epochs",
                        "the learning rate of {} follows a cosine that ends with its {} epochs, so more of them would "
                        "be another run: train.init={} begins one with its weights",
                        folder, config.train.epochs, folder);
  }
  for (const TrainingRecord& training : done_trainings(run)) {
    if (fs::exists(training.checkpoint())) continue;
    throw setting_error("train.epochs",
                        "{} kept no state to go on from, as runs of earlier versions do: train.init={} begins a run "
                        "with its weights",
                        training.folder().string(), training.folder().string());
  }
}

/// In this order it can be stopped anywhere: what is left is a run to go on with, of as many epochs as before or as
/// now.
void extend(const RunRecord& run, std::int64_t epochs) {
  RunConfig config = run.read_config();
  if (epochs == config.train.epochs) return;
  run.remove_result();
  for (const TrainingRecord& training : done_trainings(run)) training.remove_outcome();
  config.train.epochs = epochs;
  run.write_config(config);
}

}  // namespace

bool could_go_on(const TrainOptions& options) { return options.schedule != ScheduleKind::cosine; }

void extend_run(const fs::path& folder, std::int64_t epochs) {
  read_run_folder(folder);
  const FolderLock lock(folder);
  const RunRecord run(folder);
  const bool has_baseline = run.baseline().begun();
  require_extendable(run, epochs);
  if (has_baseline) require_extendable(run.baseline(), epochs);
  if (has_baseline) extend(run.baseline(), epochs);
  extend(run, epochs);
}

}  // namespace gnnir

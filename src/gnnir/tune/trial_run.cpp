#include "gnnir/tune/trial_run.h"

#include <algorithm>
#include <cmath>

#include "gnnir/base/error.h"
#include "gnnir/record/run_record.h"
#include "gnnir/run/memory_estimate.h"
#include "gnnir/train/diagnose.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

class TrialListener : public RunListener {
 public:
  TrialListener(const SearchTrial& trial, const EpochListener& on_epoch) : trial_(trial), on_epoch_(on_epoch) {}
  void on_epoch(const Job& /*job*/, const EpochReport& report) override {
    if (on_epoch_) on_epoch_(trial_, report);
  }

 private:
  const SearchTrial& trial_;
  const EpochListener& on_epoch_;
};

RunOptions options_of(const TrialSetting& setting, const SearchTrial& trial, const TrialEffort& effort) {
  const fs::path folder = setting.record.trial(trial.number);
  return {.threads = effort.threads,
          .folder = folder,
          .command = setting.experiment.command,
          .resume = true,
          .resume_folder = folder,
          .max_memory = effort.max_memory,
          .execution = {.engine = setting.experiment.engine},
          .stop = effort.stop};
}

std::optional<double> finite(const Scores& scores, const std::string& name) {
  const auto found = scores.find(name);
  if (found == scores.end() || !std::isfinite(found->second)) return std::nullopt;
  return found->second;
}

/// The best of the first epochs of each training; over several, means, and the latest of the best epochs.
TrialScore score_of(const TrialSetting& setting, const std::vector<Job>& jobs, const fs::path& folder,
                    std::int64_t epochs) {
  TrialScore score{.epochs = epochs};
  double value = 0;
  double loss = 0;
  for (const Job& job : jobs) {
    std::optional<EpochReport> best;
    for (EpochReport& report : RunRecord(folder).training(job.name).read_epochs()) {
      if (report.epoch <= epochs && report.best) best = std::move(report);
    }
    if (!best) throw data_error("[tune] {}: no epoch of the {} that were done is the best", folder.string(), epochs);
    score.best_epoch = std::max(score.best_epoch, best->epoch);
    value += finite(best->validation, setting.metric).value_or(NAN);
    loss += finite(best->validation, "loss").value_or(NAN);
  }
  const auto count = static_cast<double>(jobs.size());
  if (std::isfinite(value)) score.value = value / count;
  if (std::isfinite(loss)) score.loss = loss / count;
  return score;
}

}  // namespace

TrialScore train_trial(const TrialSetting& setting, const SearchTrial& trial, std::int64_t epochs,
                       const TrialEffort& effort, const EpochListener& on_epoch) {
  const std::vector<Job> jobs = jobs_for({setting.split}, trial.config.train);
  RunOptions options = options_of(setting, trial, effort);
  options.pause_after = epochs;
  TrialListener listener(trial, on_epoch);
  try {
    run_jobs(setting.dataset, trial.config, jobs, options, listener);
  } catch (const Error& error) {
    if (is_of_bad_numbers(error)) return {.epochs = epochs, .failed = "numbers that are not finite"};
    // What is refused before there is a folder are its settings; the first trial's are the user's own.
    const bool refused = error.kind() == ErrorKind::usage && !fs::exists(options.folder) && trial.number > 0;
    if (!refused || is_lack_of_memory(error)) throw;
    return {.epochs = epochs, .failed = error.what()};
  }
  return score_of(setting, jobs, options.folder, epochs);
}

RunResult test_trial(const TrialSetting& setting, const SearchTrial& trial, const TrialEffort& effort,
                     RunListener& listener) {
  const RunOptions options = options_of(setting, trial, effort);
  if (const RunRecord record(options.folder); record.has_result()) return record.read_result();
  return run_jobs(setting.dataset, trial.config, jobs_for({setting.split}, trial.config.train), options, listener);
}

}  // namespace gnnir

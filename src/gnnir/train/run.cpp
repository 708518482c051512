#include "gnnir/train/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <csignal>
#include <exception>
#include <mutex>
#include <optional>
#include <set>

#include "gnnir/base/clock.h"
#include "gnnir/base/memory.h"
#include "gnnir/base/stop.h"
#include "gnnir/nn/single_thread.h"
#include "gnnir/train/memory_estimate.h"
#include "gnnir/train/run_folder.h"

namespace gnnir {
namespace {

/// Per score its summary over the jobs that have it as a finite number; in "folds" the others are null, so that places
/// stay those of the jobs.
Json to_json(const std::vector<Scores>& over_jobs) {
  std::set<std::string> names;
  for (const Scores& scores : over_jobs) {
    for (const auto& [name, value] : scores) names.insert(name);
  }
  Json json = Json::object();
  for (const std::string& name : names) {
    std::vector<double> values;
    Json places = Json::array();
    for (const Scores& scores : over_jobs) {
      const auto found = scores.find(name);
      const bool counts = found != scores.end() && std::isfinite(found->second);
      places.push_back(counts ? Json(found->second) : Json());
      if (counts) values.push_back(found->second);
    }
    if (values.empty()) continue;
    const Summary summary = summarize(values);
    json[name] = {{"mean", summary.mean}, {"std", summary.std}, {"median", summary.median},
                  {"min", summary.min},   {"max", summary.max}, {"folds", places}};
  }
  return json;
}

Json result_of(const Dataset& dataset, const RunConfig& config, const std::vector<Job>& jobs,
               const std::vector<TrainResult>& outcomes, double seconds) {
  std::vector<Scores> validation;
  std::vector<Scores> test;
  std::map<std::string, std::vector<Scores>> extra;
  Json names = Json::array();
  Json best_epochs = Json::array();
  Json epochs = Json::array();
  Json job_seconds = Json::array();
  for (const TrainResult& outcome : outcomes) {
    validation.push_back(outcome.validation);
    test.push_back(outcome.test);
    for (const auto& [name, scores] : outcome.extra_tests) extra[name].push_back(scores);
    best_epochs.push_back(outcome.best_epoch);
    epochs.push_back(outcome.epochs);
    job_seconds.push_back(outcome.seconds);
  }
  Json result = {{"event", "result"},
                 {"dataset", dataset.name},
                 {"graphs", dataset.size()},
                 {"parameters", outcomes.front().parameters},
                 {"ir_layers", config.model.ir.layers},
                 {"width", config.model.ir.width == all_nodes ? Json("all") : Json(config.model.ir.width)},
                 {"test", to_json(test)},
                 {"validation", to_json(validation)}};
  for (const auto& [name, scores] : extra) result[name] = to_json(scores);
  for (const Job& job : jobs) names.push_back(job.name);
  result["jobs"] = names;
  result["epochs"] = epochs;
  result["best_epochs"] = best_epochs;
  result["job_seconds"] = job_seconds;  // of all sessions
  result["seconds"] = seconds;          // of this one
  result["peak_rss_mb"] = peak_memory_mb();
  return result;
}

std::string describe(const Scores& scores) {
  std::string text;
  for (const auto& [name, value] : scores) text += fmt::format(" {}={:.6g}", name, value);
  return text;
}

ErrorKind stop_kind() { return stop_requested() == SIGINT ? ErrorKind::interrupted : ErrorKind::terminated; }

/// Trains the jobs of one run.
class Runner {
 public:
  Runner(const Dataset& dataset, const RunConfig& config, const std::vector<Job>& jobs, const RunOptions& options,
         RunListener& listener)
      : dataset_(dataset),
        config_(config),
        jobs_(jobs),
        options_(options),
        listener_(listener),
        folder_(options, config, jobs, dataset),
        finished_(jobs.size()) {}

  /// As many jobs as there are threads run side by side, one thread each. Where fewer are left, they share the threads.
  std::vector<TrainResult> run() {
    folder_.log(fmt::format("{}{}: {} graphs, {} job(s), {} thread(s)", options_.resume ? "resumed: " : "",
                            dataset_.name, dataset_.size(), jobs_.size(), options_.threads));
    for (std::size_t begin = 0; begin < jobs_.size();) {
      const std::size_t left = jobs_.size() - begin;
      const std::size_t count = left < options_.threads ? left : left / options_.threads * options_.threads;
      ThreadPool job_pool(std::min(options_.threads, count), use_single_threaded_operations);
      job_pool.run(count, [&](std::size_t i) { run_and_note_failure(begin + i, options_.threads / job_pool.size()); });
      begin += count;
    }
    if (failure_) std::rethrow_exception(failure_);
    std::vector<TrainResult> results;
    for (const auto& result : finished_) {
      if (!result) throw interruption();
      results.push_back(*result);
    }
    return results;
  }

  RunFolder& folder() { return folder_; }

 private:
  [[nodiscard]] bool must_leave() const { return failed_ || stop_requested() != 0; }

  [[nodiscard]] Error interruption() {
    folder_.log("interrupted");
    const std::filesystem::path& folder = options_.resume_folder.empty() ? options_.folder : options_.resume_folder;
    const std::string how =
        folder_.active() ? fmt::format("; saved. Go on with: gnnir {} --resume {}", options_.verb, folder.string())
                         : "";
    return {stop_kind(), "interrupted" + how};
  }

  void run_and_note_failure(std::size_t number, std::size_t threads) {
    try {
      if (!must_leave()) run_job(number, threads);
    } catch (...) {
      const std::lock_guard lock(telling_);
      if (!failure_) failure_ = std::current_exception();
      failed_ = true;
    }
  }

  void run_job(std::size_t number, std::size_t threads) {
    const Job& job = jobs_[number];
    JobFiles files(folder_, job, dataset_);
    if (options_.resume) finished_[number] = files.read_outcome();
    if (!finished_[number]) {
      ThreadPool shard_pool(threads, use_single_threaded_operations);
      RunConfig job_config = config_;
      job_config.train.seed = job.seed;
      Training training(dataset_, job.split, job_config, shard_pool);
      if (options_.resume) files.restore(training, [this](const std::string& text) { warn(text); });
      if (!train(training, job, files)) return;
      const TrainOutcome outcome = training.finish();
      warn_of_bad_scores(job, outcome);
      const std::string remark = remark_on_cut_cells(outcome.cut_cells, config_.model.ir);
      if (!remark.empty()) warn(label(job) + remark);
      files.on_end(outcome);
      finished_[number] = outcome;
    }
    const std::lock_guard lock(telling_);
    const TrainResult& result = *finished_[number];
    folder_.log(fmt::format("{}done after {} epochs ({}), best {}: validation{} test{}", label(job), result.epochs,
                            result.stopped_because, result.best_epoch, describe(result.validation),
                            describe(result.test)));
    listener_.on_job_end(job, result);
  }

  /// Whether it came to its end; otherwise it is saved.
  bool train(Training& training, const Job& job, JobFiles& files) {
    for (std::int64_t steps = 1; !training.done(); ++steps) {
      if (must_leave()) {
        files.save(training);
        return false;
      }
      const std::optional<EpochReport> report = training.advance();
      if (report) {
        const std::lock_guard lock(telling_);
        files.on_epoch(*report, training.model());
        folder_.log(fmt::format("{}epoch {} lr {:.3g} train{} validation{}", label(job), report->epoch, report->lr,
                                describe(report->train), describe(report->validation)));
        listener_.on_epoch(job, *report);
      }
      const bool due = options_.checkpoint_every > 0 && steps % options_.checkpoint_every == 0;
      if (due || (report && files.save_is_worth_its_time())) files.save(training);
    }
    return true;
  }

  void warn_of_bad_scores(const Job& job, const TrainResult& result) {
    const auto look_at = [&](const std::string& part, const Scores& scores) {
      for (const auto& [name, value] : scores) {
        if (std::isfinite(value)) continue;
        warn(fmt::format("{}the {} of the {} graphs is not a finite number", label(job), name, part));
      }
    };
    look_at("test", result.test);
    for (const auto& [name, scores] : result.extra_tests) look_at(name, scores);
  }

  /// Jobs run side by side; whoever listens hears one at a time.
  void warn(const std::string& text) {
    const std::lock_guard lock(telling_);
    if (options_.warn) options_.warn(text);
  }

  static std::string label(const Job& job) { return job.name.empty() ? "" : job.name + ": "; }

  const Dataset& dataset_;
  const RunConfig& config_;
  const std::vector<Job>& jobs_;
  const RunOptions& options_;
  RunListener& listener_;
  RunFolder folder_;
  std::vector<std::optional<TrainResult>> finished_;
  std::mutex telling_;
  std::exception_ptr failure_;
  std::atomic<bool> failed_ = false;
};

}  // namespace

Json run_jobs(const Dataset& dataset, const RunConfig& config, const std::vector<Job>& jobs, const RunOptions& options,
              RunListener& listener) {
  const Stopwatch watch;
  use_single_threaded_operations();
  if (jobs.empty()) throw usage_error("[run] there is nothing to train");
  if (options.threads < 1) throw usage_error("[run] threads: expected at least 1, found 0");
  // All that can be refused is refused before a folder is made.
  for (const Job& job : jobs) check_trainable(dataset, job.split, config);
  const MemoryEstimate memory = require_memory_for_training(dataset, config, jobs, options.threads, options.max_memory);
  if (options.warn && !options.resume) {
    const Task task = resolve_task(dataset, config.data);
    for (const std::string& remark : remarks_on_data(dataset, jobs, task)) options.warn(remark);
  }
  if (stop_requested() != 0) throw Error(stop_kind(), "interrupted before the run began");
  Runner runner(dataset, config, jobs, options, listener);
  const std::vector<TrainResult> outcomes = runner.run();
  Json result = result_of(dataset, config, jobs, outcomes, watch.seconds());
  result["memory_estimate_mb"] = memory.total() / (1 << 20);
  runner.folder().write_result(result);
  return result;
}

}  // namespace gnnir

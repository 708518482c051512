#include "gnnir/run/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <mutex>
#include <optional>

#include "gnnir/base/clock.h"
#include "gnnir/base/memory.h"
#include "gnnir/base/stoppable.h"
#include "gnnir/infer/predictor.h"
#include "gnnir/models/registry.h"
#include "gnnir/nn/errors_only.h"
#include "gnnir/run/memory_estimate.h"
#include "gnnir/run/run_folder.h"

namespace gnnir {
namespace {

RunResult result_of(const Dataset& dataset, const RunConfig& config, const std::vector<Job>& jobs,
                    const std::vector<TrainResult>& outcomes) {
  RunResult result;
  result.dataset = dataset.name;
  result.graphs = dataset.size();
  result.ir_layers = config.model.ir.layers;
  result.width = config.model.ir.width;
  for (const Job& job : jobs) result.jobs.push_back(job.name);
  result.take(outcomes);
  return result;
}

std::string describe(const Scores& scores) {
  std::string text;
  for (const auto& [name, value] : scores) text += fmt::format(" {}={:.6g}", name, value);
  return text;
}

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
      ThreadPool job_pool(std::min(options_.threads, count));
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
  /// A reason to stop, once given, stays.
  [[nodiscard]] bool must_leave() {
    if (const StopReason reason = reason_to_stop(options_.stop); reason != StopReason::none) stopped_ = reason;
    return failed_ || stopped_ != StopReason::none;
  }

  /// The same for the steps of a training, which are dropped where they stand.
  [[nodiscard]] StopReason reason_to_leave() {
    if (!must_leave()) return StopReason::none;
    return stopped_ == StopReason::none ? StopReason::terminated : stopped_.load();
  }

  [[nodiscard]] Error interruption() {
    folder_.log("interrupted");
    const std::filesystem::path& folder = options_.resume_folder.empty() ? options_.folder : options_.resume_folder;
    const std::string how = folder_.active() ? fmt::format("; saved. Go on with: run.resume={}", folder.string()) : "";
    return {error_kind(stopped_), "interrupted" + how, folder_.active() ? "run.resume" : ""};
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
      ThreadPool shard_pool(threads);
      RunConfig job_config = config_;
      job_config.train.seed = job.seed;
      const TrainContext context(shard_pool, options_.execution, local_reducer(), [this] { return reason_to_leave(); });
      Training training(dataset_, job.split, job_config, context);
      if (options_.resume) files.restore(training, [this](const std::string& text) { warn(text); });
      const std::optional<TrainOutcome> ended = train(training, job, files);
      if (!ended) return;
      const TrainOutcome& outcome = *ended;
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

  /// What it came to; if it is told to leave, it is saved, as it was before the step that it had begun.
  std::optional<TrainOutcome> train(Training& training, const Job& job, JobFiles& files) {
    try {
      take_steps(training, job, files);
      return training.finish();
    } catch (const Stopped&) {
      files.save(training);
      return std::nullopt;
    }
  }

  void take_steps(Training& training, const Job& job, JobFiles& files) {
    for (std::int64_t steps = 1; !training.done(); ++steps) {
      if (const StopReason reason = reason_to_leave(); reason != StopReason::none) throw Stopped(reason);
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
    listener_.on_warning(text);
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
  std::atomic<StopReason> stopped_ = StopReason::none;
};

}  // namespace

static RunResult run_all(const Dataset& dataset, const RunConfig& config, const std::vector<Job>& jobs,
                         const RunOptions& options, RunListener& listener) {
  const Stopwatch watch;
  if (jobs.empty()) throw usage_error("[run] there is nothing to train");
  if (options.threads < 1) throw setting_error("run.threads", "expected at least 1, found 0");
  // All that can be refused is refused before a folder is made.
  for (const Job& job : jobs) check_trainable(dataset, job.split, config);
  const MemoryEstimate memory =
      require_memory_for_training(dataset, config, jobs, options.threads, options.max_memory, options.execution);
  const ModelShape shape = header_for(dataset, jobs.front().split, config).shape();
  listener.on_start({dataset, config, jobs, options.threads, options.resume,
                     make_model(config.model, shape, options.execution)->engine_parts()});
  if (!options.resume) {
    const Task task = resolve_task(dataset, config.data);
    for (const std::string& remark : remarks_on_data(dataset, jobs, task)) listener.on_warning(remark);
  }
  if (const StopReason reason = reason_to_stop(options.stop); reason != StopReason::none) {
    throw Error(error_kind(reason), "interrupted before the run began");
  }
  Runner runner(dataset, config, jobs, options, listener);
  RunResult result = result_of(dataset, config, jobs, runner.run());
  result.seconds = watch.seconds();
  result.peak_rss_mb = peak_memory_mb();
  result.memory_estimate_mb = memory.total() / (1 << 20);
  runner.folder().write_result(result);
  return result;
}

RunResult run_jobs(const Dataset& dataset, const RunConfig& config, const std::vector<Job>& jobs,
                   const RunOptions& options, RunListener& listener) {
  return errors_only([&] { return run_all(dataset, config, jobs, options, listener); });
}

}  // namespace gnnir

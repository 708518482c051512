#include "gnnir/run/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>

#include "gnnir/base/clock.h"
#include "gnnir/base/memory.h"
#include "gnnir/base/stoppable.h"
#include "gnnir/infer/predictor.h"
#include "gnnir/models/registry.h"
#include "gnnir/nn/errors_only.h"
#include "gnnir/record/extend_run.h"
#include "gnnir/report/run_report.h"
#include "gnnir/run/certified_on_test.h"
#include "gnnir/run/memory_estimate.h"
#include "gnnir/run/models_by_split.h"
#include "gnnir/run/run_folder.h"
#include "gnnir/run/scores_of_a_guess.h"
#include "gnnir/run/test_predictions.h"
#include "gnnir/run/time_shares.h"
#include "gnnir/train/initial_weights.h"

namespace gnnir {
namespace {

RunResult result_of(const Dataset& dataset, const RunConfig& config, const std::vector<Job>& jobs,
                    const std::string& metric, const std::vector<TrainResult>& outcomes) {
  RunResult result;
  result.dataset = dataset.name;
  result.metric = metric;
  result.graphs = dataset.size();
  result.ir_layers = config.model.ir.layers;
  result.width = config.model.ir.width;
  for (const Job& job : jobs) result.jobs.push_back(job.name);
  result.take(outcomes);
  return result;
}

/// Without those of single targets and classes, which may be many.
std::string describe(const Scores& scores) {
  std::string text;
  for (const auto& [name, value] : scores) {
    if (!is_of_one(name)) text += fmt::format(" {}={:.6g}", name, value);
  }
  return text;
}

/// The time of a run, in all its sessions.
class RunTime {
 public:
  RunTime(const TimeLimit& limit, const RunFolder& folder) : limit_(limit), folder_(folder), start_(limit.now()) {
    if (is_kept()) used_ = folder.record().read_time_used();
    earlier_ = used_.seconds;
  }

  [[nodiscard]] double left() const { return limit_.seconds - used(); }
  [[nodiscard]] double used_by(const Job& job) const { return used_.of(job.name); }

  /// The job has used so much, in all sessions.
  void note(const Job& job, double seconds) {
    if (!is_kept()) return;
    const std::lock_guard lock(noting_);
    used_.jobs[job.name] = seconds;
    used_.seconds = used();
    folder_.record().write_time_used(used_);
  }

 private:
  [[nodiscard]] bool is_kept() const { return folder_.active() && std::isfinite(limit_.seconds); }
  [[nodiscard]] double used() const { return earlier_ + limit_.now() - start_; }

  const TimeLimit& limit_;
  const RunFolder& folder_;
  double start_;
  double earlier_ = 0;
  TimeUsed used_;
  std::mutex noting_;
};

/// What is found out about a run before its folder is made.
struct Prospect {
  MemoryEstimate memory;
  ModelHeader header;
  std::vector<EnginePart> engine_parts;
  MainMetric metric;  ///< of all jobs; what fits the data could be another for each of them
};

/// All that can be refused is refused here.
Prospect examine(const Dataset& dataset, const RunConfig& config, const std::vector<Job>& jobs,
                 const RunOptions& options) {
  if (jobs.empty()) throw usage_error("[run] there is nothing to train");
  if (options.threads < 1) throw setting_error("run.threads", "expected at least 1, found 0");
  for (const Job& job : jobs) check_trainable(dataset, job.split, config);
  const MemoryEstimate memory =
      require_memory_for_training(dataset, config, jobs, options.threads, options.max_memory, options.execution);
  const ModelHeader header = header_for(dataset, jobs.front().split, config);
  if (const StopReason reason = reason_to_stop(options.stop); reason != StopReason::none) {
    throw Error(error_kind(reason), "interrupted before the run began");
  }
  return {memory, header, make_model(config.model, header.shape(), options.execution)->engine_parts(),
          main_metric(config.train.metric, header.targets)};
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
        prospect_(examine(dataset, config, jobs, options)),
        metric_(prospect_.metric.name),
        folder_(options, config, jobs, dataset),
        finished_(jobs.size()) {}

  RunResult run() {
    const Stopwatch watch;
    time_.emplace(options_.time, folder_);
    tell_start();
    const std::vector<TrainResult> outcomes = train_jobs();
    if (outcomes.empty()) return {};  // paused
    RunResult result = result_of(dataset_, config_, jobs_, metric_, outcomes);
    const std::vector<TogetherOnTest> together = together_on_test(dataset_, jobs_, options_);
    if (!together.empty()) {
      std::vector<Scores> scores;
      for (const TogetherOnTest& of_split : together) scores.push_back(of_split.scores);
      result.parts.emplace_back("test_together", summarize_scores(scores));
    }
    result.parts.emplace_back("test_guess", summarize_scores(scores_of_a_guess(dataset_, config_, jobs_)));
    result.seconds = watch.seconds();
    result.peak_rss_mb = peak_memory_mb();
    result.memory_estimate_mb = prospect_.memory.total() / (1 << 20);
    if (std::isfinite(options_.time.seconds)) result.time_limit = options_.time.seconds;
    if (folder_.active()) {
      join_test_predictions(folder_.record(), jobs_, dataset_, together);
      add_figures(result);
    }
    folder_.write_result(result);
    return result;
  }

 private:
  void tell_start() {
    listener_.on_start({dataset_, config_, jobs_, options_.threads, options_.resume, prospect_.engine_parts,
                        options_.time, prospect_.metric});
    if (options_.resume) return;
    if (const std::string remark = remark_on_head(config_, prospect_.header); !remark.empty()) {
      listener_.on_warning(remark);
    }
    const Task task = resolve_task(dataset_, config_.data);
    for (const std::string& remark : remarks_on_data(dataset_, jobs_, task)) listener_.on_warning(remark);
  }

  /// What a page would show beside the scores; without it the run is no less complete.
  void add_figures(RunResult& result) {
    std::vector<Split> splits;
    for (const Job& job : jobs_) splits.push_back(job.split);
    try {
      describe_result(result, folder_.record().folder(), dataset_, splits);
      result.figures["order"] = certified_on_test(dataset_, jobs_, options_).to_json();
    } catch (const Stopped&) {
      // The result does not wait for it.
    } catch (const Error& error) {
      warn(fmt::format("result.json lacks figures for a page: {}", error.what()));
    }
  }

  std::vector<TrainResult> train_jobs() {
    folder_.log(fmt::format("{}{}: {} graphs, {} job(s), {} thread(s), metric {}", options_.resume ? "resumed: " : "",
                            dataset_.name, dataset_.size(), jobs_.size(), options_.threads, metric_));
    const std::vector<std::size_t> to_do = jobs_to_do();
    std::vector<double> used;
    for (const std::size_t number : to_do) used.push_back(time_->used_by(jobs_[number]));
    const TimeShares shares(used, options_.threads);
    for (const Wave& wave : waves_of(to_do.size(), options_.threads)) {
      ThreadPool job_pool(wave.at_once);
      job_pool.run(wave.count, [&](std::size_t i) {
        const std::size_t place = wave.begin + i;
        run_and_note_failure(to_do[place], options_.threads / wave.at_once,
                             [&] { return shares.share(place, time_->left()); });
      });
    }
    if (failure_) std::rethrow_exception(failure_);
    std::vector<TrainResult> results;
    for (const auto& result : finished_) {
      if (!result && options_.pause_after > 0 && stopped_ == StopReason::none) return {};
      if (!result) throw interruption();
      results.push_back(*result);
    }
    return results;
  }

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

  /// All but those that an earlier session has finished.
  std::vector<std::size_t> jobs_to_do() {
    std::vector<std::size_t> numbers;
    for (std::size_t number = 0; number < jobs_.size(); ++number) {
      if (options_.resume) finished_[number] = JobFiles(folder_, jobs_[number], dataset_, config_.train).read_outcome();
      finished_[number] ? tell_end(number) : numbers.push_back(number);
    }
    return numbers;
  }

  void run_and_note_failure(std::size_t number, std::size_t threads, const std::function<double()>& share) {
    try {
      if (!must_leave()) run_job(number, threads, share());
    } catch (...) {
      const std::lock_guard lock(telling_);
      if (!failure_) failure_ = std::current_exception();
      failed_ = true;
    }
  }

  void run_job(std::size_t number, std::size_t threads, double seconds) {
    const Job& job = jobs_[number];
    JobFiles files(folder_, job, dataset_, config_.train);
    ThreadPool shard_pool(threads);
    RunConfig job_config = config_;
    job_config.train.seed = job.seed;
    job_config.train.metric = metric_;
    const TrainContext context(shard_pool, options_.execution, local_reducer(), [this] { return reason_to_leave(); },
                               {seconds, options_.time.now});
    Training training(dataset_, job.split, job_config, context);
    if (options_.resume) files.restore(training, [this](const std::string& text) { warn(text); });
    std::optional<TrainOutcome> outcome = train(training, job, files);
    if (!outcome) return;
    if (!has_several_splits()) forget_test_part(outcome->model);
    warn_of_bad_scores(job, *outcome);
    warn_without_metric(job, *outcome);
    const std::string remark = remark_on_cut_cells(outcome->cut_cells, config_.model.ir);
    if (!remark.empty()) warn(label(job) + remark);
    files.on_end(*outcome);
    time_->note(job, outcome->seconds);
    finished_[number] = *outcome;
    tell_end(number);
  }

  void tell_end(std::size_t number) {
    const std::lock_guard lock(telling_);
    const Job& job = jobs_[number];
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
      if (options_.pause_after == 0) {
        if (could_go_on(config_.train)) save(training, job, files);
        return training.finish();
      }
    } catch (const Stopped&) {
      // saved like one that pauses
    }
    save(training, job, files);
    return std::nullopt;
  }

  [[nodiscard]] bool goes_on(const Training& training) const {
    const bool pauses = options_.pause_after > 0 && training.progress().epoch > options_.pause_after;
    return !training.done() && !pauses;
  }

  void take_steps(Training& training, const Job& job, JobFiles& files) {
    for (std::int64_t steps = 1; goes_on(training); ++steps) {
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
      if (due || (report && files.save_is_worth_its_time())) save(training, job, files);
    }
  }

  [[nodiscard]] bool has_several_splits() const {
    return std::any_of(jobs_.begin(), jobs_.end(), [&](const Job& job) { return job.split != jobs_.front().split; });
  }

  /// Only folds that answer together have a use for it.
  static void forget_test_part(TrainedModel& model) {
    HeldOut held_out = *model.held_out;
    held_out.test = {};
    model.held_out = std::make_shared<const HeldOut>(std::move(held_out));
  }

  void save(Training& training, const Job& job, JobFiles& files) {
    files.save(training);
    time_->note(job, training.progress().seconds);
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

  /// What counts cannot be said of every part: the most common reason is that a part has one class only.
  void warn_without_metric(const Job& job, const TrainOutcome& outcome) {
    for (const auto& [part, lacks] : outcome.lacks) {
      const auto found = lacks.find(metric_);
      if (found == lacks.end()) continue;
      const bool picks = part == "validation" && config_.train.select_by == ModelSelection::metric;
      warn(fmt::format("{}there is no {} of the {} graphs: {}{}", label(job), metric_, part, found->second,
                       picks ? "; the loss picks the epoch" : ""));
    }
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
  const RunOptions options_;
  RunListener& listener_;
  const Prospect prospect_;
  const std::string& metric_;
  RunFolder folder_;
  std::optional<RunTime> time_;
  std::vector<std::optional<TrainResult>> finished_;
  std::mutex telling_;
  std::exception_ptr failure_;
  std::atomic<bool> failed_ = false;
  std::atomic<StopReason> stopped_ = StopReason::none;
};

}  // namespace

BegunRun::BegunRun(const Dataset& dataset, const RunConfig& config, const std::vector<Job>& jobs,
                   const RunOptions& options, RunListener& listener) {
  const auto runner = errors_only([&] { return std::make_shared<Runner>(dataset, config, jobs, options, listener); });
  work_ = [runner] { return errors_only([&] { return runner->run(); }); };
}

RunResult run_jobs(const Dataset& dataset, const RunConfig& config, const std::vector<Job>& jobs,
                   const RunOptions& options, RunListener& listener) {
  return BegunRun(dataset, config, jobs, options, listener).work();
}

}  // namespace gnnir

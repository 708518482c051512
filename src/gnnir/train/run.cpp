#include "gnnir/train/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <set>

#include "gnnir/base/clock.h"
#include "gnnir/base/memory.h"
#include "gnnir/nn/single_thread.h"
#include "gnnir/train/run_folder.h"

namespace gnnir {
namespace {

/// Per score its summary over the jobs that have it; in "folds" the others are null, so that places stay those of the
/// jobs.
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
      places.push_back(found == scores.end() ? Json() : Json(found->second));
      if (found != scores.end()) values.push_back(found->second);
    }
    const Summary summary = summarize(values);
    json[name] = {{"mean", summary.mean}, {"std", summary.std}, {"median", summary.median},
                  {"min", summary.min},   {"max", summary.max}, {"folds", places}};
  }
  return json;
}

Json result_of(const Dataset& dataset, const RunConfig& config, const std::vector<Job>& jobs,
               const std::vector<TrainOutcome>& outcomes, double seconds) {
  std::vector<Scores> validation;
  std::vector<Scores> test;
  std::map<std::string, std::vector<Scores>> extra;
  Json names = Json::array();
  Json best_epochs = Json::array();
  Json epochs = Json::array();
  for (const TrainOutcome& outcome : outcomes) {
    validation.push_back(outcome.validation);
    test.push_back(outcome.test);
    for (const auto& [name, scores] : outcome.extra_tests) extra[name].push_back(scores);
    best_epochs.push_back(outcome.best_epoch);
    epochs.push_back(outcome.epochs);
  }
  Json result = {{"event", "result"},
                 {"dataset", dataset.name},
                 {"graphs", dataset.size()},
                 {"parameters", outcomes.front().parameters},
                 {"ir_layers", config.model.ir.layers},
                 {"width", config.model.ir.width},
                 {"test", to_json(test)},
                 {"validation", to_json(validation)}};
  for (const auto& [name, scores] : extra) result[name] = to_json(scores);
  for (const Job& job : jobs) names.push_back(job.name);
  result["jobs"] = names;
  result["epochs"] = epochs;
  result["best_epochs"] = best_epochs;
  result["seconds"] = seconds;
  result["peak_rss_mb"] = peak_memory_mb();
  return result;
}

std::string describe(const Scores& scores) {
  std::string text;
  for (const auto& [name, value] : scores) text += fmt::format(" {}={:.6g}", name, value);
  return text;
}

}  // namespace

Json run_jobs(const Dataset& dataset, const RunConfig& config, const std::vector<Job>& jobs, const RunOptions& options,
              RunListener& listener) {
  const Stopwatch watch;
  use_single_threaded_operations();
  for (const Job& job : jobs) check_trainable(dataset, job.split, config);  // before a folder is made
  RunFolder folder(options, config, jobs);
  folder.log(fmt::format("{}: {} graphs, {} job(s), {} thread(s)", dataset.name, dataset.size(), jobs.size(),
                         options.threads));
  std::vector<std::optional<TrainOutcome>> finished(jobs.size());
  std::mutex telling;

  const auto run_job = [&](std::size_t number, std::size_t threads) {
    const Job& job = jobs[number];
    const std::string label = job.name.empty() ? "" : job.name + ": ";
    ThreadPool shard_pool(threads, use_single_threaded_operations);
    RunConfig job_config = config;
    job_config.train.seed = job.seed;
    JobFiles files(folder, job);
    TrainOutcome outcome = train_model(
        dataset, job.split, job_config, shard_pool, [&](const EpochReport& report, const TrainedModel& model) {
          const std::lock_guard lock(telling);
          files.on_epoch(report, model);
          folder.log(fmt::format("{}epoch {} lr {:.3g} train{} validation{}", label, report.epoch, report.lr,
                                 describe(report.train), describe(report.validation)));
          listener.on_epoch(job, report);
        });
    const std::lock_guard lock(telling);
    files.on_end(outcome);
    folder.log(fmt::format("{}done after {} epochs ({}), best {}: validation{} test{}", label, outcome.epochs,
                           outcome.stopped_because, outcome.best_epoch, describe(outcome.validation),
                           describe(outcome.test)));
    listener.on_job_end(job, outcome);
    finished[number] = std::move(outcome);
  };
  // As many jobs as there are threads run side by side, one thread each. Where fewer are left, they share the threads.
  for (std::size_t begin = 0; begin < jobs.size();) {
    const std::size_t left = jobs.size() - begin;
    const std::size_t count = left < options.threads ? left : left / options.threads * options.threads;
    ThreadPool job_pool(std::min(options.threads, count), use_single_threaded_operations);
    job_pool.run(count, [&](std::size_t i) { run_job(begin + i, options.threads / job_pool.size()); });
    begin += count;
  }

  std::vector<TrainOutcome> outcomes;
  for (auto& outcome : finished) outcomes.push_back(std::move(*outcome));
  const Json result = result_of(dataset, config, jobs, outcomes, watch.seconds());
  folder.write_result(result);
  return result;
}

}  // namespace gnnir

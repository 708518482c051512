#include "gnnir/tune/tune.h"

#include <fmt/format.h>

#include <cmath>

#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/data/fingerprint.h"
#include "gnnir/data/rejects.h"
#include "gnnir/data/split/methods.h"
#include "gnnir/nn/errors_only.h"
#include "gnnir/report/report_of.h"
#include "gnnir/report/run_report.h"
#include "gnnir/train/prepare.h"
#include "gnnir/tune/search.h"

namespace gnnir {
namespace {

/// With settings for these graphs, a space and a number of trials.
Tuning settled_tuning(Tuning tuning, const Dataset& dataset, TuneListener& listener) {
  Experiment& experiment = tuning.experiment;
  const double seconds = experiment.time.seconds;
  experiment.time.seconds = TimeLimit().seconds;  // it is not that of the first trial alone
  auto [settled_experiment, words] = settled(experiment, dataset);
  experiment = std::move(settled_experiment);
  experiment.time.seconds = seconds;
  if (!words.empty()) listener.on_choice(words);
  if (!tuning.space) tuning.space = default_search_space(experiment.config, tuning.fixed);
  require_searchable(*tuning.space, tuning.fixed);
  if (!tuning.trials && !std::isfinite(seconds)) tuning.trials = default_trials;
  if (tuning.trials && *tuning.trials < 2) {
    throw setting_error("tune.trials", "expected at least 2, found {}: the first one is the defaults", *tuning.trials);
  }
  if (experiment.config.train.epochs < 1) throw setting_error("train.epochs", "expected at least 1, found 0");
  if (!experiment.config.train.init.empty()) {
    throw setting_error("train.init",
                        "a search draws models of different sizes: none can begin with another's weights");
  }
  return tuning;
}

std::vector<Split> splits_of(const Tuning& tuning, const Dataset& dataset) {
  const Experiment& experiment = tuning.experiment;
  if (experiment.resume) return RunRecord(experiment.folder).read_splits(dataset.size());
  const DataOptions& data = experiment.config.data;
  return experiment.cross_validate ? make_folds(dataset, data) : std::vector<Split>{make_split(dataset, data)};
}

void require_tunable(const Dataset& dataset, const RunConfig& config, const std::vector<Split>& splits) {
  for (const Split& split : splits) {
    check_trainable(dataset, split, config);
    if (split.validation.empty()) {
      throw setting_error("data.validation_fraction", "trials are compared on validation graphs, and there are none");
    }
  }
}

void make_folder(const Tuning& tuning, const Dataset& dataset, const std::vector<Split>& splits) {
  refuse_used_folder(tuning.experiment.folder);
  const NewFolder folder(tuning.experiment.folder);
  const TuningRecord record(folder.path());
  RunRecord(folder.path()).write_splits(splits);
  for (std::size_t fold = 1; splits.size() > 1 && fold <= splits.size(); ++fold) {
    create_new_folder(record.fold(fold).folder());
  }
  record.write_asked(tuning, fingerprint(dataset));
  folder.take_place();
}

void require_same_data(const Tuning& tuning, const Dataset& dataset) {
  const std::string begun_on = read_tuning(tuning.experiment.folder).data;
  const std::string found = fingerprint(dataset);
  if (found == begun_on) return;
  throw setting_error("run.resume",
                      "the data set has changed since {} was begun, or is another: its checksum is {}, expected {}",
                      tuning.experiment.folder.string(), found, begun_on);
}

/// Trials of earlier sessions are known by their journals alone.
void prepare_folder(const TuningRecord& record) {
  std::filesystem::create_directories(record.folder() / "trials");
  remove_pending_files(record.folder());
  if (!std::filesystem::exists(record.timings())) write_file_atomically(record.timings(), "trial,epochs,seconds\n");
}

void tell_remarks(const Tuning& tuning, const Dataset& dataset, const std::vector<Split>& splits,
                  TuneListener& listener) {
  for (const std::string& remark : remarks_on_reading(dataset)) listener.on_warning(remark);
  if (tuning.experiment.resume) return;
  const RunConfig& config = tuning.experiment.config;
  const std::vector<Job> jobs = jobs_for(splits, config.train);
  for (const std::string& remark : remarks_on_data(dataset, jobs, resolve_task(dataset, config.data))) {
    listener.on_warning(remark);
  }
}

Json trial_json(const SearchTrial& trial) {
  Json json = {{"trial", trial.number}};
  for (const auto& [path, value] : trial.settings) json["settings"][path] = value;
  json["epochs"] = trial.last().epochs;
  if (!trial.last().failed.empty()) json["failed"] = trial.last().failed;
  if (trial.last().failed.empty()) json["best_epoch"] = trial.last().best_epoch;
  if (trial.last().value) json["validation"] = *trial.last().value;
  if (trial.last().loss) json["validation_loss"] = *trial.last().loss;
  return json;
}

TuneResult search_all(const Tuning& tuning, const Dataset& dataset, const std::vector<Split>& splits,
                      TuneListener& listener) {
  const Experiment& experiment = tuning.experiment;
  const TuningRecord record(experiment.folder);
  TuneResult result;
  for (std::size_t fold = 0; fold < splits.size(); ++fold) {
    const bool several = splits.size() > 1;
    if (several) listener.on_fold(fold + 1, splits.size());
    const MainMetric metric =
        main_metric(experiment.config.train.metric, targets_for(dataset, splits[fold], experiment.config));
    const TrialSetting setting{dataset, splits[fold], experiment, several ? record.fold(fold + 1) : record,
                               metric.name};
    prepare_folder(setting.record);
    SearchClock clock(experiment.time, RunRecord(experiment.folder),
                      several ? RunRecord::fold_name(fold + 1) : "search", splits.size() - fold);
    result.searches.push_back(Search(tuning, setting, metric, clock, listener).run());
    clock.note();
    listener.on_search_end(result.searches.back());
  }
  if (splits.size() > 1) write_file_atomically(record.result(), to_text(result.to_json(), 2) + "\n");
  return result;
}

/// Pages that cannot be written lose nothing: what they show is in the search's other files.
void write_pages_of_search(const Tuning& tuning, const Dataset& dataset, std::size_t folds, TuneListener& listener) {
  const std::filesystem::path& folder = tuning.experiment.folder;
  const TuningRecord record(folder);
  try {
    for (std::size_t fold = 1; fold <= folds; ++fold) {
      const std::filesystem::path best = (folds > 1 ? record.fold(fold) : record).best();
      if (std::filesystem::exists(best)) write_run_report(best, {.dataset = &dataset});
    }
    write_report({.of = {folder}});
  } catch (const std::exception& error) {
    listener.on_warning(fmt::format("not all pages of the search were written: {}", error.what()));
  }
}

TuneResult tune_in_folder(const Tuning& given, const Dataset& dataset, TuneListener& listener) {
  require_runnable(given.experiment);
  const Tuning tuning = settled_tuning(given, dataset, listener);
  const Experiment& experiment = tuning.experiment;
  if (experiment.resume) require_same_data(tuning, dataset);
  const std::vector<Split> splits = splits_of(tuning, dataset);
  require_tunable(dataset, experiment.config, splits);
  tell_remarks(tuning, dataset, splits, listener);
  listener.on_start(
      {dataset, experiment.config, *tuning.space, splits.size(), tuning.trials,
       rungs_of(experiment.config.train.epochs),
       main_metric(experiment.config.train.metric, targets_for(dataset, splits.front(), experiment.config)),
       experiment.threads, experiment.resume});
  if (const StopReason reason = reason_to_stop(experiment.stop); reason != StopReason::none) {
    throw Error(error_kind(reason), "interrupted before the search began");
  }
  if (!experiment.resume) make_folder(tuning, dataset, splits);
  const FolderLock lock(experiment.folder);
  try {
    TuneResult result = search_all(tuning, dataset, splits, listener);
    write_pages_of_search(tuning, dataset, splits.size(), listener);
    listener.on_end(result, experiment.folder);
    return result;
  } catch (const Error& error) {
    write_pages_of_search(tuning, dataset, splits.size(), listener);
    if (!was_stopped(error.kind())) throw;
    throw Error(error.kind(), fmt::format("interrupted; saved. Go on with: run.resume={}", experiment.folder.string()),
                "run.resume");
  }
}

}  // namespace

std::optional<double> SearchResult::test_score() const {
  const ScoreSummaries& scores = test.part("test");
  const auto found = scores.find(metric);
  return found == scores.end() ? std::nullopt : std::optional(found->second.over_jobs.mean);
}

Json SearchResult::to_json() const {
  Json json = {{"metric", metric},
               {"higher_is_better", higher_is_better},
               {"trials", trials},
               {"defaults", trial_json(start)},
               {"best", trial_json(best)}};
  json["test"] = Json::object();
  for (const auto& [name, score] : test.part("test")) json["test"][name] = score.over_jobs.mean;
  json["importance"] = Json::object();
  for (const SettingImportance& setting : importance) json["importance"][setting.path] = setting.share;
  return json;
}

std::optional<Summary> TuneResult::test_scores() const {
  std::vector<double> scores;
  for (const SearchResult& search : searches) {
    if (const auto score = search.test_score()) scores.push_back(*score);
  }
  if (scores.empty() || scores.size() < searches.size()) return std::nullopt;
  return summarize(scores);
}

Json TuneResult::to_json() const {
  if (searches.size() == 1) return searches.front().to_json();
  Json json = {{"metric", searches.front().metric}};
  if (const auto scores = test_scores()) {
    json["test"] = {{"mean", scores->mean},
                    {"std", scores->std},
                    {"median", scores->median},
                    {"min", scores->min},
                    {"max", scores->max}};
  }
  json["folds"] = Json::array();
  for (const SearchResult& search : searches) json["folds"].push_back(search.to_json());
  return json;
}

TuneResult tune(const Tuning& tuning, const Dataset& dataset, TuneListener& listener) {
  return errors_only([&] { return tune_in_folder(tuning, dataset, listener); });
}

}  // namespace gnnir

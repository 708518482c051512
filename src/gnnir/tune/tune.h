#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gnnir/record/run_result.h"
#include "gnnir/record/search_trial.h"
#include "gnnir/record/tuning.h"
#include "gnnir/report/search_results.h"
#include "gnnir/run/run.h"

namespace gnnir {

/// What a search begins with.
struct SearchStart {
  const Dataset& dataset;
  const RunConfig& config;  ///< of the first trial
  const SearchSpace& space;
  std::size_t folds = 1;
  std::optional<std::int64_t> trials;  ///< of each search; nothing: as many as the time allows
  std::vector<std::int64_t> rungs;
  MainMetric metric;
  std::size_t threads = 1;
  bool resumed = false;
};

/// What a search came to: on the folder's validation graphs, and, of the winner only, on its test graphs.
struct SearchResult {
  std::string metric;
  bool higher_is_better = true;
  std::int64_t trials = 0;
  SearchTrial start;  ///< the first trial
  SearchTrial best;
  RunResult test;  ///< the winner's result, with all parts
  std::vector<SettingImportance> importance;
  std::filesystem::path folder;

  /// The test score of the main metric, over the trainings of the winner; nothing if it has none.
  [[nodiscard]] std::optional<double> test_score() const;
  [[nodiscard]] Json to_json() const;
};

/// Of all folds.
struct TuneResult {
  std::vector<SearchResult> searches;

  /// Of the folds' test scores; nothing if one has none.
  [[nodiscard]] std::optional<Summary> test_scores() const;
  [[nodiscard]] Json to_json() const;
};

/// What a search says while it works; called from one thread at a time. Whoever does not override it hears nothing.
class TuneListener {
 public:
  virtual ~TuneListener() = default;
  virtual void on_choice(const std::string& /*words*/) {}
  virtual void on_start(const SearchStart& /*start*/) {}
  /// Of the fold, from 1, begins or goes on the search.
  virtual void on_fold(std::size_t /*fold*/, std::size_t /*folds*/) {}
  /// So many trials are to go on, or begin, to this epoch.
  virtual void on_rung(std::int64_t /*bracket*/, std::size_t /*trials*/, std::int64_t /*epochs*/) {}
  virtual void on_epoch(const SearchTrial& /*trial*/, const EpochReport& /*report*/) {}
  /// It has reached a rung, or failed.
  virtual void on_score(const SearchTrial& /*trial*/, const TrialScore& /*score*/) {}
  virtual void on_winner(const SearchTrial& /*trial*/) {}
  virtual void on_search_end(const SearchResult& /*result*/) {}
  virtual void on_end(const TuneResult& /*result*/, const std::filesystem::path& /*folder*/) {}
  virtual void on_warning(const std::string& /*text*/) {}
};

/// Searches settings by random draws with successive halving: the first trial is where the search starts and is trained
/// to its end; then brackets of nine trials are drawn, of which the best third goes on at each rung (rungs_of). Trials
/// are ordinary runs in the folder, paused at rungs and resumed, so that no step is computed twice. Only validation
/// graphs are looked at, until the best of all that were trained to the end is tested, once. With cross_validate that
/// is done in every fold, within its training and validation graphs. The journal, the winner and its scores are a
/// function of data, settings and space, however often the search is interrupted and with any number of threads; with a
/// limit of time the clock decides how many trials there are, and what it decided is kept. Writes TuningRecord's files.
/// An Error of kind usage before a folder is made; of kind interrupted, terminated or hung_up if it was asked to stop:
/// read_tuning then says how to go on.
TuneResult tune(const Tuning& tuning, const Dataset& dataset, TuneListener& listener);

}  // namespace gnnir

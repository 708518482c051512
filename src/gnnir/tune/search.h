#pragma once

#include <atomic>
#include <exception>
#include <mutex>
#include <optional>
#include <vector>

#include "gnnir/record/search_journal.h"
#include "gnnir/tune/search_clock.h"
#include "gnnir/tune/trial_run.h"
#include "gnnir/tune/tune.h"

namespace gnnir {

/// One search, on one split: see tune().
class Search {
 public:
  /// tuning: with its settings settled and a space. All must outlive it.
  Search(const Tuning& tuning, const TrialSetting& setting, const MainMetric& metric, SearchClock& clock,
         TuneListener& listener);

  SearchResult run();

 private:
  using Numbers = std::vector<std::int64_t>;  ///< of trials

  /// The trials of the next bracket; none if the search is over.
  [[nodiscard]] Numbers next_bracket() const;
  void run_bracket(const Numbers& numbers);
  void draw(std::int64_t number);
  /// Whether all of them have a score now; otherwise the time is over.
  bool run_rung(const Numbers& numbers, std::size_t rung);
  /// Scores that an earlier session has found; how many.
  std::size_t take_known_scores(const Numbers& numbers, std::size_t rung);
  void train(const Numbers& numbers, std::int64_t epochs);
  void train_one(std::size_t place, const Numbers& numbers, std::int64_t epochs, std::size_t at_once);
  void note_score(std::size_t place, const Numbers& numbers, TrialScore score);
  /// The exception at work ends the search.
  void note_failure();
  [[nodiscard]] Numbers promoted(const Numbers& numbers, std::size_t rung) const;
  /// How many of so many trials the time allows, up to the last rung, if they begin, or go on, from this one.
  [[nodiscard]] std::size_t as_time_allows(std::size_t trials, std::size_t rung) const;

  [[nodiscard]] SearchTrial& trial(std::int64_t number) { return trials_[static_cast<std::size_t>(number)]; }
  [[nodiscard]] const SearchTrial& trial(std::int64_t number) const {
    return trials_[static_cast<std::size_t>(number)];
  }
  [[nodiscard]] const SearchTrial& find_winner() const;
  RunResult test(const SearchTrial& winner);
  void write_results(const SearchResult& result) const;
  [[nodiscard]] StopReason reason_to_leave() const;
  [[nodiscard]] bool defaults_only() const { return trials_.size() == 1; }

  const Tuning& tuning_;
  const TrialSetting& setting_;
  const MainMetric& metric_;
  SearchClock& clock_;
  TuneListener& listener_;
  const bool higher_is_better_;
  const std::vector<std::int64_t> rungs_;
  SearchJournal journal_;
  std::vector<SearchTrial> trials_;
  std::int64_t brackets_ = 0;
  double epochs_done_ = 0;
  bool time_is_over_ = false;

  // Of the rung at work.
  std::mutex telling_;
  std::vector<std::optional<TrialScore>> found_;
  std::size_t told_ = 0;                   ///< scores of it that are in the journal
  std::vector<std::size_t> to_run_alone_;  ///< beside others there was not the memory
  std::exception_ptr failure_;
  std::atomic<bool> failed_ = false;
};

}  // namespace gnnir

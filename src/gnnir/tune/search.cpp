#include "gnnir/tune/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <numeric>

#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/base/memory.h"
#include "gnnir/base/thread_pool.h"
#include "gnnir/report/search_picture.h"
#include "gnnir/run/memory_estimate.h"
#include "gnnir/run/time_shares.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t trials_of_a_bracket = 9;
constexpr std::size_t one_goes_on_of = 3;
constexpr double share_to_plan = 0.95;  ///< of the time that is left

std::size_t that_go_on(std::size_t trials) { return (trials + one_goes_on_of - 1) / one_goes_on_of; }

Json settings_json(const std::vector<Setting>& settings) {
  Json json = Json::object();
  for (const auto& [path, value] : settings) json[path] = value;
  return json;
}

std::vector<std::int64_t> numbers_in(const Json& line, std::size_t most) {
  std::vector<std::int64_t> numbers;
  for (const Json& number : line.value("trials", Json::array())) numbers.push_back(whole_number(number).value_or(-1));
  if (numbers.empty() || numbers.size() > most) throw data_error("[tune] the journal has {} trials", numbers.size());
  return numbers;
}

/// Memory for one of several that are at work at one time.
double memory_of_one(double max_memory, std::size_t at_once) {
  if (at_once <= 1) return max_memory;
  const double all = max_memory > 0 ? max_memory : attainable_bytes();
  const double present = std::min(all, resident_bytes());
  return present + (all - present) / static_cast<double>(at_once);
}

/// The winner's run, under a name that says so. It is there whole or not at all.
void copy_run(const fs::path& from, const fs::path& to) {
  if (RunRecord(to).done()) return;
  const NewFolder folder(to);
  fs::copy(from, folder.path(), fs::copy_options::recursive);
  folder.take_place();
}

/// What its run has to say while it is tested is of its training.
class SilentRun : public RunListener {
 public:
  explicit SilentRun(TuneListener& listener) : listener_(listener) {}
  void on_warning(const std::string& text) override { listener_.on_warning(text); }

 private:
  TuneListener& listener_;
};

}  // namespace

Search::Search(const Tuning& tuning, const TrialSetting& setting, const MainMetric& metric, SearchClock& clock,
               TuneListener& listener)
    : tuning_(tuning),
      setting_(setting),
      metric_(metric),
      clock_(clock),
      listener_(listener),
      higher_is_better_(find_metric(metric.name)->higher_is_better),
      rungs_(rungs_of(tuning.experiment.config.train.epochs)),
      journal_(setting.record.journal()) {}

SearchResult Search::run() {
  const RunConfig& start = tuning_.experiment.config;
  journal_.say({{"event", "search"}, {"metric", metric_.name}, {"seed", start.train.seed}, {"rungs", rungs_}});
  run_bracket({0});
  for (Numbers numbers = next_bracket(); !numbers.empty(); numbers = next_bracket()) run_bracket(numbers);
  const SearchTrial& winner = find_winner();
  Json line = winner.last().to_json(winner.number);
  line["event"] = "winner";
  journal_.say(line);
  SearchResult result{.metric = metric_.name,
                      .higher_is_better = higher_is_better_,
                      .trials = static_cast<std::int64_t>(trials_.size()),
                      .start = trials_.front(),
                      .best = winner,
                      .test = test(winner),
                      .folder = setting_.record.folder()};
  result.importance = importance_of_settings({*tuning_.space, trials_, metric_.name, higher_is_better_});
  journal_.say({{"event", "test"}, {"trial", winner.number}, {"scores", result.to_json()["test"]}});
  write_results(result);
  return result;
}

std::size_t Search::as_time_allows(std::size_t trials, std::size_t rung) const {
  if (!clock_.limited()) return trials;
  const double seconds_per_epoch = clock_.used() / std::max(epochs_done_, 1.0);
  const auto seconds = [&](std::size_t count) {
    double epochs = 0;
    for (std::size_t r = rung; r < rungs_.size(); ++r, count = that_go_on(count)) {
      epochs += static_cast<double>(count) * static_cast<double>(rungs_[r] - (r == 0 ? 0 : rungs_[r - 1]));
    }
    return epochs * seconds_per_epoch;
  };
  while (trials > 0 && seconds(trials) > share_to_plan * clock_.left()) --trials;
  return trials;
}

Search::Numbers Search::next_bracket() const {
  if (time_is_over_) return {};
  std::size_t count = trials_of_a_bracket;
  if (tuning_.trials) count = std::min(count, static_cast<std::size_t>(*tuning_.trials) - trials_.size());
  if (const Json* known = journal_.next("bracket"); known && clock_.limited()) {
    count = numbers_in(*known, trials_of_a_bracket).size();
  } else if (journal_.next() == nullptr) {
    count = as_time_allows(count, 0);
  } else if (!known) {
    count = 0;  // an earlier session was through
  }
  Numbers numbers(count);
  std::iota(numbers.begin(), numbers.end(), static_cast<std::int64_t>(trials_.size()));
  return numbers;
}

void Search::draw(std::int64_t number) {
  const RunConfig& start = tuning_.experiment.config;
  DrawnSettings drawn = draw_settings(*tuning_.space, start, start.train.seed, number);
  Json line = {{"event", "trial"}, {"trial", number}, {"settings", settings_json(drawn.settings)}};
  if (drawn.refused > 0) line["refused_draws"] = drawn.refused;
  journal_.say(line);
  trials_.push_back({number, brackets_, std::move(drawn.config), std::move(drawn.settings), {}});
}

void Search::run_bracket(const Numbers& numbers) {
  journal_.say({{"event", "bracket"}, {"bracket", brackets_}, {"trials", numbers}});
  for (const std::int64_t number : numbers) draw(number);
  Numbers at_work = numbers;
  for (std::size_t rung = 0; rung < rungs_.size() && !at_work.empty(); ++rung) {
    if (rung > 0) {
      journal_.say({{"event", "promotion"}, {"bracket", brackets_}, {"epochs", rungs_[rung]}, {"trials", at_work}});
    }
    if (!run_rung(at_work, rung)) break;
    if (rung + 1 < rungs_.size()) at_work = promoted(at_work, rung);
  }
  ++brackets_;
}

Search::Numbers Search::promoted(const Numbers& numbers, std::size_t rung) const {
  Numbers best;
  std::copy_if(numbers.begin(), numbers.end(), std::back_inserter(best),
               [&](std::int64_t number) { return trial(number).last().failed.empty(); });
  std::stable_sort(best.begin(), best.end(), [&](std::int64_t a, std::int64_t b) {
    return is_better(trial(a).last(), trial(b).last(), higher_is_better_);
  });
  std::size_t count = std::min(best.size(), that_go_on(numbers.size()));
  if (!defaults_only() && clock_.limited()) {
    const Json* known = journal_.next("promotion");
    if (known) {
      count = std::min(count, numbers_in(*known, numbers.size()).size());
    } else {
      count = journal_.next() == nullptr ? as_time_allows(count, rung + 1) : 0;
    }
  }
  best.resize(count);
  std::sort(best.begin(), best.end());
  return best;
}

std::size_t Search::take_known_scores(const Numbers& numbers, std::size_t rung) {
  std::size_t known = 0;
  for (; known < numbers.size(); ++known) {
    const Json* line = journal_.next("score");
    if (!line) break;
    const TrialScore score = TrialScore::from_json(*line, "[tune] " + setting_.record.journal().string());
    if (score.epochs != rungs_[rung]) break;  // say() tells what is wrong with it
    journal_.say(score.to_json(numbers[known]));
    trial(numbers[known]).scores.push_back(score);
  }
  return known;
}

bool Search::run_rung(const Numbers& numbers, std::size_t rung) {
  const std::int64_t epochs = rungs_[rung];
  const auto known = static_cast<std::ptrdiff_t>(take_known_scores(numbers, rung));
  const Numbers to_do(numbers.begin() + known, numbers.end());
  const Json over = {{"event", "time_over"}};
  time_is_over_ = !to_do.empty() && journal_.next("time_over") != nullptr;
  if (!to_do.empty() && !time_is_over_) {
    listener_.on_rung(brackets_, to_do.size(), epochs);
    train(to_do, epochs);
  }
  epochs_done_ +=
      static_cast<double>(numbers.size()) * static_cast<double>(epochs - (rung == 0 ? 0 : rungs_[rung - 1]));
  if (time_is_over_) journal_.say(over);
  return !time_is_over_;
}

void Search::train(const Numbers& numbers, std::int64_t epochs) {
  found_.assign(numbers.size(), std::nullopt);
  told_ = 0;
  to_run_alone_.clear();
  const std::size_t threads = tuning_.experiment.threads;
  for (const Wave& wave : waves_of(numbers.size(), threads)) {
    ThreadPool pool(wave.at_once);
    pool.run(wave.count, [&](std::size_t i) { train_one(wave.begin + i, numbers, epochs, wave.at_once); });
  }
  for (const std::size_t place : to_run_alone_) train_one(place, numbers, epochs, 1);
  clock_.note();
  if (failure_) std::rethrow_exception(failure_);
  if (told_ == numbers.size()) return;
  if (const StopReason reason = reason_to_stop(tuning_.experiment.stop); reason != StopReason::none) {
    throw Error(error_kind(reason), "interrupted");
  }
  time_is_over_ = true;
}

StopReason Search::reason_to_leave() const {
  if (failed_) return StopReason::terminated;
  if (const StopReason reason = reason_to_stop(tuning_.experiment.stop); reason != StopReason::none) return reason;
  // What is the default is known at any rate.
  return !defaults_only() && clock_.left() <= 0 ? StopReason::time_is_up : StopReason::none;
}

void Search::train_one(std::size_t place, const Numbers& numbers, std::int64_t epochs, std::size_t at_once) {
  if (reason_to_leave() != StopReason::none) return;
  const Stopwatch watch;
  try {
    const TrialEffort effort{.threads = tuning_.experiment.threads / at_once,
                             .max_memory = memory_of_one(tuning_.experiment.max_memory, at_once),
                             .stop = [this] { return reason_to_leave(); }};
    TrialScore score =
        train_trial(setting_, trial(numbers[place]), epochs, effort, [&](const auto& of, const EpochReport& report) {
          const std::lock_guard lock(telling_);
          clock_.note_if_due();
          listener_.on_epoch(of, report);
        });
    const std::lock_guard lock(telling_);
    std::ofstream(setting_.record.timings(), std::ios::app)
        << fmt::format("{},{},{:.3f}\n", numbers[place], epochs, watch.seconds());
    note_score(place, numbers, std::move(score));
  } catch (const Error& error) {
    const std::lock_guard lock(telling_);
    const bool lacks_memory = is_lack_of_memory(error);
    if (lacks_memory && at_once > 1) {
      to_run_alone_.push_back(place);
    } else if (lacks_memory && numbers[place] > 0) {
      note_score(place, numbers, {.epochs = epochs, .failed = "not enough memory"});
    } else if (!was_stopped(error.kind())) {
      note_failure();
    }
  } catch (...) {
    const std::lock_guard lock(telling_);
    note_failure();
  }
}

void Search::note_failure() {
  if (!failure_) failure_ = std::current_exception();
  failed_ = true;
}

void Search::note_score(std::size_t place, const Numbers& numbers, TrialScore score) {
  found_[place] = std::move(score);
  for (; told_ < found_.size() && found_[told_]; ++told_) {
    SearchTrial& of = trial(numbers[told_]);
    journal_.say(found_[told_]->to_json(of.number));
    of.scores.push_back(*found_[told_]);
    listener_.on_score(of, of.last());
  }
}

const SearchTrial& Search::find_winner() const {
  const SearchTrial* best = nullptr;
  for (const SearchTrial& candidate : trials_) {
    if (candidate.scores.size() < rungs_.size() || !candidate.last().failed.empty()) continue;
    if (!best || is_better(candidate.last(), best->last(), higher_is_better_)) best = &candidate;
  }
  if (!best) {
    throw data_error("[tune] none of the {} trials came to its end: {}", trials_.size(), trials_.front().last().failed);
  }
  return *best;
}

RunResult Search::test(const SearchTrial& winner) {
  listener_.on_winner(winner);
  SilentRun listener(listener_);
  const TrialEffort effort{.threads = tuning_.experiment.threads,
                           .max_memory = tuning_.experiment.max_memory,
                           .stop = tuning_.experiment.stop};
  RunResult result = test_trial(setting_, winner, effort, listener);
  copy_run(setting_.record.trial(winner.number), setting_.record.best());
  return result;
}

void Search::write_results(const SearchResult& result) const {
  const SearchTrials search{*tuning_.space, trials_, metric_.name, higher_is_better_};
  write_file_atomically(setting_.record.best_settings(), to_toml(result.best.config));
  write_file_atomically(setting_.record.table(), trials_table(search));
  write_file_atomically(setting_.record.picture(), draw_search(search, result.best.number));
  write_file_atomically(setting_.record.result(), to_text(result.to_json(), 2) + "\n");
}

}  // namespace gnnir

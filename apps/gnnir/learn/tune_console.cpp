#include "tune_console.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "console.h"
#include "gnnir/base/clock.h"
#include "gnnir/models/registry.h"
#include "gnnir/record/run_record.h"
#include "gnnir/report/table.h"
#include "output.h"
#include "terminal.h"

namespace gnnir::app {
namespace {

constexpr double seconds_between_drawings = 0.1;

std::string shown(const std::optional<double>& value, const std::string& metric) {
  return value ? format_score(metric, *value) : "–";
}

std::string words_of(const SearchTrial& trial) {
  if (trial.number == 0) return "the defaults";
  std::vector<std::string> words;
  for (const auto& [path, value] : trial.settings) words.push_back(fmt::format("{} {}", option_of(path), value));
  return fmt::format("{}", fmt::join(words, " "));
}

std::string name_of_trial(const SearchTrial& trial) {
  return trial.number == 0 ? "defaults" : fmt::format("trial {}", trial.number);
}

std::string epochs_in_words(std::int64_t epochs) { return fmt::format("{} epoch{}", epochs, epochs == 1 ? "" : "s"); }

class TuneTextConsole : public TuneListener {
 public:
  TuneTextConsole() : live_(is_live_terminal()) {}

  void on_choice(const std::string& words) override {
    show("the search starts from: {}\n", with_options(words));
    std::fflush(stdout);
  }

  void on_start(const SearchStart& start) override {
    metric_ = start.metric.name;
    higher_is_better_ = find_metric(metric_)->higher_is_better;
    rungs_ = start.rungs;
    show("{}{} on {}: {} graphs{}, {}, rungs at {} epochs, {} settings searched, {} thread{}\n",
         start.resumed ? "resumed: " : "", describe(start.config.model), start.dataset.name, start.dataset.size(),
         start.folds > 1 ? fmt::format(", {} folds", start.folds) : "",
         start.trials ? fmt::format("{} trials", *start.trials) : "as many trials as the time allows",
         fmt::join(start.rungs, ", "), start.space.settings.size(), start.threads, start.threads == 1 ? "" : "s");
    if (const std::string words = words_on_metric(start.metric); !words.empty()) show("{}\n", words);
    std::fflush(stdout);
  }

  void on_fold(std::size_t fold, std::size_t folds) override {
    clear();
    show("\nfold {} of {}\n", fold, folds);
    best_.reset();
    std::fflush(stdout);
  }

  void on_rung(std::int64_t bracket, std::size_t trials, std::int64_t epochs) override {
    clear();
    active_.clear();
    if (bracket > 0) show("bracket {}: {} trial{} to epoch {}\n", bracket, trials, trials == 1 ? "" : "s", epochs);
    std::fflush(stdout);
  }

  void on_epoch(const SearchTrial& trial, const EpochReport& report) override {
    if (!live_) return;
    active_[trial.number] = report;
    if (last_line_ && last_line_->seconds() < seconds_between_drawings) return;
    last_line_ = Stopwatch();
    draw();
  }

  void on_score(const SearchTrial& trial, const TrialScore& score) override {
    active_.erase(trial.number);
    clear();
    if (!score.failed.empty()) {
      show("{}: failed: {}\n", name_of_trial(trial), with_options(score.failed));
    } else {
      const bool best = score.epochs == rungs_.back() && (!best_ || is_better(score, *best_, higher_is_better_));
      if (best) best_ = score;
      show("{} after {}: validation {} {}{}{}\n", name_of_trial(trial), epochs_in_words(score.epochs), metric_,
           shown(score.value, metric_), best && trial.number > 0 ? ", the best so far" : "",
           score.epochs == rungs_.front() && trial.number > 0 ? "  " + words_of(trial) : "");
    }
    std::fflush(stdout);
  }

  void on_winner(const SearchTrial& trial) override {
    clear();
    show("the winner: {}; now it is tested\n", name_of_trial(trial));
    std::fflush(stdout);
  }

  void on_search_end(const SearchResult& result) override {
    clear();
    Table table({fmt::format("{}, {} trials", metric_, result.trials), "validation", "best epoch", "test"});
    const bool same = result.best.number == 0;
    const auto row = [&](const std::string& name, const SearchTrial& trial, const std::string& test) {
      const TrialScore& score = trial.last();
      table.add({name, score.failed.empty() ? shown(score.value, metric_) : "failed",
                 fmt::format("{} of {}", score.best_epoch, score.epochs), test});
    };
    const std::string test = shown(result.test_score(), metric_);
    row("defaults", result.start, same ? test : "not looked at");
    if (!same) row(fmt::format("winner: trial {}", result.best.number), result.best, test);
    show("\n{}{}", table.text(),
         same ? "no trial was better than the defaults\n" : fmt::format("winner: {}\n", words_of(result.best)));
    show_importance(result);
    show(
        "the winner's run {0}/best, its settings {0}/best.toml, all trials {0}/trials.csv, what mattered "
        "{0}/importance.svg\n",
        result.folder.string());
    std::fflush(stdout);
  }

  void on_end(const TuneResult& result, const std::filesystem::path& folder) override {
    std::error_code ignored;
    const std::filesystem::path page = RunRecord(folder).report();
    if (std::filesystem::exists(page, ignored)) show("report: {}\n", page.string());
    std::fflush(stdout);
    if (result.searches.size() < 2) return;
    const std::optional<Summary> scores = result.test_scores();
    show("\ntest {} of the winners of {} folds: {}\neach fold's search: {}/fold_1, …\n", metric_,
         result.searches.size(), scores ? format_summary(metric_, *scores) : "–", folder.string());
    std::fflush(stdout);
  }

  void on_warning(const std::string& text) override {
    clear();
    std::fflush(stdout);
    warn(text);
  }

 private:
  static void show_importance(const SearchResult& result) {
    constexpr std::size_t most = 3;
    std::vector<std::string> words;
    for (const SettingImportance& setting : result.importance) {
      if (words.size() < most && setting.share > 0) {
        words.push_back(fmt::format("{} {:.0f} %", option_of(setting.path), 100 * setting.share));
      }
    }
    if (!words.empty()) show("what mattered most, after the first rung: {}\n", fmt::join(words, ", "));
  }

  void draw() const {
    std::string line;
    for (const auto& [number, report] : active_) {
      const auto value = report.validation.find(metric_);
      line += fmt::format("{} epoch {} val {} | ", number == 0 ? "defaults" : fmt::format("trial {}", number),
                          report.epoch, value == report.validation.end() ? "–" : format_score(metric_, value->second));
    }
    if (best_) line += fmt::format("best so far {}", shown(best_->value, metric_));
    redraw_line(shortened(line, std::max<std::size_t>(2, terminal_width()) - 1), stdout);
  }

  void clear() const {
    if (live_) redraw_line("", stdout);
  }

  bool live_;
  std::string metric_;
  bool higher_is_better_ = true;
  std::vector<std::int64_t> rungs_;
  std::optional<TrialScore> best_;  ///< of those that were trained to the end in this session
  std::optional<Stopwatch> last_line_;
  std::map<std::int64_t, EpochReport> active_;
};

class TuneJsonConsole : public TuneListener {
 public:
  void on_choice(const std::string& words) override {
    print_line({{"event", "settings"}, {"chosen", with_options(words)}});
  }
  void on_start(const SearchStart& start) override {
    Json line = {{"event", "start"},
                 {"folds", start.folds},
                 {"rungs", start.rungs},
                 {"metric", start.metric.name},
                 {"space", to_toml(start.space)}};
    if (start.trials) line["trials"] = *start.trials;
    print_line(line);
  }
  void on_fold(std::size_t fold, std::size_t folds) override {
    print_line({{"event", "fold"}, {"fold", fold}, {"folds", folds}});
  }
  void on_epoch(const SearchTrial& trial, const EpochReport& report) override {
    print_line({{"event", "epoch"},
                {"trial", trial.number},
                {"epoch", report.epoch},
                {"validation", report.validation},
                {"seconds", report.seconds}});
  }
  void on_score(const SearchTrial& trial, const TrialScore& score) override {
    Json line = score.to_json(trial.number);
    for (const auto& [path, value] : trial.settings) line["settings"][path] = value;
    print_line(line);
  }
  void on_winner(const SearchTrial& trial) override { print_line({{"event", "winner"}, {"trial", trial.number}}); }
  void on_end(const TuneResult& result, const std::filesystem::path& folder) override {
    Json line = result.to_json();
    line["search"] = folder.string();
    print_line(line);
  }
  void on_warning(const std::string& text) override { warn(text); }
};

}  // namespace

std::unique_ptr<TuneListener> make_tune_text_console() { return std::make_unique<TuneTextConsole>(); }
std::unique_ptr<TuneListener> make_tune_json_console() { return std::make_unique<TuneJsonConsole>(); }

}  // namespace gnnir::app

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <numeric>
#include <utility>

#include "console.h"
#include "gnnir/base/clock.h"
#include "gnnir/base/text.h"
#include "gnnir/models/registry.h"
#include "gnnir/record/run_record.h"
#include "gnnir/report/confusion_text.h"
#include "gnnir/report/sparkline.h"
#include "gnnir/report/table.h"
#include "output.h"
#include "terminal.h"

namespace gnnir::app {
namespace {

constexpr double seconds_between_updates = 0.1;
constexpr double seconds_between_plain_lines = 5;

std::string readable(const std::string& job_name) {
  std::string text = job_name;
  for (char& c : text) {
    if (c == '_') c = ' ';
  }
  return text;
}

std::string main_score(const Scores& scores, const std::string& metric) {
  const auto found = scores.find(metric);
  if (found != scores.end()) return fmt::format("{} {}", metric, format_score(metric, found->second));
  return scores.empty() ? "" : metric + " –";
}

/// What picked the epochs of a run; those of before there was a choice do not say it.
std::string metric_of(const RunResult& result) {
  if (!result.metric.empty()) return result.metric;
  return result.part("test").contains("accuracy") ? "accuracy" : "mae";
}

/// Of a part, what a table shows: what counts, whether it is there or not, the loss, and a handful.
std::vector<std::string> shown_scores(const ScoreSummaries& scores, const std::string& metric) {
  std::vector<std::string> names;
  for (const auto& [name, score] : scores) {
    if (is_shown_unasked(name, metric)) names.push_back(name);
  }
  if (!names.empty() && !scores.contains(metric)) names.push_back(metric);
  return in_order_of_tables(names, metric);
}

class TextConsole : public Console {
 public:
  TextConsole() : live_(is_live_terminal()) {}
  ~TextConsole() override {
    if (live_ && !active_.empty()) show("\n");  // what follows must not stand on the live line
  }
  TextConsole(const TextConsole&) = delete;
  TextConsole& operator=(const TextConsole&) = delete;

  void on_choice(const std::string& words) override {
    show("for these graphs: {}; --print-config shows all settings\n", with_options(words));
    std::fflush(stdout);
  }

  void on_start(const RunStart& start) override {
    show("{}\n", title_of(start));
    if (const std::string words = words_on_metric(start.metric); !words.empty()) show("{}\n", words);
    if (const std::string words = words_on_positive(start); !words.empty()) show("{}\n", words);
    std::fflush(stdout);
    metric_ = start.metric.name;
    epochs_ = start.config.train.epochs;
    epochs_left_ = static_cast<double>(start.jobs.size()) * static_cast<double>(epochs_);
    epochs_done_ = 0;
    time_limit_ = start.time.seconds;
    started_ = Stopwatch();
    last_line_.reset();
    last_epoch_.clear();
    course_.clear();
  }

  void on_epoch(const Job& job, const EpochReport& report) override {
    active_[job.name] = report;
    const auto score = report.validation.find(metric_);
    course_[job.name].push_back(score == report.validation.end() ? NAN : score->second);
    ++epochs_done_;
    epochs_left_ -= static_cast<double>(report.epoch - std::exchange(last_epoch_[job.name], report.epoch));
    const double wait = live_ ? seconds_between_updates : seconds_between_plain_lines;
    if (last_line_ && last_line_->seconds() < wait) return;
    last_line_ = Stopwatch();
    live_ ? draw() : print_plain(job, report);
  }

  void note(const std::string& text) override {
    clear();
    std::fflush(stdout);
    say("gnnir: {}\n", text);
  }

  void on_job_end(const Job& job, const TrainResult& outcome) override {
    active_.erase(job.name);
    epochs_left_ -= static_cast<double>(epochs_ - last_epoch_[job.name]);
    clear();
    if (!job.name.empty()) {
      const std::string bars = sparkline(course_[job.name], 12);
      show("{}: test {}, validation {}, best epoch {} of {}, {}{}{}\n", readable(job.name),
           main_score(outcome.test, metric_), main_score(outcome.validation, metric_), outcome.best_epoch,
           outcome.epochs, format_duration(outcome.seconds), bars.empty() ? "" : "  ", bars);
    }
    if (outcome.epochs < epochs_) {
      show("{}stopped after epoch {}: {}\n", job.name.empty() ? "" : readable(job.name) + ": ", outcome.epochs,
           outcome.stopped_because);
    }
    std::fflush(stdout);
  }

  void on_run_end(const RunResult& result, const std::filesystem::path& folder) override {
    clear();
    const bool several = result.jobs.size() > 1;
    Table table(several ? std::vector<std::string>{"", "mean ± std", "median", "min", "max"}
                        : std::vector<std::string>{"best epoch", fmt::format("{}", result.best_epochs.at(0))});
    for (const auto& [part, scores] : result.parts) {
      if (part == "test_guess") continue;  // on_end has it
      for (const std::string& name : shown_scores(scores, metric_of(result))) {
        const auto score = scores.find(name);
        table.add(score == scores.end() ? row_of_none(part + " " + name, several)
                                        : row_of(part + " " + name, name, score->second.over_jobs, several));
      }
    }
    show_course(result);
    show("\n{}{} parameters, {}, {:.0f} MB at most{}\n", table.text(terminal_width()), result.parameters,
         format_duration(result.seconds), result.peak_rss_mb,
         folder.empty() ? "" : fmt::format(", run folder {}", folder.string()));
    std::fflush(stdout);
  }

  /// What the model is worth: beside a guess and, if it was trained, the same without individualization.
  void on_end(const Experiment& experiment, const ExperimentResult& result) override {
    show_confusion(result.result);
    show_end(experiment, result);
    std::error_code ignored;
    const std::filesystem::path page = RunRecord(experiment.folder).report();
    if (!experiment.folder.empty() && std::filesystem::exists(page, ignored)) show("report: {}\n", page.string());
    std::fflush(stdout);
  }

  void on_run(const PlannedRun& run, std::size_t place, std::size_t count) override {
    show("\n{}, seed {} ({} of {})\n", run.run.name, run.config.train.seed, place, count);
  }

 private:
  /// How the score that counts went, of a single training in this session.
  void show_course(const RunResult& result) const {
    const auto course = course_.find("");
    if (course == course_.end() || result.jobs.size() != 1 || course->second.size() < 2) return;
    const std::string bars = sparkline(course->second, std::clamp<std::size_t>(terminal_width(), 60, 100) - 50);
    if (bars.empty()) return;
    show("\nvalidation {} by epoch: {} {} {}\n", metric_, format_score(metric_, course->second.front()), bars,
         format_score(metric_, course->second.back()));
  }

  /// Of the test graphs of all trainings, where there are few classes, or one question.
  static void show_confusion(const RunResult& result) {
    const std::vector<ConfusionMatrix> matrices = confusion_in(result.figures);
    if (matrices.size() != 1 || matrices.front().classes.size() > most_classes_unasked) return;
    const std::string text = confusion_text(matrices.front(), terminal_width());
    if (!text.empty()) show("\ntest graphs\n{}", text);
  }

  static void show_end(const Experiment& experiment, const ExperimentResult& result) {
    const std::string score = metric_of(result.result);
    const std::string part = "test";
    const ScoreSummaries& ours = result.result.part(part);
    if (!ours.contains(score)) return;  // no finite number
    Table table({"test " + score, "mean ± std", "min", "max", "parameters", "time"});
    const auto row = [&](const std::string& name, const ScoreSummaries& scores, const RunResult* run) {
      const auto found = scores.find(score);
      if (found == scores.end()) return;
      const Summary& summary = found->second.over_jobs;
      double seconds = 0;
      if (run) seconds = std::accumulate(run->job_seconds.begin(), run->job_seconds.end(), 0.0);
      table.add({name, format_summary(score, summary), format_score(score, summary.min),
                 format_score(score, summary.max), run ? fmt::format("{}", run->parameters) : "",
                 run ? format_duration(seconds) : ""});
    };
    row("the same for all graphs", result.result.part("test_guess"), nullptr);
    if (result.baseline) {
      row(gnnir::describe(baseline_of(experiment.config).model), result.baseline->part(part), &*result.baseline);
    }
    row(gnnir::describe(experiment.config.model), ours, &result.result);
    show("\n{}", table.text(terminal_width()));
    const std::filesystem::path& folder = experiment.folder;
    const std::filesystem::path plain = folder.empty() ? folder : RunRecord(folder).baseline().folder();
    if (const auto worth = result.worth()) show_worth(*worth, score, plain);
  }

  /// Whether individualization pays; and if not, where the smaller model is.
  static void show_worth(const Worth& worth, const std::string& score, const std::filesystem::path& plain) {
    const char* where = worth.error ? "here" : "on this split";
    const std::string gain = format_score(score, std::abs(worth.gain));
    const char* than = worth.gain < 0 ? "worse" : "better";
    std::string how_much = fmt::format("{} {} (`gnnir cv` says how sure that is)", gain, than);
    if (worth.error) {
      how_much = fmt::format("{} ± {} {}, the mean of {} trainings and its standard error", gain,
                             format_score(score, *worth.error), than, worth.trainings);
    }
    switch (worth.verdict) {
      case Payoff::pays:
        show("individualization pays {}: {}\n", where, how_much);
        return;
      case Payoff::unclear:
        show("whether individualization pays {} is not clear: {}\n", where, how_much);
        return;
      case Payoff::does_not_pay:
        show("individualization does not pay {}: {}{}\n", where,
             worth.gain == 0 ? "the plain network is as good" : how_much,
             plain.empty() ? "" : fmt::format("; the plain network is in {}", plain.string()));
    }
  }

  [[nodiscard]] std::string describe(const std::string& job, const EpochReport& report) const {
    const auto loss = report.train.find("loss");
    return fmt::format("{}{}epoch {}/{} loss {:.4f} val {}", readable(job), job.empty() ? "" : ": ", report.epoch,
                       epochs_, loss == report.train.end() ? 0.0 : loss->second,
                       main_score(report.validation, metric_));
  }

  static std::vector<std::string> row_of(std::string title, const std::string& name, const Summary& summary,
                                         bool several) {
    if (!several) return {std::move(title), format_score(name, summary.mean)};
    return {std::move(title), format_summary(name, summary), format_score(name, summary.median),
            format_score(name, summary.min), format_score(name, summary.max)};
  }
  static std::vector<std::string> row_of_none(std::string title, bool several) {
    return several ? std::vector<std::string>{std::move(title), "–", "–", "–", "–"}
                   : std::vector<std::string>{std::move(title), "–"};
  }

  [[nodiscard]] std::string time_left() const {
    if (epochs_done_ < 2) return "";
    const double by_epochs = started_.seconds() / epochs_done_ * epochs_left_;
    const double seconds = std::min(by_epochs, std::max(0.0, time_limit_ - started_.seconds()));
    return ", " + format_duration(seconds) + " left at most";
  }

  void print_plain(const Job& job, const EpochReport& report) const {
    show("{}, lr {:.2g}, {:.0f} graphs/s{}\n", describe(job.name, report), report.lr, report.graphs_per_second,
         time_left());
    std::fflush(stdout);
  }

  void draw() {
    std::string line;
    double rate = 0;
    for (const auto& [name, report] : active_) {
      line += describe(name, report) + " | ";
      rate += report.graphs_per_second;
    }
    line += fmt::format("{:.0f} graphs/s | {}", rate, time_left());
    redraw_line(shortened(line, std::max<std::size_t>(2, terminal_width()) - 1), stdout);
  }

  void clear() const {
    if (live_) redraw_line("", stdout);
  }

  bool live_;
  std::string metric_;
  std::int64_t epochs_ = 0;
  double epochs_left_ = 0;
  double epochs_done_ = 0;
  double time_limit_ = 0;
  Stopwatch started_;
  std::optional<Stopwatch> last_line_;
  std::map<std::string, EpochReport> active_;
  std::map<std::string, std::vector<double>>
      course_;                                      // of each job, the validation score of the epochs of this session
  std::map<std::string, std::int64_t> last_epoch_;  // of each job; a resumed one begins somewhere
};

}  // namespace

std::unique_ptr<Console> make_text_console() { return std::make_unique<TextConsole>(); }

}  // namespace gnnir::app

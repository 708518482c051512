#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gnnir/base/text.h"
#include "gnnir/draw/html_table.h"
#include "gnnir/report/chart.h"
#include "gnnir/report/html.h"
#include "gnnir/report/run_sections.h"
#include "gnnir/report/score_text.h"

namespace gnnir {
namespace {

std::optional<double> score_in(const Scores& scores, const std::string& name) {
  const auto found = scores.find(name);
  return found == scores.end() || !std::isfinite(found->second) ? std::nullopt : std::optional(found->second);
}

std::string score_or_dash(const std::optional<double>& value, const std::string& score) {
  return value ? format_score(score, *value) : "–";
}

/// A dot per training and part.
std::string dots_of(const RunView& run) {
  constexpr std::size_t most = 200;
  const Metric* metric = find_metric(run.metric);
  const double factor = metric && metric->share ? 100 : 1;
  XyChart chart{
      .title = score_title(run.metric) + " of each training", .y_label = score_title(run.metric), .series = {}};
  XyChart::Series test{.name = "test"};
  XyChart::Series validation{.name = "validation"};
  for (std::size_t i = 0; i < std::min(most, run.trainings.size()); ++i) {
    const TrainingView& training = run.trainings[i];
    if (!training.outcome) continue;
    const auto place = static_cast<double>(i);
    const auto add = [&](XyChart::Series& series, const Scores& scores, double shift) {
      const auto value = score_in(scores, run.metric);
      if (!value) return;
      series.x.push_back(place + shift);
      series.y.push_back(factor * *value);
      series.notes.push_back(fmt::format("{}: {} {}", training.name, series.name, format_score(run.metric, *value)));
    };
    add(test, training.outcome->test, -0.08);
    add(validation, training.outcome->validation, 0.08);
  }
  for (std::size_t i = 0; i < std::min(most, run.trainings.size()); ++i) {
    std::string name = run.trainings[i].name;
    std::replace(name.begin(), name.end(), '_', ' ');
    chart.x_names.push_back(name);
  }
  chart.series = {test, validation};
  chart.width = 640;
  chart.height = 280;
  return to_svg(chart);
}

}  // namespace

std::string trainings_section(const RunView& run) {
  if (run.trainings.size() < 2) return "";
  HtmlTable table{.columns = {{"training", false},
                              {"test " + score_title(run.metric), true},
                              {"validation " + score_title(run.metric), true},
                              {"best epoch", true},
                              {"epochs", true},
                              {"time", true},
                              {"ended", false}},
                  .rows = {}};
  table.shown = 500;
  for (const TrainingView& training : run.trainings) {
    if (!training.outcome) {
      table.rows.push_back({training.name, "–", "–", "–", fmt::format("{}", training.epochs.size()), "", "not done"});
      continue;
    }
    const TrainResult& outcome = *training.outcome;
    table.rows.push_back({training.name, score_or_dash(score_in(outcome.test, run.metric), run.metric),
                          score_or_dash(score_in(outcome.validation, run.metric), run.metric),
                          fmt::format("{}", outcome.best_epoch), fmt::format("{}", outcome.epochs),
                          format_duration(outcome.seconds), outcome.stopped_because});
  }
  std::string html = dots_of(run) + to_html(table);
  if (run.trainings_left_out > 0) html += note(fmt::format("{} more trainings are not shown.", run.trainings_left_out));
  return html;
}

std::string time_section(const RunView& run) {
  struct Share {
    std::string name;
    double seconds;
  };
  std::vector<Share> shares;
  double epochs = 0;
  double all = 0;
  std::vector<double> of_epochs;
  for (const TrainingView& training : run.trainings) {
    for (const double seconds : training.seconds) {
      epochs += seconds;
      of_epochs.push_back(seconds);
    }
    if (training.outcome) all += training.outcome->seconds;
  }
  if (of_epochs.empty() && !run.result) return "";
  shares.push_back({"epochs: training and validation", epochs});
  if (all > epochs) shares.push_back({"the rest: reading, saving, testing", all - epochs});
  if (run.baseline) {
    shares.push_back(
        {"the plain GNN", std::accumulate(run.baseline->job_seconds.begin(), run.baseline->job_seconds.end(), 0.0)});
  }
  BarList bars{.title = "Seconds of work, of all trainings together", .bars = {}};
  for (const Share& share : shares) {
    bars.bars.push_back({share.name, share.seconds, 0, format_duration(share.seconds), 1});
  }
  std::vector<std::pair<std::string, std::string>> facts;
  if (!of_epochs.empty()) {
    const Summary summary = summarize(of_epochs);
    facts.emplace_back("an epoch", fmt::format("{} (median; {} to {})", format_duration(summary.median),
                                               format_duration(summary.min), format_duration(summary.max)));
  }
  if (run.result) {
    facts.emplace_back("last session", format_duration(run.result->seconds));
    facts.emplace_back("memory at most", fmt::format("{:.0f} MB", run.result->peak_rss_mb));
    if (run.result->memory_estimate_mb) {
      facts.emplace_back("memory as estimated", fmt::format("{:.0f} MB", *run.result->memory_estimate_mb));
    }
    if (run.result->time_limit) facts.emplace_back("limit", format_duration(*run.result->time_limit));
  }
  return to_svg(bars) + definitions(facts);
}

}  // namespace gnnir

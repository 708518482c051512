#include "gnnir/report/runs_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "gnnir/base/text.h"
#include "gnnir/draw/curve_chart.h"
#include "gnnir/draw/html_table.h"
#include "gnnir/draw/page.h"
#include "gnnir/report/chart.h"
#include "gnnir/report/html.h"
#include "gnnir/report/run_curves.h"
#include "gnnir/report/score_text.h"

namespace gnnir {
namespace {

constexpr std::size_t most_runs_drawn = 16;

/// A run among others, with the score that they are sorted by.
struct Ranked {
  const RunView* run = nullptr;
  std::string name;
  const ScoreSummary* test = nullptr;  ///< null: it has none
  const ScoreSummary* validation = nullptr;
  double seconds = 0;
};

const ScoreSummary* summary_in(const RunView& run, const char* part, const std::string& score) {
  if (!run.result) return nullptr;
  const ScoreSummaries& scores = run.result->part(part);
  const auto found = scores.find(score);
  return found == scores.end() ? nullptr : &found->second;
}

/// What distinguishes the folders, from the first part of their paths in which any two differ.
std::vector<std::string> short_names(std::span<const RunView> runs) {
  std::vector<std::string> names;
  std::set<std::string> seen;
  for (const RunView& run : runs) names.push_back(run.folder.lexically_normal().filename().string());
  seen.insert(names.begin(), names.end());
  if (seen.size() == names.size() && !seen.contains("")) return names;
  for (std::size_t i = 0; i < runs.size(); ++i) names[i] = runs[i].folder.lexically_normal().string();
  return names;
}

/// The metric that most of them were picked by.
std::string common_metric(std::span<const RunView> runs) {
  std::map<std::string, std::size_t> counts;
  for (const RunView& run : runs) ++counts[run.metric];
  const auto most =
      std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return most->first;
}

std::vector<Ranked> ranked(std::span<const RunView> runs, const std::string& metric) {
  std::vector<Ranked> all;
  const std::vector<std::string> names = short_names(runs);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    Ranked one{.run = &runs[i], .name = names[i]};
    one.test = summary_in(runs[i], "test", metric);
    one.validation = summary_in(runs[i], "validation", metric);
    if (const std::optional<RunResult>& result = runs[i].result) {
      const auto& seconds = result->job_seconds;
      one.seconds = std::accumulate(seconds.begin(), seconds.end(), 0.0);
    }
    all.push_back(std::move(one));
  }
  const Metric* known = find_metric(metric);
  const double sign = known && !known->higher_is_better ? -1 : 1;
  const auto height = [&](const Ranked& one) { return one.test ? sign * one.test->over_jobs.mean : -HUGE_VAL; };
  std::stable_sort(all.begin(), all.end(), [&](const Ranked& a, const Ranked& b) { return height(a) > height(b); });
  return all;
}

std::string score_cell(const std::string& metric, const ScoreSummary* score) {
  if (!score) return "–";
  return score->jobs.size() > 1 ? format_summary(metric, score->over_jobs)
                                : format_score(metric, score->over_jobs.mean);
}

std::string ranking(const std::vector<Ranked>& runs, const std::string& metric) {
  HtmlTable table{.columns = {{"run", false},
                              {"data", false},
                              {"model", false},
                              {"test " + score_title(metric), true},
                              {"validation", true},
                              {"trainings", true},
                              {"parameters", true},
                              {"time", true}},
                  .rows = {}};
  BarList bars{.title = "Test " + score_title(metric), .bars = {}};
  bool drawable = true;
  for (const Ranked& one : runs) {
    const RunView& run = *one.run;
    table.rows.push_back({one.name, run.name(), run.config ? model_words(run.config->model) : "",
                          run.done() ? score_cell(metric, one.test) : "not done", score_cell(metric, one.validation),
                          fmt::format("{}", run.trainings.size() + run.trainings_left_out),
                          run.result ? fmt::format("{}", run.result->parameters) : "",
                          run.result ? format_duration(one.seconds) : ""});
    if (!one.test || bars.bars.size() >= 40) continue;
    const Summary& score = one.test->over_jobs;
    drawable = drawable && score.mean >= 0;
    bars.bars.push_back({one.name, score.mean, one.test->jobs.size() > 1 ? score.std : 0, score_cell(metric, one.test),
                         bars.bars.size() + 1});
  }
  std::string html = to_html(table);
  if (drawable && bars.bars.size() > 1) html += to_svg(bars);
  return html;
}

std::string notes_on(const std::vector<Ranked>& runs, const std::string& metric) {
  std::set<std::string> data;
  bool other_metric = false;
  for (const Ranked& one : runs) {
    if (one.run->environment) data.insert(one.run->environment->data);
    other_metric = other_metric || one.run->metric != metric;
  }
  std::string html;
  if (data.size() > 1) html += note("These runs are of different data sets: their scores say little about each other.");
  if (other_metric) html += note("Some of these runs picked their epochs by another metric.");
  return html;
}

std::string curves(const std::vector<Ranked>& runs, const std::string& metric) {
  std::string html;
  for (const std::string& score : {metric, std::string("loss")}) {
    std::vector<RunInChart> drawn;
    for (const Ranked& one : runs) {
      if (drawn.size() < most_runs_drawn) drawn.push_back({one.name, one.run});
    }
    html += curves_of_runs(drawn, score);
  }
  if (runs.size() > most_runs_drawn) {
    html += note(fmt::format("The best {} of {} runs have curves.", most_runs_drawn, runs.size()));
  }
  return html + note("Of several trainings the mean over those that did the epoch.");
}

/// A row for each setting that is not the same in all.
std::string differences(const std::vector<Ranked>& runs) {
  HtmlTable table{.columns = {{"setting", false}}, .rows = {}};
  std::vector<const RunConfig*> configs;
  for (const Ranked& one : runs) {
    if (!one.run->config) continue;
    configs.push_back(&*one.run->config);
    table.columns.push_back({one.name, false});
  }
  table.shown = 300;
  for (const ConfigField& field : all_config_fields()) {
    std::vector<std::string> row = {field.path()};
    std::set<std::string> different;
    for (const RunConfig* config : configs) {
      row.push_back(field.belongs_to(*config) ? field.get(*config) : "–");
      different.insert(row.back());
    }
    if (different.size() > 1) table.rows.push_back(std::move(row));
  }
  return table.rows.empty() ? paragraph("They share all settings.") : to_html(table);
}

std::string commands(const std::vector<Ranked>& runs) {
  std::string html;
  for (const Ranked& one : runs) {
    html += subtitle(one.run->folder.string());
    if (one.run->environment) html += copied_text(one.run->environment->command);
    for (const std::string& remark : one.run->remarks) html += note(remark);
  }
  return html;
}

}  // namespace

std::string runs_page(std::span<const RunView> runs) {
  const std::string metric = common_metric(runs);
  const std::vector<Ranked> all = ranked(runs, metric);
  Page page(fmt::format("gnnir: {} runs", runs.size()), fmt::format("the best by test {} first", score_title(metric)));
  page.section("The runs", ranking(all, metric) + notes_on(all, metric));
  page.section("Training", curves(all, metric));
  page.section("Settings that differ", differences(all));
  page.section("Commands", commands(all));
  return page.str();
}

}  // namespace gnnir

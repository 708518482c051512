#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gnnir/base/text.h"
#include "gnnir/draw/escape.h"
#include "gnnir/draw/html_table.h"
#include "gnnir/metrics/main_metric.h"
#include "gnnir/record/worth.h"
#include "gnnir/report/chart.h"
#include "gnnir/report/html.h"
#include "gnnir/report/run_sections.h"
#include "gnnir/report/score_text.h"

namespace gnnir {
namespace {

bool is_share(const std::string& score) {
  const Metric* metric = find_metric(score);
  return metric && metric->share;
}

std::string with_unit(const std::string& score, const std::string& number) {
  return is_share(score) ? number + " %" : number;
}

const char* title_of_metric(const std::string& score) {
  const Metric* metric = find_metric(score);
  return metric ? metric->title : "score";
}

std::string summary_text(const std::string& score, const ScoreSummary& summary) {
  return summary.jobs.size() > 1 ? format_summary(score, summary.over_jobs)
                                 : format_score(score, summary.over_jobs.mean);
}

double seconds_of(const RunResult& result) {
  return std::accumulate(result.job_seconds.begin(), result.job_seconds.end(), 0.0);
}

/// One line of the comparison: what it is, its scores, what it took.
struct Contender {
  std::string name;
  const ScoreSummaries* scores = nullptr;
  const RunResult* run = nullptr;  ///< null: nothing was trained
};

std::vector<Contender> contenders_of(const RunView& run) {
  std::vector<Contender> all;
  if (!run.result) return all;
  const RunResult& result = *run.result;
  const std::string model = run.config ? model_words(run.config->model) : "the model";
  all.push_back({model, &result.part("test"), &result});
  if (!result.part("test_together").empty()) {
    all.push_back({model + ", seeds together", &result.part("test_together"), nullptr});
  }
  if (run.baseline) all.push_back({"plain GNN (L=0)", &run.baseline->part("test"), &*run.baseline});
  all.push_back({"the same for all graphs", &result.part("test_guess"), nullptr});
  std::erase_if(all, [&](const Contender& one) { return !one.scores->contains(run.metric); });
  return all;
}

/// What the paper has for the score that counts: its means, not its best fold.
std::vector<const PaperScore*> paper_means(const RunView& run) {
  std::vector<const PaperScore*> means;
  if (!run.environment) return means;
  for (const PaperScore& paper : run.environment->paper) {
    const bool mean = paper.statistic == "mean" || paper.statistic == "mean_std";
    if (mean && paper.part == "test" && paper.score == run.metric) means.push_back(&paper);
  }
  return means;
}

std::string comparison_of(const RunView& run) {
  const std::vector<Contender> contenders = contenders_of(run);
  HtmlTable table{.columns = {{"model", false},
                              {"test " + score_title(run.metric), true},
                              {"least", true},
                              {"most", true},
                              {"parameters", true},
                              {"time to train", true}},
                  .rows = {}};
  BarList bars{.title = "Test " + score_title(run.metric), .bars = {}};
  for (const Contender& one : contenders) {
    const ScoreSummary& score = one.scores->at(run.metric);
    table.rows.push_back({one.name, summary_text(run.metric, score), format_score(run.metric, score.over_jobs.min),
                          format_score(run.metric, score.over_jobs.max),
                          one.run ? fmt::format("{}", one.run->parameters) : "",
                          one.run ? format_duration(seconds_of(*one.run)) : ""});
    bars.bars.push_back({one.name, score.over_jobs.mean, score.jobs.size() > 1 ? score.over_jobs.std : 0,
                         with_unit(run.metric, summary_text(run.metric, score)), bars.bars.size() + 1});
  }
  for (const PaperScore* paper : paper_means(run)) {
    const std::string name = fmt::format("the paper ({}, {})", paper->table, paper->row);
    table.rows.push_back({name, paper->number, "", "", "", ""});
    if (paper->value) {
      bars.bars.push_back({name, *paper->value, paper->std.value_or(0), with_unit(run.metric, paper->number), 8});
    }
  }
  const bool drawable = std::all_of(bars.bars.begin(), bars.bars.end(), [](const auto& bar) { return bar.value >= 0; });
  return to_html(table) + (drawable && bars.bars.size() > 1 ? to_svg(bars) : "");
}

std::string worth_words(const RunView& run) {
  if (!run.result || !run.baseline || !run.config || run.config->model.ir.layers == 0) return "";
  const std::optional<Worth> worth = worth_of(*run.result, *run.baseline);
  if (!worth) return "";
  const std::string gain = with_unit(run.metric, format_score(run.metric, std::abs(worth->gain)));
  const char* than = worth->gain < 0 ? "worse" : "better";
  const std::string sure = worth->error ? fmt::format(" (± {}, the standard error over {} trainings)",
                                                      format_score(run.metric, *worth->error), worth->trainings)
                                        : " on this one split; a cross-validation says how sure that is";
  switch (worth->verdict) {
    case Payoff::pays:
      return fmt::format("Individualization pays here: {} {} than the plain GNN{}.", gain, than, sure);
    case Payoff::unclear:
      return fmt::format("Whether individualization pays is not clear: {} {} than the plain GNN{}.", gain, than, sure);
    case Payoff::does_not_pay:
      return worth->gain == 0
                 ? "Individualization does not pay here: the plain GNN is as good."
                 : fmt::format("Individualization does not pay here: {} {} than the plain GNN{}.", gain, than, sure);
  }
  return "";
}

/// "89.47 %, the mean of 10 trainings …"
std::string answer_in_words(const RunView& run, const ScoreSummary& score) {
  const std::string model = run.config ? model_words(run.config->model) : "The model";
  const auto tested = static_cast<std::size_t>(run.test.graphs.size());
  const std::string graphs = tested > 0 ? fmt::format("{} test graphs", tested) : "test graphs";
  const std::string how = score.jobs.size() > 1
                              ? fmt::format("the mean of {} trainings ± their standard deviation", score.jobs.size())
                              : "one training";
  const Metric* metric = find_metric(run.metric);
  const std::string better = metric ? (metric->higher_is_better ? "; more is better" : "; less is better") : "";
  return fmt::format("{} on {} that it was not trained on: {}{}.", model, graphs, how, better);
}

std::string interrupted_section(const RunView& run) {
  std::string html;
  std::size_t done = 0;
  for (const TrainingView& training : run.trainings) done += training.outcome ? 1 : 0;
  html += fmt::format(
      "<p class=\"answer\">This run has not come to its end{}.</p>\n",
      run.trainings.size() > 1 ? fmt::format(": {} of {} trainings are done", done, run.trainings.size()) : "");
  html += paragraph("No test graph is shown before that. It can be resumed, and this page is then written anew.");
  HtmlTable table{.columns = {{"training", false},
                              {"epochs", true},
                              {"best epoch", true},
                              {"validation " + score_title(run.metric), true}},
                  .rows = {}};
  for (const TrainingView& training : run.trainings) {
    const EpochReport* best = training.best();
    const std::string score =
        best && best->validation.contains(run.metric) ? format_score(run.metric, best->validation.at(run.metric)) : "–";
    table.rows.push_back({training.name.empty() ? "the only one" : training.name,
                          fmt::format("{}", training.epochs.empty() ? 0 : training.epochs.back().epoch),
                          best ? fmt::format("{}", best->epoch) : "–", score});
  }
  return html + to_html(table);
}

/// What people call a part of result.json.
std::string part_words(const std::string& part) {
  if (part == "test_guess") return "test, the same for all";
  if (part == "test_together") return "test, seeds together";
  return part;
}

/// What a part has, the main score first; all: also of single classes and targets.
std::string scores_table(const RunView& run, bool all) {
  if (!run.result) return "";
  const bool several = run.result->jobs.size() > 1;
  HtmlTable table{.columns = {{"graphs", false}, {"score", false}, {several ? "mean" : "value", true}}, .rows = {}};
  if (several) {
    for (const char* name : {"deviation", "median", "least", "most"}) table.columns.push_back({name, true});
  }
  if (all) table.shown = 500;
  for (const auto& [part, scores] : run.result->parts) {
    std::vector<std::string> names;
    for (const auto& [name, score] : scores) {
      if (all || is_shown_unasked(name, run.metric)) names.push_back(name);
    }
    for (const std::string& name : in_order_of_tables(names, run.metric)) {
      const Summary& over = scores.at(name).over_jobs;
      table.rows.push_back({part_words(part), score_title(name), format_score(name, over.mean)});
      if (!several) continue;
      for (const double value : {over.std, over.median, over.min, over.max}) {
        table.rows.back().push_back(format_score(name, value));
      }
    }
  }
  return to_html(table);
}

}  // namespace

std::string answer_section(const RunView& run) {
  if (!run.result) return interrupted_section(run);
  const ScoreSummaries& test = run.result->part("test");
  std::string html;
  if (const auto score = test.find(run.metric); score != test.end()) {
    html +=
        fmt::format("<p class=\"answer\">Test {}: <strong>{}</strong></p>\n", escape_html(title_of_metric(run.metric)),
                    escape_html(with_unit(run.metric, summary_text(run.metric, score->second))));
    html += paragraph(answer_in_words(run, score->second));
    if (const std::string worth = worth_words(run); !worth.empty()) html += paragraph(worth);
    html += comparison_of(run);
  } else {
    html += fmt::format("<p class=\"answer\">There is no test {}.</p>\n", escape_html(title_of_metric(run.metric)));
    html += paragraph(
        "No training has it as a finite number: there are no test graphs with a label, or of one class "
        "only, or a prediction is not a number.");
  }
  html += subtitle("Other scores") + scores_table(run, /*all=*/false);
  return html + details("All scores, of single classes and targets too", scores_table(run, /*all=*/true));
}

}  // namespace gnnir

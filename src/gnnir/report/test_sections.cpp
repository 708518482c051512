#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gnnir/draw/html_table.h"
#include "gnnir/metrics/ranking.h"
#include "gnnir/report/chart.h"
#include "gnnir/report/html.h"
#include "gnnir/report/run_sections.h"
#include "gnnir/report/score_text.h"

namespace gnnir {
namespace {

constexpr std::size_t most_charts = 24;   ///< of questions or targets; a page with more is too long to read
constexpr std::size_t most_dots = 3000;   ///< of a scatter
constexpr std::size_t most_points = 400;  ///< of a curve over thresholds

std::string note_on_cut(std::size_t shown, std::size_t all, const char* what) {
  return shown < all ? note(fmt::format("{} of {} {} have charts.", shown, all, what)) : "";
}

/// Of a curve of many steps so many points as a picture can show.
XyChart::Series thinned(const char* name, const ThresholdCurve& curve) {
  XyChart::Series series{.name = name, .mark = XyChart::Mark::line};
  const std::size_t all = curve.x.size();
  const std::size_t every = std::max<std::size_t>(1, (all + most_points - 1) / most_points);
  for (std::size_t i = 0; i < all; ++i) {
    if (i % every != 0 && i + 1 != all) continue;
    series.x.push_back(curve.x[i]);
    series.y.push_back(curve.y[i]);
  }
  return series;
}

std::string confusion_picture(const ColumnFigures& column) {
  return to_svg(HeatTable{.title = column.name.empty() ? "Confusion" : column.name,
                          .row_label = "true",
                          .column_label = "predicted, graphs",
                          .rows = column.classes,
                          .columns = column.classes,
                          .counts = column.counts});
}

std::string mistakes_table(const ColumnFigures& column) {
  HtmlTable table{.columns = {{"true", false}, {"predicted", false}, {"graphs", true}}, .rows = {}};
  table.caption = "What was taken for what most often";
  for (const Mistake& mistake : column.mistakes) {
    table.rows.push_back(
        {column.classes[mistake.true_class], column.classes[mistake.predicted], fmt::format("{}", mistake.graphs)});
  }
  return to_html(table);
}

/// Of two classes, or a question, for the second.
std::vector<std::string> threshold_pictures(const TestColumn& column) {
  const ClassRows& rows = column.answers;
  if (rows.num_classes != 2 || rows.size() == 0 || rows.one_class_only()) return {};
  const auto [score, positive] = of_second_class(rows);
  const ThresholdCurve roc = roc_curve(score, positive);
  if (roc.x.empty()) return {};
  const std::string of = column.name.empty() ? "" : " of " + column.name;
  const auto positives = static_cast<double>(std::count(positive.begin(), positive.end(), true));
  XyChart first{.title = fmt::format("ROC{}: area {:.4f}", of, roc_auc(score, positive)),
                .x_label = "share of the others found",
                .y_label = fmt::format("share of '{}' found", column.classes[1]),
                .series = {thinned("ROC", roc)},
                .x_range = std::pair(0.0, 1.0),
                .y_range = std::pair(0.0, 1.0),
                .diagonal = true};
  XyChart second{.title = fmt::format("Precision and recall{}: {:.4f}", of, average_precision(score, positive)),
                 .x_label = "recall",
                 .y_label = "precision",
                 .series = {thinned("the model", precision_recall_curve(score, positive)),
                            {.name = "a guess",
                             .mark = XyChart::Mark::dashes,
                             .x = {0, 1},
                             .y = std::vector<double>(2, positives / static_cast<double>(score.size()))}},
                 .x_range = std::pair(0.0, 1.0),
                 .y_range = std::pair(0.0, 1.0)};
  return {to_svg(first), to_svg(second)};
}

std::string scatter_picture(const TestColumn& column, std::size_t& left_out) {
  const NumberRows& rows = column.numbers;
  const std::size_t every = std::max<std::size_t>(1, (rows.targets.size() + most_dots - 1) / most_dots);
  XyChart::Series dots{.name = column.name};
  for (std::size_t i = 0; i < rows.targets.size(); i += every) {
    dots.x.push_back(rows.targets[i]);
    dots.y.push_back(rows.predictions[i]);
  }
  left_out += rows.targets.size() - dots.x.size();
  std::optional<std::pair<double, double>> range;  // the same for both, so that the line is where they are equal
  for (const std::vector<double>* values : {&dots.x, &dots.y}) {
    for (const double value : *values) {
      if (!std::isfinite(value)) continue;
      if (!range) range = std::pair(value, value);
      range = std::pair(std::min(range->first, value), std::max(range->second, value));
    }
  }
  if (range && range->first == range->second) range.reset();
  return to_svg(XyChart{.title = column.name + ": predicted against true",
                        .x_label = "true",
                        .y_label = "predicted",
                        .series = {dots},
                        .x_range = range,
                        .y_range = range,
                        .diagonal = true});
}

std::string residual_picture(const ColumnFigures& column) {
  if (!column.residuals) return "";
  BinChart chart{
      .title = column.name + ": predicted less true", .x_label = "predicted less true", .bins = {}, .mark = 0};
  for (const Residuals::Bin& bin : column.residuals->bins) chart.bins.push_back({bin.from, bin.to, bin.graphs});
  return to_svg(chart);
}

std::string number_text(double value) { return fmt::format("{:.4g}", value); }

std::string residuals_table(const TestFigures& figures) {
  HtmlTable table{.columns = {{"target", false},
                              {"graphs", true},
                              {"mean residual", true},
                              {"deviation", true},
                              {"median error", true},
                              {"90 % are within", true},
                              {"largest", true}},
                  .rows = {}};
  for (const ColumnFigures& column : figures.columns) {
    if (!column.residuals) continue;
    const Residuals& found = *column.residuals;
    table.rows.push_back({column.name, fmt::format("{}", found.graphs), number_text(found.mean),
                          number_text(found.deviation), number_text(found.median_error),
                          number_text(found.ninety_percent), number_text(found.largest)});
  }
  return to_html(table);
}

/// Of several targets, in deviations, so that they can be compared.
std::string errors_by_target(const RunView& run) {
  if (!run.result) return "";
  BarList bars{.title = "Test error by target, in deviations of the target", .bars = {}};
  for (const auto& [name, score] : run.result->part("test")) {
    if (!name.starts_with("std_mae:") || bars.bars.size() >= 60) continue;
    bars.bars.push_back({name.substr(8), score.over_jobs.mean, score.jobs.size() > 1 ? score.over_jobs.std : 0,
                         number_text(score.over_jobs.mean), 1});
  }
  return bars.bars.size() > 1 ? to_svg(bars) : "";
}

std::string together_note(const RunView& run) {
  const auto& trainings = run.test.trainings;
  const bool together = std::any_of(trainings.begin(), trainings.end(),
                                    [](const std::string& name) { return name.ends_with("together"); });
  std::string html;
  if (together) html += note("Here the seeds of each split answer together, as an ensemble.");
  if (run.test.left_out > 0)
    html += note(fmt::format("{} rows of test_predictions.csv are left out.", run.test.left_out));
  return html;
}

}  // namespace

std::string classes_section(const RunView& run, const TestFigures& figures) {
  if (run.test.empty() || run.test.task == Task::regression) return "";
  std::string html = together_note(run);
  const std::size_t shown = std::min(most_charts, figures.columns.size());
  for (std::size_t c = 0; c < shown; ++c) {
    const ColumnFigures& column = figures.columns[c];
    std::vector<std::string> pictures;
    if (!column.counts.empty()) pictures.push_back(confusion_picture(column));
    for (std::string& picture : threshold_pictures(run.test.columns[c])) pictures.push_back(std::move(picture));
    html += side_by_side(pictures);
    if (!column.mistakes.empty()) html += mistakes_table(column);
  }
  return html + note_on_cut(shown, run.test.columns.size(), "questions");
}

std::string numbers_section(const RunView& run, const TestFigures& figures) {
  if (run.test.empty() || run.test.task != Task::regression) return "";
  std::string html = together_note(run) + errors_by_target(run);
  std::size_t left_out = 0;
  const std::size_t shown = std::min(most_charts / 2, figures.columns.size());
  for (std::size_t c = 0; c < shown; ++c) {
    html += side_by_side({scatter_picture(run.test.columns[c], left_out), residual_picture(figures.columns[c])});
  }
  if (left_out > 0) html += note(fmt::format("Every so many graphs have a dot; {} have none.", left_out));
  html += residuals_table(figures);
  html += note("The outermost 1 % of residuals at either end share the first and the last bar.");
  return html + note_on_cut(shown, run.test.columns.size(), "targets");
}

}  // namespace gnnir

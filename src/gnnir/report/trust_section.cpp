#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gnnir/draw/html_table.h"
#include "gnnir/report/chart.h"
#include "gnnir/report/html.h"
#include "gnnir/report/run_sections.h"
#include "gnnir/report/score_text.h"

namespace gnnir {
namespace {

constexpr std::size_t most_reliability_charts = 8;

/// With 95 % of how a share of so many graphs varies by chance (Wilson, 1927).
void add_band(XyChart::Series& series, double share, double graphs) {
  constexpr double z = 1.96;
  const double middle = (share + z * z / (2 * graphs)) / (1 + z * z / graphs);
  const double half =
      z / (1 + z * z / graphs) * std::sqrt(share * (1 - share) / graphs + z * z / (4 * graphs * graphs));
  series.y_low.push_back(middle - half);
  series.y_high.push_back(middle + half);
}

std::string reliability_picture(const ColumnFigures& column) {
  XyChart::Series dots{.name = column.name};
  for (const ReliabilityBin& bin : column.reliability) {
    dots.x.push_back(bin.probability);
    dots.y.push_back(bin.right);
    dots.notes.push_back(
        fmt::format("{} graphs: probability {:.3f}, right {:.3f}", bin.graphs, bin.probability, bin.right));
    add_band(dots, bin.right, static_cast<double>(bin.graphs));
  }
  return to_svg(XyChart{.title = column.name.empty() ? "Is it as right as it is sure?" : column.name,
                        .x_label = "probability of what is predicted",
                        .y_label = "share that is right",
                        .series = {dots},
                        .x_range = std::pair(0.0, 1.0),
                        .y_range = std::pair(0.0, 1.0),
                        .diagonal = true});
}

std::string coverage_picture(const RunView& run) {
  constexpr std::size_t most = 8;
  XyChart chart{.title = "What is promised, and what holds",
                .x_label = "promised",
                .y_label = "held of the test graphs",
                .series = {},
                .x_range = std::pair(0.45, 1.0),
                .diagonal = true};
  double least = 0.45;
  for (std::size_t c = 0; c < std::min(most, run.test.columns.size()); ++c) {
    XyChart::Series series{.name = run.test.columns[c].name};
    for (const KeptPromise& promise : run.promises) {
      const Coverage& coverage = promise.of_columns[c];
      if (coverage.graphs == 0) continue;
      series.x.push_back(promise.promised);
      series.y.push_back(coverage.share());
      series.notes.push_back(fmt::format("{} {:.0f} % promised, {:.1f} % of {} graphs", series.name,
                                         100 * promise.promised, 100 * coverage.share(), coverage.graphs));
      if (run.test.columns.size() == 1) add_band(series, coverage.share(), static_cast<double>(coverage.graphs));
      least = std::min(least, coverage.share());
    }
    chart.series.push_back(std::move(series));
  }
  chart.y_range = std::pair(std::max(0.0, std::floor(least * 10) / 10 - 0.05), 1.0);
  return to_svg(chart);
}

std::string coverage_table(const RunView& run) {
  const bool numbers = run.test.task == Task::regression;
  HtmlTable table{.columns = {{"of", false},
                              {"promised %", true},
                              {"held %", true},
                              {"graphs", true},
                              {numbers ? "mean width" : "mean answers in a set", true}},
                  .rows = {}};
  for (const KeptPromise& promise : run.promises) {
    for (const Coverage& coverage : promise.of_columns) {
      if (coverage.graphs == 0) continue;
      table.rows.push_back({coverage.name.empty() ? "the class" : coverage.name,
                            fmt::format("{:.0f}", 100 * promise.promised),
                            fmt::format("{:.1f}", 100 * coverage.share()), fmt::format("{}", coverage.graphs),
                            std::isfinite(coverage.size) ? fmt::format("{:.4g}", coverage.size) : "no bounds"});
    }
  }
  return to_html(table);
}

}  // namespace

std::string trust_section(const RunView& run, const TestFigures& figures) {
  if (run.test.empty()) return "";
  std::vector<std::string> pictures;
  for (const ColumnFigures& column : figures.columns) {
    if (column.reliability.empty() || pictures.size() >= most_reliability_charts) continue;
    pictures.push_back(reliability_picture(column));
  }
  const bool probabilities = !pictures.empty();
  if (!run.promises.empty()) pictures.push_back(coverage_picture(run));
  if (pictures.empty()) return "";
  std::string html = side_by_side(pictures);
  if (probabilities) {
    html += paragraph(
        "Test graphs by the probability of what was predicted for them, in 15 bins: on the line, the model "
        "is right as often as it says; below, less often. Bars are what chance alone makes of so few graphs.");
  }
  if (!run.promises.empty()) {
    html += paragraph(run.test.task == Task::regression
                          ? "Intervals that are promised to hold the truth so often, by what the model got wrong on "
                            "validation graphs, and how often they hold it on test graphs."
                          : "Sets of answers that are promised to hold the true one so often, by what the model got "
                            "wrong on validation graphs, and how often they hold it on test graphs.");
    html += note("Validation graphs also picked the epoch, so that slightly less may hold.");
    html += details("The same in numbers", coverage_table(run));
  } else {
    html += note(
        "What intervals or sets would promise is not known: the models keep nothing of their validation graphs, or are "
        "not there.");
  }
  return html;
}

}  // namespace gnnir

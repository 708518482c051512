#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gnnir/draw/dataset_picture.h"
#include "gnnir/draw/html_table.h"
#include "gnnir/report/html.h"
#include "gnnir/report/run_sections.h"
#include "gnnir/report/score_text.h"
#include "gnnir/report/table.h"

namespace gnnir {
namespace {

constexpr std::size_t most_worst = 20;
constexpr std::size_t most_best = 10;
constexpr std::size_t most_pictures = 6;
constexpr std::int64_t most_nodes_drawn = 300;

/// A prediction that can be compared with others by how wrong it is.
struct Judged {
  std::size_t column = 0, place = 0;  ///< in the table's columns, and among the graphs of that
  double wrong = 0;                   ///< the more, the worse
};

double deviation_of(const NumberRows& rows) {
  std::vector<double> finite;
  for (const double target : rows.targets) {
    if (std::isfinite(target)) finite.push_back(target);
  }
  if (finite.size() < 2) return 1;
  const double deviation = summarize(finite).std;
  return deviation > 0 ? deviation : 1;
}

/// From the worst to the best; what is no finite number is the worst.
std::vector<Judged> judged(const TestTable& table) {
  std::vector<Judged> all;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const TestColumn& column = table.columns[c];
    const bool numbers = table.task == Task::regression;
    const double unit = numbers ? deviation_of(column.numbers) : 1;
    for (std::size_t i = 0; i < column.rows.size(); ++i) {
      const double wrong = numbers ? std::abs(column.numbers.predictions[i] - column.numbers.targets[i]) / unit
                                   : column.answers.surprise[i];
      all.push_back({c, i, std::isnan(wrong) ? HUGE_VAL : wrong});
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const Judged& a, const Judged& b) { return a.wrong > b.wrong; });
  return all;
}

std::string value_text(double value) { return std::isfinite(value) ? fmt::format("{:.5g}", value) : "no number"; }

struct Words {
  std::string truth, said, how_sure;
};

Words words_of(const TestTable& table, const Judged& one) {
  const TestColumn& column = table.columns[one.column];
  if (table.task == Task::regression) {
    const double truth = column.numbers.targets[one.place];
    const double said = column.numbers.predictions[one.place];
    return {value_text(truth), value_text(said), value_text(said - truth)};
  }
  const ClassRows& rows = column.answers;
  const auto label = rows.labels[one.place];
  const auto predicted = rows.predicted[one.place];
  const std::string truth = column.classes[static_cast<std::size_t>(label)];
  if (predicted < 0) return {truth, "no number", ""};
  return {truth, column.classes[static_cast<std::size_t>(predicted)],
          fmt::format("{:.4f}", rows.probability(one.place, label))};
}

std::string table_of(const TestTable& table, std::span<const Judged> some, const char* caption) {
  constexpr std::size_t most_names = 3;
  const bool several = table.columns.size() > 1;
  const bool trained_apart = std::any_of(table.trainings.begin(), table.trainings.end(),
                                         [&](const std::string& name) { return name != table.trainings.front(); });
  HtmlTable html{.columns = {{"graph", true}}, .rows = {}};
  html.caption = caption;
  const std::size_t names = std::min(most_names, table.name_columns.size());
  for (std::size_t n = 0; n < names; ++n) html.columns.push_back({table.name_columns[n], false});
  if (several) html.columns.push_back({table.task == Task::regression ? "target" : "question", false});
  const bool numbers = table.task == Task::regression;
  html.columns.push_back({"true", numbers});
  html.columns.push_back({"predicted", numbers});
  html.columns.push_back({numbers ? "predicted less true" : "probability of the true one", true});
  if (trained_apart) html.columns.push_back({"training", false});
  for (const Judged& one : some) {
    const TestColumn& column = table.columns[one.column];
    const std::size_t row = column.rows[one.place];
    const Words words = words_of(table, one);
    std::vector<std::string>& cells = html.rows.emplace_back();
    cells.push_back(fmt::format("{}", table.graphs[row]));
    for (std::size_t n = 0; n < names; ++n) cells.push_back(shortened(table.names[row][n], 80));
    if (several) cells.push_back(column.name);
    cells.insert(cells.end(), {words.truth, words.said, words.how_sure});
    if (trained_apart) cells.push_back(table.trainings[row]);
  }
  return to_html(html);
}

/// Each graph once, as far as they can be drawn.
std::string pictures_of(const TestTable& table, std::span<const Judged> some, const Dataset& dataset) {
  std::vector<std::string> pictures;
  std::vector<std::int64_t> drawn;
  for (const Judged& one : some) {
    const TestColumn& column = table.columns[one.column];
    const std::int64_t graph = table.graphs[column.rows[one.place]];
    if (pictures.size() >= most_pictures || graph < 0 || graph >= dataset.size()) continue;
    if (std::find(drawn.begin(), drawn.end(), graph) != drawn.end()) continue;
    const Example& example = dataset.examples[static_cast<std::size_t>(graph)];
    if (example.graph.num_nodes() == 0 || example.graph.num_nodes() > most_nodes_drawn) continue;
    drawn.push_back(graph);
    const Words words = words_of(table, one);
    GraphPicture picture{.title = fmt::format("graph {}", graph)};
    picture.subtitle = fmt::format("{}true {}, predicted {}", column.name.empty() ? "" : column.name + ": ",
                                   shortened(words.truth, 20), shortened(words.said, 20));
    picture.in_page = true;
    picture.width = 320;
    pictures.push_back(picture_of(dataset, graph, picture));
  }
  return pictures.empty() ? "" : side_by_side(pictures);
}

}  // namespace

std::string predictions_section(const RunView& run, const RunPageOptions& options) {
  if (run.test.empty()) return "";
  const std::vector<Judged> all = judged(run.test);
  if (all.empty()) return note("No test graph has a label.");
  // Of few graphs each is shown once.
  const std::span<const Judged> worst = std::span(all).first(std::min(most_worst, (all.size() + 1) / 2));
  const auto last = static_cast<std::ptrdiff_t>(std::min(most_best, all.size() / 2));
  const std::vector<Judged> best(all.rbegin(), all.rbegin() + last);
  std::string html = subtitle("The worst") + table_of(run.test, worst, "Predictions that are furthest from the truth");
  if (options.dataset) html += pictures_of(run.test, worst, *options.dataset);
  html += subtitle("The best") + table_of(run.test, best, "Predictions that are nearest to the truth");
  if (options.dataset) html += pictures_of(run.test, best, *options.dataset);
  if (!options.dataset) html += note("Graphs are not drawn: the data set was not at hand as this page was written.");
  if (run.test.task == Task::regression && run.test.columns.size() > 1) {
    html += note("Errors of different targets are compared in deviations of each target over the test graphs.");
  }
  return html;
}

}  // namespace gnnir

// Pages with all that a page can have, and names that want to be more than names: gnnir_sample_pages KIND FILE

#include <cmath>
#include <iostream>
#include <map>

#include "gnnir/base/files.h"
#include "gnnir/base/text.h"
#include "gnnir/data/generate/csl.h"
#include "gnnir/draw/graph_picture.h"
#include "gnnir/draw/page.h"
#include "gnnir/report/data_page.h"
#include "gnnir/report/run_page.h"
#include "gnnir/report/runs_page.h"

namespace gnnir {
namespace {

const std::string hostile =
    "</script><script>window.hacked = true</script><img src=x onerror=\"window.hacked = true\"> \" ' &amp; \x1b[31m";

Page charts() {
  Page page("Charts " + hostile, hostile);
  CurveChart chart{.title = "Loss " + hostile, .x_label = "epoch " + hostile, .y_label = "loss"};
  chart.curves = {{hostile, {}}, {"validation", {}}, {"learning rate", {}, true, true}};
  for (int i = 0; i < 20'000; ++i) {
    chart.x.push_back(i);
    chart.curves[0].y.push_back(std::exp(-i / 4000.0) + 0.02 * std::sin(i));
    chart.curves[1].y.push_back(i % 10 == 0 ? std::exp(-i / 5000.0) + 0.1 : NAN);
    chart.curves[2].y.push_back(0.001 * std::pow(0.5, i / 4000));
  }
  chart.marked_x = 19'000;
  chart.marked_label = hostile;
  page.section("Two axes", to_html(chart));
  chart.log_y = true;
  page.section("Logarithmic", to_html(chart));
  CurveChart folds{.title = "Fifty folds", .x_label = "epoch", .y_label = "accuracy", .x = {1, 2, 3, 4}};
  for (int k = 0; k < 50; ++k)
    folds.curves.push_back({"fold " + std::to_string(k), {0.01 * k, 0.5, 0.3 + 0.01 * k, NAN}});
  page.section("Many curves", to_html(folds));
  page.section("One point",
               to_html(CurveChart{.title = "One", .x_label = "epoch", .x = {1}, .curves = {{"a", {0.5}}}}));
  return page;
}

Page tables() {
  Page page("Tables");
  HtmlTable large{.columns = {{"graph", true}, {hostile}, {"score", true}}, .caption = hostile};
  for (int i = 0; i < 10'000; ++i) large.rows.push_back({std::to_string(i), hostile, std::to_string(std::sin(i))});
  page.section("Ten thousand rows", to_html(large));
  HtmlTable wide{.caption = "wide"};
  for (int c = 0; c < 40; ++c) wide.columns.push_back({"column " + std::to_string(c), c > 0});
  for (int r = 0; r < 5; ++r) wide.rows.emplace_back(40, "12.5 ± 0.5 (" + std::to_string(r) + ")");
  page.section("Forty columns", to_html(wide));
  page.section("A long word", to_html(HtmlTable{.columns = {{"word"}, {std::string(300, 'x')}},
                                                .rows = {{std::string(500, 'y'), "1"}}}));
  page.section("A long word " + std::string(300, 'z'), "<p>" + std::string(300, 'w') + "</p>");
  return page;
}

Graph ladder(NodeId n) {
  std::vector<Edge> edges;
  for (NodeId v = 0; v + 2 < n; ++v) edges.insert(edges.end(), {{v, v + 2}, {v, v + 1 - 2 * (v % 2)}});
  return Graph::from_edges(n, edges);
}

Page pictures() {
  Page page("Pictures");
  std::string html;
  for (const NodeId n : {0, 1, 2, 5, 24, 120, 2'500}) {
    const Graph graph = ladder(n);
    GraphPicture picture{.title = hostile, .subtitle = hostile + " " + hostile, .in_page = true};
    const auto size = static_cast<std::size_t>(n);
    for (std::size_t v = 0; v < size; ++v) picture.labels.push_back(v % 3 == 0 ? hostile : std::to_string(v));
    html += figure_of(draw_graph(graph, picture), escape_html(hostile));
    for (std::size_t v = 0; v < size; ++v)
      picture.values.push_back(v % 5 == 0 ? NAN : std::sin(static_cast<double>(v)));
    picture.edge_values.assign(static_cast<std::size_t>(graph.num_edges()), -0.5);
    picture.value_name = "contribution to " + hostile;
    html += figure_of(draw_graph(graph, picture), "values");
    GraphPicture coloured{.title = "classes", .colour_names = {"carbon", hostile, "oxygen"}, .in_page = true};
    for (std::size_t v = 0; v < size; ++v) coloured.colour.push_back(static_cast<NodeId>(v % 3));
    if (n > 0) coloured.marked = {0};
    html += figure_of(draw_graph(graph, coloured), "classes");
  }
  page.section("All kinds", "<div class=\"gallery\">" + html + "</div>");
  return page;
}

std::string data() {
  Dataset dataset = generate_csl();
  dataset.name = hostile;
  dataset.examples.resize(40);
  dataset.classes.assign(40, 0);
  for (std::size_t i = 0; i < 40; ++i) dataset.classes[i] = static_cast<std::int64_t>(i);
  dataset.class_names.clear();
  for (int c = 0; c < 10'000; ++c) dataset.class_names.push_back(hostile + std::to_string(c));
  dataset.kept = {{hostile, std::vector<std::string>(40, hostile)}};
  return data_page(dataset, {.remarks = {hostile}});
}

/// As CSV wants it.
std::string quoted(const std::string& text) {
  std::string field = "\"";
  for (const char c : text) field += c == '"' ? "\"\"" : std::string(1, c);
  return field + "\"";
}

/// A run of folds that predict so many classes, or so many numbers.
RunView sample_run(int classes, int targets, int trainings) {
  RunView run;
  run.folder = hostile;
  run.config.emplace().data.dataset = hostile;
  run.environment.emplace().command = hostile;
  run.metric = targets > 0 ? "mae" : "accuracy";
  RunResult& result = run.result.emplace();
  result.dataset = hostile;
  result.metric = run.metric;
  std::vector<TrainResult> outcomes;
  for (int t = 0; t < trainings; ++t) {
    TrainResult outcome{.best_epoch = 2, .epochs = 3, .parameters = 1'000, .stopped_because = hostile};
    outcome.test = outcome.validation = {{run.metric, 0.5 + 0.01 * t}, {"loss", 0.1}};
    outcomes.push_back(outcome);
    TrainingView& training = run.trainings.emplace_back();
    training = {.name = trainings > 1 ? "fold_" + std::to_string(t + 1) : "", .seconds = {1, 2, 3}, .outcome = outcome};
    for (int e = 1; e <= 3; ++e)
      training.epochs.push_back({.epoch = e, .validation = outcome.validation, .best = e == 2});
    result.jobs.push_back(training.name);
  }
  result.take(outcomes);
  result.data = {{"nodes", {1, 2.5, 9}}, {"parts", {{hostile, 3}}}, {"labels", {{{"class", hostile}, {"graphs", 4}}}}};
  const std::string name = printable(hostile);  // as tables have it
  std::string text = "graph," + quoted(name);
  if (targets == 0) text += ",true,prediction";
  for (int t = 0; t < targets; ++t) text += "," + quoted("true_" + name + std::to_string(t));
  for (int t = 0; t < targets; ++t) text += "," + quoted(name + std::to_string(t));
  for (int c = 0; c < classes; ++c) text += "," + quoted("p_" + name + std::to_string(c));
  text += "\n";
  for (int g = 0; g < 200; ++g) {
    text += std::to_string(g) + "," + quoted(name);
    if (targets == 0)
      text += "," + quoted(name + std::to_string(g % classes)) + "," + quoted(name + std::to_string(g * 7 % classes));
    for (int t = 0; t < targets; ++t) text += "," + std::to_string(g * 1e6);
    for (int t = 0; t < targets; ++t) text += "," + std::to_string(g * 1e6 + t);
    for (int c = 0; c < classes; ++c) text += "," + std::to_string((c + g) % 5 / 10.0);
    text += "\n";
  }
  run.test = parse_test_table(text, "sample");
  return run;
}

std::string reports() {
  const std::vector<RunView> runs = {sample_run(12, 0, 30), sample_run(2, 0, 1), sample_run(0, 3, 2)};
  return runs_page(runs);
}

/// As many folds and classes as anybody may have, all of them hostile.
std::string many() { return run_page(sample_run(10'000, 0, 500)); }

/// Runs that have nothing, beside one that has much.
std::string empty() {
  RunView none;
  none.folder = hostile;
  RunView begun = sample_run(2, 0, 500);
  begun.result.reset();
  begun.test = {};
  for (TrainingView& training : begun.trainings) training.outcome.reset();
  RunView without_names = sample_run(2, 0, 1);
  without_names.trainings.clear();
  without_names.config.reset();
  without_names.environment.reset();
  return runs_page(std::vector{none, begun, without_names, sample_run(10'000, 0, 500)});
}

}  // namespace
}  // namespace gnnir

int main(int argc, char** argv) {
  const std::map<std::string, std::string (*)()> kinds = {
      {"charts", [] { return gnnir::charts().str(); }},
      {"tables", [] { return gnnir::tables().str(); }},
      {"pictures", [] { return gnnir::pictures().str(); }},
      {"data", [] { return gnnir::data(); }},
      {"classes", [] { return gnnir::run_page(gnnir::sample_run(12, 0, 30)); }},
      {"two", [] { return gnnir::run_page(gnnir::sample_run(2, 0, 1)); }},
      {"numbers", [] { return gnnir::run_page(gnnir::sample_run(0, 3, 2)); }},
      {"runs", [] { return gnnir::reports(); }},
      {"many", [] { return gnnir::many(); }},
      {"empty", [] { return gnnir::empty(); }}};
  const auto kind = argc == 3 ? kinds.find(argv[1]) : kinds.end();
  if (kind == kinds.end()) {
    std::cerr << "gnnir_sample_pages charts|tables|pictures|data|classes|two|numbers|runs|many|empty FILE\n";
    return 2;
  }
  gnnir::write_file_atomically(argv[2], kind->second());
}

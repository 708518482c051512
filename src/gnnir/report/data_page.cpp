#include "gnnir/report/data_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "gnnir/base/error.h"
#include "gnnir/data/statistics.h"
#include "gnnir/draw/bars.h"
#include "gnnir/draw/page.h"
#include "gnnir/report/example_figure.h"

namespace gnnir {
namespace {

std::string spread_text(const Spread& spread) {
  return spread.count == 0 ? "–" : fmt::format("{:.5g} … {:.5g} … {:.5g}", spread.least, spread.mean(), spread.most);
}

std::string counts_section(const Dataset& dataset, const DatasetStatistics& seen) {
  HtmlTable table{.columns = {{"what"}, {"how many"}}};
  const auto add = [&](const char* what, auto number) { table.rows.push_back({what, fmt::format("{}", number)}); };
  add("graphs", dataset.size());
  for (const Dataset::Part& part : dataset.parts)
    table.rows.push_back({"part " + part.name, std::to_string(part.size)});
  add("nodes of a graph (least … mean … largest)", spread_text(seen.nodes));
  add("undirected edges of a graph (least … mean … largest)", spread_text(seen.edges));
  add("degree (least … mean … largest)", spread_text(seen.degrees));
  add("different node labels", seen.different_node_labels);
  add("node attributes", dataset.num_attributes);
  add("different edge labels", seen.different_edge_labels);
  add("edge attributes", dataset.num_edge_attributes);
  if (seen.isolated_nodes > 0) add("isolated nodes", seen.isolated_nodes);
  if (seen.edgeless_graphs > 0) add("graphs without edges", seen.edgeless_graphs);
  if (seen.empty_graphs > 0) add("graphs without nodes", seen.empty_graphs);
  return to_html(table);
}

std::string repairs_section(const Dataset& dataset, const std::vector<std::string>& remarks) {
  HtmlTable table{.columns = {{"what"}, {"how many", true}}};
  const auto add = [&](const char* what, std::int64_t count) {
    if (count > 0) table.rows.push_back({what, std::to_string(count)});
  };
  add("duplicate edges collapsed", dataset.repairs.duplicate_edges);
  add("of them with other features than the first", dataset.repairs.conflicting_edges);
  add("reverse edges added", dataset.repairs.reverse_edges_added);
  add("self-loops in the file", dataset.repairs.self_loops);
  add("graphs skipped", dataset.repairs.rejected);
  std::string html = table.rows.empty() ? "<p>Nothing had to be mended.</p>\n" : to_html(table);
  for (const std::string& remark : remarks) html += "<p class=\"note\">" + escape_html(remark) + "</p>\n";
  return html;
}

std::string classes_section(const Dataset& dataset, const DatasetStatistics& seen) {
  constexpr std::size_t most_bars = 40;
  std::string html;
  if (dataset.class_names.size() <= most_bars) {
    BarChart bars{.title = "Graphs by class", .x_label = "class", .names = dataset.class_names};
    for (const std::int64_t count : seen.class_counts) bars.counts.push_back(static_cast<double>(count));
    html += "<div class=\"pair\">\n" + to_html(bars);
  }
  HtmlTable table{.columns = {{"class"}, {"graphs", true}, {"%", true}}};
  for (std::size_t c = 0; c < dataset.class_names.size(); ++c) {
    const double share = 100.0 * static_cast<double>(seen.class_counts[c]) /
                         static_cast<double>(std::max<std::int64_t>(1, dataset.size()));
    table.rows.push_back({dataset.class_names[c], std::to_string(seen.class_counts[c]), fmt::format("{:.2f}", share)});
  }
  html += to_html(table);
  if (dataset.class_names.size() <= most_bars) html += "</div>\n";
  const auto missing = std::count(dataset.classes.begin(), dataset.classes.end(), -1);
  if (missing > 0) {
    html += fmt::format("<p class=\"note\">{} no class.</p>\n",
                        missing == 1 ? "1 graph has" : fmt::format("{} graphs have", missing));
  }
  return html;
}

/// How many graphs say what, question by question.
std::string answers_table(const Dataset& dataset) {
  HtmlTable table{
      .columns = {
          {"question"}, {"0 stands for"}, {"graphs", true}, {"1 stands for"}, {"graphs", true}, {"missing", true}}};
  const auto width = static_cast<std::size_t>(dataset.num_targets);
  for (std::size_t t = 0; t < width; ++t) {
    std::array<std::int64_t, 2> counts{};
    for (std::size_t i = t; i < dataset.targets.size(); i += width) {
      if (!std::isnan(dataset.targets[i])) ++counts[dataset.targets[i] > 0.5F ? 1 : 0];
    }
    table.rows.push_back({dataset.target_names[t], dataset.answers[t][0], std::to_string(counts[0]),
                          dataset.answers[t][1], std::to_string(counts[1]),
                          std::to_string(dataset.size() - counts[0] - counts[1])});
  }
  return to_html(table);
}

std::string targets_section(const Dataset& dataset, const DatasetStatistics& seen) {
  if (!dataset.answers.empty()) return answers_table(dataset);
  HtmlTable table{.columns = {{"target"}, {"least", true}, {"mean", true}, {"largest", true}, {"missing", true}}};
  std::string charts;
  constexpr std::size_t most_charts = 12;
  for (std::size_t t = 0; t < seen.targets.size(); ++t) {
    const TargetStatistics& target = seen.targets[t];
    const auto number = [&](double value) { return target.values.count == 0 ? "" : fmt::format("{:.5g}", value); };
    table.rows.push_back({target.name, number(target.values.least), number(target.values.mean()),
                          number(target.values.most), std::to_string(target.missing)});
    if (t < most_charts) charts += to_html(bars_of(target.histogram, "Graphs by " + target.name, target.name));
  }
  if (seen.targets.size() > most_charts) {
    charts +=
        fmt::format("<p class=\"note\">The first {} of {} targets are drawn.</p>\n", most_charts, seen.targets.size());
  }
  return to_html(table) + "<div class=\"gallery\">\n" + charts + "</div>\n";
}

std::vector<ChosenGraph> graphs_asked_for(const Dataset& dataset, const std::vector<std::int64_t>& asked) {
  std::vector<ChosenGraph> chosen;
  for (const std::int64_t index : asked) {
    if (index < 0 || index >= dataset.size()) {
      throw usage_error("graph {} is not in {}: it has graphs 0 to {}", index, dataset.name, dataset.size() - 1);
    }
    chosen.push_back({index, ""});
  }
  return chosen;
}

}  // namespace

std::string data_page(const Dataset& dataset, const DataPageOptions& options) {
  const std::vector<ChosenGraph> chosen =
      options.graphs.empty() ? choose_examples(dataset) : graphs_asked_for(dataset, options.graphs);
  const DatasetStatistics seen = statistics_of(dataset);
  Page page(dataset.name, fmt::format("{} graphs", dataset.size()));
  page.section("Counts", counts_section(dataset, seen));
  if (dataset.has_classes()) page.section("Classes", classes_section(dataset, seen));
  if (dataset.has_targets()) page.section("Targets", targets_section(dataset, seen));
  page.section("Sizes", "<div class=\"gallery\">\n" +
                            to_html(bars_of(seen.size_counts, "Graphs by number of nodes", "nodes")) +
                            to_html(bars_of(seen.degree_counts, "Nodes by degree", "degree")) + "</div>\n");
  std::string examples = options.graphs.empty() ? "<p>" + escape_html(how_examples_are_chosen(dataset)) + "</p>\n" : "";
  examples +=
      "<p>Nodes of one colour are in one cell of colour refinement: message passing, with the features of the file, "
      "cannot tell "
      "them apart. Pale ones, in molecules those without a colour, are alone in their cells. Where symmetries of the "
      "graph tell more "
      "nodes apart than refinement does, a second picture is coloured by orbit.</p>\n<div class=\"gallery\">\n";
  for (const ChosenGraph& graph : chosen) examples += example_figure(dataset, graph);
  page.section("Graphs", examples + "</div>\n");
  page.section("What was mended", repairs_section(dataset, options.remarks));
  return page.str();
}

}  // namespace gnnir

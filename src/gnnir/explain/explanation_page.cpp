#include "gnnir/explain/explanation_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <span>

#include "gnnir/data/names.h"
#include "gnnir/draw/cell_colours.h"
#include "gnnir/draw/dataset_picture.h"
#include "gnnir/draw/page.h"
#include "gnnir/explain/explain.h"

namespace gnnir {
namespace {

std::string number(double value) { return std::isfinite(value) ? fmt::format("{:.4g}", value) : ""; }

HtmlTable merits_table(const Merits& merits) {
  HtmlTable table;
  table.columns = {{"figure of merit"}, {"value", true}};
  const auto add = [&](const char* name, double value) {
    if (!std::isnan(value)) table.rows.push_back({name, number(value)});
  };
  add("fidelity+", merits.fidelity_plus);
  add("fidelity-", merits.fidelity_minus);
  add("sparsity", merits.sparsity);
  add("unfaithfulness", merits.unfaithfulness);
  add("ROC-AUC", merits.auc);
  return table;
}

/// Nodes that the story says were individualized, ascending.
std::vector<NodeId> individualized(const Json& story) {
  std::vector<NodeId> nodes;
  if (!story.is_object() || !story.contains("layers")) return nodes;
  for (const Json& layer : story["layers"]) {
    for (const Json& one : layer["chosen"]) nodes.push_back(one["node"].get<NodeId>());
  }
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

std::string figure(const Explanation& one, const Dataset& dataset) {
  GraphPicture picture;
  picture.values = one.nodes;
  const Graph& graph = dataset.examples[static_cast<std::size_t>(one.graph)].graph;
  for (const Edge& edge : graph.edges()) {
    if (one.edges.empty()) break;
    const auto same = [&](const EdgeValue& value) {
      return std::pair(value.u, value.v) <
             std::pair(std::min(edge.source, edge.target), std::max(edge.source, edge.target));
    };
    picture.edge_values.push_back(std::partition_point(one.edges.begin(), one.edges.end(), same)->value);
  }
  picture.value_name = one.subject;
  picture.marked = individualized(one.story);
  picture.in_page = true;
  const std::string caption = picture.marked.empty() ? "" : "Rings: nodes that were individualized.";
  return figure_of(picture_of(dataset, one.graph, std::move(picture)), caption);
}

std::vector<NodeId> cells_in(const Json& json, const char* key) {
  return json.contains(key) ? json[key].get<std::vector<NodeId>>() : std::vector<NodeId>();
}

/// The graph by what refinement can tell apart.
std::string cells_figure(const Explanation& one, const Dataset& dataset, const std::vector<NodeId>& cells,
                         std::vector<NodeId> marked, const std::string& caption) {
  GraphPicture picture{.colour = shared_cells(cells), .marked = std::move(marked), .width = 280, .in_page = true};
  const std::size_t count = std::set<NodeId>(cells.begin(), cells.end()).size();
  return figure_of(picture_of(dataset, one.graph, std::move(picture)),
                   fmt::format("{}: {} cell{}", caption, count, count == 1 ? "" : "s"));
}

/// GNN-IR: what was told apart before each layer, and in the end.
std::string layer_figures(const Explanation& one, const Dataset& dataset) {
  std::string html;
  for (const Json& layer : one.story["layers"]) {
    if (layer.value("branches", 1) > 1) break;
    std::vector<NodeId> marked;
    for (const Json& node : layer["chosen"]) marked.push_back(node["node"].get<NodeId>());
    html += cells_figure(one, dataset, cells_in(layer, "cells"), marked,
                         fmt::format("Before layer {}", layer.value("layer", 1)));
  }
  const std::vector<NodeId> last = cells_in(one.story, "cells_at_the_end");
  return last.empty() ? html : html + cells_figure(one, dataset, last, {}, "In the end");
}

/// Exact IR: what is told apart without a mark, and in the branches that matter most.
std::string branch_figures(const Explanation& one, const Dataset& dataset) {
  constexpr std::size_t most = 3;
  std::string html = cells_figure(one, dataset, cells_in(one.story, "cells"), {}, "Without a mark");
  std::vector<const Json*> branches;
  for (const Json& branch : one.story["branches"]) branches.push_back(&branch);
  const auto gain = [&](const Json* branch) {
    const Json& without = (*branch)["without"];
    return without.is_number() ? std::abs(one.value - without.get<double>()) : 0;
  };
  std::stable_sort(branches.begin(), branches.end(), [&](auto a, auto b) { return gain(a) > gain(b); });
  for (const Json* branch : std::span(branches).first(std::min(most, branches.size()))) {
    const NodeId node = (*branch)["nodes"][0].get<NodeId>();
    html += cells_figure(one, dataset, cells_in(*branch, "cells"), {node}, fmt::format("The branch of node {}", node));
  }
  return html;
}

std::string story_figures(const Explanation& one, const Dataset& dataset) {
  if (!one.story.is_object()) return "";
  const bool layers = one.story.contains("layers");
  return fmt::format(
      "<p>What refinement tells apart: nodes of one colour are in one cell, pale ones alone in theirs. Rings: nodes "
      "that "
      "are individualized.</p>\n<div class=\"gallery\">{}</div>\n",
      layers ? layer_figures(one, dataset) : branch_figures(one, dataset));
}

/// Those that matter most first; node numbers sort them as they stand in the graph.
HtmlTable nodes_table(const Explanation& one, const Dataset& dataset) {
  HtmlTable table{.columns = {{"node", true}}, .shown = 300};
  const std::vector<std::string> names = node_names(dataset, one.graph);
  if (!names.empty()) table.columns.push_back({"label"});
  table.columns.push_back({"value", true});
  if (!one.errors.empty()) table.columns.push_back({"± error", true});
  std::vector<std::size_t> order(one.nodes.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return std::abs(one.nodes[a]) > std::abs(one.nodes[b]); });
  for (const std::size_t v : order) {
    std::vector<std::string>& row = table.rows.emplace_back(std::vector{fmt::format("{}", v)});
    if (!names.empty()) row.push_back(names[v]);
    row.push_back(number(one.nodes[v]));
    if (!one.errors.empty()) row.push_back(number(one.errors[v]));
  }
  return table;
}

HtmlTable edges_table(const Explanation& one) {
  HtmlTable table;
  table.columns = {{"edge"}, {"value", true}};
  for (const EdgeValue& edge : one.edges) {
    table.rows.push_back({fmt::format("{}-{}", edge.u, edge.v), number(edge.value)});
  }
  return table;
}

/// Closed until readers open it.
std::string folded(const char* title, const std::string& html) {
  return fmt::format("<details><summary>{}</summary>\n{}</details>\n", title, html);
}

std::string section(const Explanation& one, const Dataset& dataset) {
  std::string html = fmt::format("<p>{}: {}", escape_html(one.subject), number(one.value));
  if (one.base && one.gap)
    html += fmt::format(", from {} on; the values miss it by {}", number(*one.base), number(*one.gap));
  html += "</p>\n" + figure(one, dataset);
  if (!one.sentences.empty()) {
    html += "<ul>\n";
    for (const std::string& sentence : one.sentences) html += "<li>" + escape_html(sentence) + "</li>\n";
    html += "</ul>\n";
  }
  html += story_figures(one, dataset);
  html += folded("Nodes", to_html(nodes_table(one, dataset)));
  if (!one.edges.empty()) html += folded("Edges", to_html(edges_table(one)));
  return html + folded("Figures of merit", to_html(merits_table(one.merits)));
}

}  // namespace

std::string explanations_page(std::span<const Explanation> explanations, const Dataset& dataset,
                              const std::string& method, bool named, std::size_t most) {
  Page page(fmt::format("Why: {}", dataset.name),
            fmt::format("{} graph{}, by {}", explanations.size(), explanations.size() == 1 ? "" : "s", method));
  if (explanations.size() > 1) {
    std::string means = to_html(merits_table(MeanMerits::of(explanations).mean));
    if (explanations.size() > most) means += fmt::format("<p>The first {} graphs are shown.</p>\n", most);
    page.section("Figures of merit", std::move(means));
  }
  const NameColumns names = named ? NameColumns(dataset, {}) : NameColumns();
  for (const Explanation& one : explanations.first(std::min(most, explanations.size()))) {
    std::string title = fmt::format("Graph {}", one.graph);
    for (const std::string& name : names.of_graph(one.graph)) {
      if (!name.empty()) title += ", " + name;
    }
    page.section(title, section(one, dataset));
  }
  return page.str();
}

}  // namespace gnnir

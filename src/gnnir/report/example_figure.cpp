#include "gnnir/report/example_figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "gnnir/draw/cell_colours.h"
#include "gnnir/draw/dataset_picture.h"
#include "gnnir/draw/escape.h"
#include "gnnir/graph/colour_refinement.h"
#include "gnnir/graph/symmetry.h"

namespace gnnir {
namespace {

constexpr NodeId most_nodes_for_orbits = 300;

/// A number for each node or edge: equal where label and attributes are.
std::vector<std::int64_t> colours_of(std::size_t count, const std::vector<std::int64_t>& labels,
                                     const std::vector<float>& attributes) {
  if (labels.empty() && attributes.empty()) return {};
  const std::size_t width = count == 0 ? 0 : attributes.size() / count;
  std::vector<std::vector<double>> rows(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (!labels.empty()) rows[i].push_back(static_cast<double>(labels[i]));
    for (std::size_t k = 0; k < width; ++k) rows[i].push_back(static_cast<double>(attributes[i * width + k]));
  }
  return ranks_of(std::span<const std::vector<double>>(rows));
}

std::size_t number_of_different(const std::vector<NodeId>& values) {
  return std::set<NodeId>(values.begin(), values.end()).size();
}

std::string counted(std::int64_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string label_text(const Dataset& dataset, std::size_t index) {
  std::string text;
  if (dataset.has_classes()) {
    const std::int64_t c = dataset.classes[index];
    text += c < 0 ? "no class" : "class " + dataset.class_names[static_cast<std::size_t>(c)];
  }
  constexpr std::size_t most = 6;
  const auto width = static_cast<std::size_t>(dataset.num_targets);
  for (std::size_t t = 0; t < std::min(most, width); ++t) {
    const float value = dataset.targets[index * width + t];
    std::string words = fmt::format("{:.5g}", value);
    if (std::isnan(value)) {
      words = "missing";
    } else if (!dataset.answers.empty()) {
      words = dataset.answers[t][value > 0.5F ? 1 : 0];
    }
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", dataset.target_names[t], words);
  }
  if (width > most) text += fmt::format(", … {} in all", width);
  return text;
}

std::string kept_text(const Dataset& dataset, std::size_t index) {
  std::string text;
  for (const KeptColumn& column : dataset.kept) {
    const std::string& value = column.values[index];
    if (value.empty()) continue;
    constexpr std::size_t most = 80;
    const bool shortened = value.size() > most;
    text +=
        fmt::format("{}{}: {}{}", text.empty() ? "" : " · ", column.name, value.substr(0, most), shortened ? "…" : "");
  }
  return text;
}

}  // namespace

std::string example_figure(const Dataset& dataset, const ChosenGraph& chosen) {
  const auto index = static_cast<std::size_t>(chosen.index);
  const Example& example = dataset.examples[index];
  const Graph& graph = example.graph;
  const auto nodes =
      colours_of(static_cast<std::size_t>(graph.num_nodes()), example.node_labels, example.node_attributes);
  const auto edges =
      colours_of(static_cast<std::size_t>(graph.num_edges()), example.edge_labels, example.edge_attributes);
  const Colours colours{.nodes = nodes, .edges = edges};
  const std::vector<NodeId> cells = ColourRefinement(graph, colours).coarsest().cell_numbers();
  const std::size_t num_cells = number_of_different(cells);
  GraphPicture picture{.colour = shared_cells(cells), .width = 320, .in_page = true};
  std::string svg = picture_of(dataset, chosen.index, picture);
  std::string counts =
      fmt::format("{}, {}; {}", counted(graph.num_nodes(), "node"), counted(graph.num_undirected_edges(), "edge"),
                  counted(static_cast<std::int64_t>(num_cells), "cell"));
  if (graph.num_nodes() <= most_nodes_for_orbits) {
    const std::vector<NodeId> orbits = find_orbits(graph, colours);
    const std::size_t num_orbits = number_of_different(orbits);
    counts += ", " + counted(static_cast<std::int64_t>(num_orbits), "orbit");
    if (num_orbits != num_cells) {
      picture.colour = shared_cells(orbits);
      picture.title = "by orbit";
      svg = "<div class=\"pair\">" + svg + picture_of(dataset, chosen.index, picture) + "</div>\n";
    }
  }
  std::string caption = fmt::format("<strong>graph {}</strong>", chosen.index);
  for (const std::string& words : {label_text(dataset, index), chosen.reason}) {
    if (!words.empty()) caption += " · " + escape_html(words);
  }
  caption += "<br>" + escape_html(counts);
  if (const std::string kept = kept_text(dataset, index); !kept.empty()) caption += "<br>" + escape_html(kept);
  return figure_of(svg, caption);
}

}  // namespace gnnir

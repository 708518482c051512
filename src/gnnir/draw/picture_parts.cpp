#include "gnnir/draw/picture_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "gnnir/draw/escape.h"
#include "gnnir/draw/palette.h"
#include "gnnir/draw/svg_text.h"

namespace gnnir {
namespace {

/// By magnitude; NaN is the smallest.
bool says_more(double a, double b) { return std::isnan(b) ? !std::isnan(a) : std::abs(a) > std::abs(b); }

void add_legend(const GraphPicture& picture, const PictureContent& content, PictureRows& rows) {
  constexpr double letters = 12;
  if (!content.note.empty()) rows.text(content.note, letters, 2, true, picture.in_page);
  if (!picture.values.empty() || !picture.edge_values.empty()) rows.scale(full_range(picture), picture.value_name);
  std::vector<PictureRows::Sample> samples;
  for (std::size_t c = 0; c < picture.colour_names.size(); ++c) {
    samples.push_back({std::string(fill_of(c)), picture.colour_names[c]});
  }
  for (std::size_t c = 0; c < picture.edge_colour_names.size(); ++c) {
    samples.push_back({line_colour(c, picture.in_page), picture.edge_colour_names[c], true});
  }
  rows.samples(samples);
}

}  // namespace

std::vector<Line> lines_of(const Graph& graph, const GraphPicture& picture) {
  std::map<std::pair<NodeId, NodeId>, Line> lines;
  const std::vector<Edge> edges = graph.edges();
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto [low, high] = std::minmax(edges[e].source, edges[e].target);
    Line& line = lines.try_emplace({low, high}, Line{low, high}).first->second;
    (edges[e].source == low ? line.forward : line.backward) = true;
    if (!picture.edge_values.empty() && says_more(picture.edge_values[e], line.value)) {
      line.value = picture.edge_values[e];
    }
    if (!picture.edge_colour.empty()) line.colour = std::max(line.colour, picture.edge_colour[e]);
  }
  std::vector<Line> result;
  result.reserve(lines.size());
  for (const auto& [ends, line] : lines) result.push_back(line);
  return result;
}

double full_range(const GraphPicture& picture) {
  if (picture.value_range > 0) return picture.value_range;
  double range = 0;
  for (const auto* values : {&picture.values, &picture.edge_values}) {
    for (const double value : *values) {
      if (std::isfinite(value)) range = std::max(range, std::abs(value));
    }
  }
  return range > 0 ? range : 1;
}

std::string tip_of(const GraphPicture& picture, std::size_t node) {
  if (!picture.tips.empty()) return picture.tips[node];
  std::string tip = fmt::format("node {}", node);
  if (!picture.labels.empty() && !picture.labels[node].empty()) tip += ": " + picture.labels[node];
  if (!picture.values.empty() && std::isfinite(picture.values[node]))
    tip += fmt::format(", {:.3g}", picture.values[node]);
  if (!picture.colour.empty() && picture.colour[node] >= 0) tip += fmt::format(", colour {}", picture.colour[node]);
  return tip;
}

std::string fill_of_node(const GraphPicture& picture, std::size_t node, double range) {
  if (!picture.values.empty()) {
    const double value = picture.values[node];
    return std::isfinite(value) ? value_fill(value / range) : "";
  }
  if (picture.colour.empty() || picture.colour[node] < 0) return "";
  return std::string(fill_of(static_cast<std::size_t>(picture.colour[node])));
}

std::string framed(const Graph& graph, const GraphPicture& picture, const PictureContent& content) {
  constexpr double least_width = 110;
  constexpr double title_letters = 15;
  constexpr double letters = 12;
  double words =
      std::max(text_width(picture.title, title_letters),
               std::min(280.0, std::max(text_width(picture.subtitle, letters), text_width(content.note, letters))));
  if (!picture.value_name.empty() || !picture.colour_names.empty()) words = std::max(words, 280.0);
  const double most_width = std::max({least_width, picture.width, content.width});
  const double width = std::min(std::max({content.width, words + 10, least_width}), most_width);
  PictureRows head(width, 0);
  if (!picture.title.empty()) head.text(picture.title, title_letters, 2, false, picture.in_page);
  if (!picture.subtitle.empty()) head.text(picture.subtitle, letters, 4, true, picture.in_page);
  PictureRows foot(width, head.bottom() + content.height);
  add_legend(picture, content, foot);
  const double height = std::ceil(std::max(1.0, foot.bottom() + (foot.svg().empty() ? 0 : 4)));
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "role=\"img\" aria-label=\"{2}{3}graph with {4} nodes and {5} edges\" font-family=\"sans-serif\" fill=\"{6}\">\n",
      std::ceil(width), height, escape_html(picture.title), picture.title.empty() ? "" : ": ", graph.num_nodes(),
      graph.num_undirected_edges(), picture.in_page ? "currentColor" : dark_ink);
  const char* white = "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
  if (!picture.in_page) {
    svg += white;
  } else if (content.on_white) {
    svg += fmt::format("<rect y=\"{:.1f}\" width=\"100%\" height=\"{:.1f}\" rx=\"6\" fill=\"#fff\"/>\n", head.bottom(),
                       content.height);
  }
  return svg + head.svg() +
         fmt::format("<g transform=\"translate({:.1f} {:.1f})\">\n{}</g>\n", (width - content.width) / 2, head.bottom(),
                     content.svg) +
         foot.svg() + "</svg>\n";
}

}  // namespace gnnir

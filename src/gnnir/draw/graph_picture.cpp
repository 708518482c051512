#include "gnnir/draw/graph_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "gnnir/draw/escape.h"

namespace gnnir {
namespace {

struct Point {
  double x = 0;
  double y = 0;
};

/// Springs along edges, repulsion between all nodes (Fruchterman and Reingold), from a circle on, cooling down.
std::vector<Point> lay_out(const Graph& graph) {
  const auto n = static_cast<std::size_t>(graph.num_nodes());
  std::vector<Point> place(n);
  for (std::size_t v = 0; v < n; ++v) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(v) / static_cast<double>(n);
    place[v] = {std::cos(angle), std::sin(angle)};
  }
  constexpr std::size_t most = 2000;  // beyond, the circle has to do
  const int rounds = n <= most ? 300 : 0;
  const double ideal = 2 / std::sqrt(std::max(1.0, static_cast<double>(n)));
  for (int round = 0; round < rounds; ++round) {
    std::vector<Point> force(n);
    const auto push = [&](std::size_t v, std::size_t u, bool attract) {
      const double dx = place[v].x - place[u].x;
      const double dy = place[v].y - place[u].y;
      const double distance = std::max(1e-3, std::hypot(dx, dy));
      const double strength = attract ? -distance / ideal : ideal * ideal / (distance * distance);
      force[v].x += dx / distance * strength;
      force[v].y += dy / distance * strength;
    };
    for (std::size_t v = 0; v < n; ++v) {
      for (std::size_t u = 0; u < n; ++u) {
        if (u != v) push(v, u, false);
      }
      for (const NodeId u : graph.neighbours(static_cast<NodeId>(v))) {
        if (static_cast<std::size_t>(u) == v) continue;
        push(v, static_cast<std::size_t>(u), true);
        push(static_cast<std::size_t>(u), v, true);
      }
    }
    const double step = 0.1 * (1 - static_cast<double>(round) / rounds);
    for (std::size_t v = 0; v < n; ++v) {
      const double length = std::max(1e-9, std::hypot(force[v].x, force[v].y));
      place[v].x += force[v].x / length * std::min(length, step);
      place[v].y += force[v].y / length * std::min(length, step);
    }
  }
  return place;
}

/// Into a square of that size, with a margin.
void fit(std::vector<Point>& places, double size, double margin) {
  if (places.empty()) return;
  const auto [left, right] =
      std::minmax_element(places.begin(), places.end(), [](const Point& a, const Point& b) { return a.x < b.x; });
  const auto [top, bottom] =
      std::minmax_element(places.begin(), places.end(), [](const Point& a, const Point& b) { return a.y < b.y; });
  const Point corner{left->x, top->y};
  const double extent = std::max({right->x - left->x, bottom->y - top->y, 1e-9});
  const double scale = (size - 2 * margin) / extent;
  const Point offset{margin + (size - 2 * margin - (right->x - left->x) * scale) / 2,
                     margin + (size - 2 * margin - (bottom->y - top->y) * scale) / 2};
  for (Point& place : places) {
    place = {offset.x + (place.x - corner.x) * scale, offset.y + (place.y - corner.y) * scale};
  }
}

}  // namespace

std::string draw_graph(const Graph& graph, const GraphPicture& picture) {
  constexpr double size = 640;
  constexpr double title_height = 56;
  static constexpr std::array palette = {"#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee",
                                         "#aa3377", "#bbbbbb", "#ee8866", "#44bb99", "#222255"};
  std::vector<Point> place = lay_out(graph);
  fit(place, size, 30);
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
      "<g font-family=\"sans-serif\" text-anchor=\"middle\">\n"
      "<text x=\"{2}\" y=\"24\" font-size=\"15\">{3}</text>\n"
      "<text x=\"{2}\" y=\"44\" font-size=\"12\" fill=\"#555\">{4}</text>\n</g>\n"
      "<g transform=\"translate(0 {5})\">\n",
      size, size + title_height, size / 2, escape_html(picture.title), escape_html(picture.subtitle), title_height);
  for (const Edge& edge : graph.edges()) {
    if (edge.source == edge.target) continue;
    if (graph.has_edge({edge.target, edge.source}) && edge.source > edge.target) continue;  // drawn already
    const Point& a = place[static_cast<std::size_t>(edge.source)];
    const Point& b = place[static_cast<std::size_t>(edge.target)];
    svg += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#999\"/>\n", a.x, a.y,
                       b.x, b.y);
  }
  const double radius = std::clamp(120 / std::sqrt(1.0 + graph.num_nodes()), 3.0, 12.0);
  for (std::size_t v = 0; v < place.size(); ++v) {
    const std::size_t colour = picture.colour.empty() ? 0 : static_cast<std::size_t>(picture.colour[v]);
    const bool marked = std::find(picture.marked.begin(), picture.marked.end(), v) != picture.marked.end();
    svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\"{}/>\n", place[v].x, place[v].y,
                       radius, palette[colour % palette.size()],
                       marked ? " stroke=\"black\" stroke-width=\"3\"" : " stroke=\"white\"");
  }
  return svg + "</g>\n</svg>\n";
}

}  // namespace gnnir

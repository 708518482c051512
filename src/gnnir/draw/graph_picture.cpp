#include "gnnir/draw/graph_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "gnnir/draw/escape.h"
#include "gnnir/draw/layout.h"
#include "gnnir/draw/palette.h"
#include "gnnir/draw/picture_legend.h"
#include "gnnir/draw/shown_part.h"
#include "gnnir/draw/svg_text.h"

namespace gnnir {
namespace {

/// An edge as one line, whichever of its directions the graph has.
struct Line {
  NodeId from;
  NodeId to;
  bool forward = false;   ///< from → to is there
  bool backward = false;  ///< to → from is there
  double value = NAN;
  NodeId colour = -1;
};

/// By magnitude; NaN is the smallest.
bool says_more(double a, double b) { return std::isnan(b) ? !std::isnan(a) : std::abs(a) > std::abs(b); }

/// The lines between nodes of `graph` (all of them, or those that are shown), which have numbers in the picture.
std::vector<Line> lines_of(const Graph& graph, const GraphPicture& picture, const std::vector<NodeId>& shown) {
  std::vector<NodeId> number(static_cast<std::size_t>(graph.num_nodes()), -1);
  for (std::size_t i = 0; i < shown.size(); ++i) number[static_cast<std::size_t>(shown[i])] = static_cast<NodeId>(i);
  std::map<std::pair<NodeId, NodeId>, Line> lines;
  const std::vector<Edge> edges = graph.edges();
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const NodeId source = number[static_cast<std::size_t>(edges[e].source)];
    const NodeId target = number[static_cast<std::size_t>(edges[e].target)];
    if (source < 0 || target < 0) continue;
    const auto [low, high] = std::minmax(source, target);
    Line& line = lines.try_emplace({low, high}, Line{low, high}).first->second;
    (source == low ? line.forward : line.backward) = true;
    if (!picture.edge_values.empty() && says_more(picture.edge_values[e], line.value))
      line.value = picture.edge_values[e];
    if (!picture.edge_colour.empty()) line.colour = std::max(line.colour, picture.edge_colour[e]);
  }
  std::vector<Line> result;
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

double nearest_pair(std::vector<Point> places) {
  std::sort(places.begin(), places.end(), [](const Point& a, const Point& b) { return a.x < b.x; });
  double nearest = HUGE_VAL;
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t j = i + 1; j < places.size() && places[j].x - places[i].x < nearest; ++j) {
      nearest = std::min(nearest, std::hypot(places[j].x - places[i].x, places[j].y - places[i].y));
    }
  }
  return nearest;
}

/// The nodes and edges, in pixels from (0, 0) on.
class Drawing {
 public:
  Drawing(const Graph& graph, const GraphPicture& picture)
      : graph_(graph), picture_(picture), range_(full_range(picture)) {
    for (const NodeId v : picture.marked) marked_.insert(v);
    const std::vector<NodeId> seeds(marked_.begin(), marked_.end());
    const auto most = std::min(picture.most_nodes, static_cast<std::size_t>(most_laid_out));
    shown_ = shown_nodes(graph, seeds, most);
    lines_ = lines_of(graph, picture, shown_);
    place();
    for (const NodeId v : shown_) {
      if (!picture.colour.empty()) colours_.insert(picture.colour[static_cast<std::size_t>(v)]);
    }
  }

  [[nodiscard]] double width() const { return width_; }
  [[nodiscard]] double height() const { return height_; }
  [[nodiscard]] std::size_t num_shown() const { return shown_.size(); }
  [[nodiscard]] double range() const { return range_; }

  [[nodiscard]] std::string svg() const {
    const char* edge_colour = picture_.in_page ? "var(--edge)" : "#8c959f";
    std::string svg = fmt::format("<g stroke=\"{}\" stroke-width=\"{:.1f}\" stroke-linecap=\"round\" fill=\"none\">\n",
                                  edge_colour, std::clamp(0.25 * radius_, 0.5, lines_.size() > 300 ? 0.7 : 1.4));
    for (const Line& line : lines_) svg += line.from == line.to ? loop(line) : straight(line);
    svg += fmt::format("</g>\n<g stroke=\"{}\" text-anchor=\"middle\">\n", picture_.in_page ? "var(--paper)" : "#fff");
    for (std::size_t i = 0; i < shown_.size(); ++i) svg += node(i);
    return svg + "</g>\n";
  }

 private:
  void place() {
    const bool whole = shown_.size() == static_cast<std::size_t>(graph_.num_nodes());
    GraphLayout layout = whole ? lay_out(graph_) : lay_out(graph_on(graph_, shown_));
    const double nearest = nearest_pair(layout.places);
    const bool loops = std::any_of(lines_.begin(), lines_.end(), [](const Line& line) { return line.from == line.to; });
    constexpr double largest = 13;
    const double margin = loops ? 3 * largest : largest + 6;
    const double room = std::max(40.0, picture_.width - 2 * margin);
    double scale = std::max(picture_.labels.empty() ? 46.0 : 54.0, 26 / nearest);
    scale = std::min({scale, room / std::max(layout.width, 1e-9), room / std::max(layout.height, 1e-9)});
    radius_ = std::clamp(0.38 * nearest * scale, 1.2, largest);
    for (const Point& at : layout.places) places_.push_back({margin + at.x * scale, margin + at.y * scale});
    width_ = 2 * margin + layout.width * scale;
    height_ = shown_.empty() ? 0 : 2 * margin + layout.height * scale;
  }

  /// Attributes that draw a line as its colour or its value says.
  [[nodiscard]] std::string stroke_of(const Line& line) const {
    if (line.colour >= 0) {
      return fmt::format(" stroke=\"{}\" stroke-width=\"2.5\"",
                         line_colour(static_cast<std::size_t>(line.colour), picture_.in_page));
    }
    if (!std::isfinite(line.value)) return "";
    const double share = std::min(1.0, std::abs(line.value) / range_);
    return fmt::format(" stroke=\"{}\" stroke-width=\"{:.1f}\" stroke-opacity=\"{:.2f}\"",
                       line.value < 0 ? negative_line : positive_line, 1.4 + 4.6 * share, share);
  }

  /// A shape in the colour of edges, and over it what the edge has to say.
  [[nodiscard]] std::string stroked(const Line& line, const std::string& shape) const {
    const std::string own = stroke_of(line);
    std::string svg = fmt::format("<path d=\"{}\"{}/>\n", shape, line.colour >= 0 ? own : "");
    if (line.colour < 0 && !own.empty()) svg += fmt::format("<path d=\"{}\"{}/>\n", shape, own);
    return svg;
  }

  [[nodiscard]] std::string straight(const Line& line) const {
    const Point a = places_[static_cast<std::size_t>(line.from)];
    const Point b = places_[static_cast<std::size_t>(line.to)];
    std::string svg = stroked(line, fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}", a.x, a.y, b.x, b.y));
    if (line.forward != line.backward) svg += line.forward ? arrow_head(a, b) : arrow_head(b, a);
    return svg;
  }

  [[nodiscard]] std::string arrow_head(Point from, Point to) const {
    const double length = std::max(1e-9, std::hypot(to.x - from.x, to.y - from.y));
    const Point along{(to.x - from.x) / length, (to.y - from.y) / length};
    const double size = std::clamp(radius_ * 0.9, 4.0, 8.0);
    const Point tip{to.x - along.x * (radius_ + 1), to.y - along.y * (radius_ + 1)};
    const Point base{tip.x - along.x * size, tip.y - along.y * size};
    return fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}z\" fill=\"{}\" stroke=\"none\"/>\n", tip.x,
                       tip.y, base.x - along.y * size * 0.5, base.y + along.x * size * 0.5,
                       base.x + along.y * size * 0.5, base.y - along.x * size * 0.5,
                       picture_.in_page ? "var(--edge)" : "#8c959f");
  }

  /// Away from the neighbours.
  [[nodiscard]] std::string loop(const Line& line) const {
    const auto v = static_cast<std::size_t>(line.from);
    Point away{0, 0};
    for (const Line& other : lines_) {
      if (other.from == other.to || (other.from != line.from && other.to != line.from)) continue;
      const Point u = places_[static_cast<std::size_t>(other.from == line.from ? other.to : other.from)];
      const double length = std::max(1e-9, std::hypot(places_[v].x - u.x, places_[v].y - u.y));
      away = {away.x + (places_[v].x - u.x) / length, away.y + (places_[v].y - u.y) / length};
    }
    const double length = std::hypot(away.x, away.y);
    if (length < 1e-3) away = {0, -1};
    const double scale = length < 1e-3 ? 1 : 1 / length;
    const double loop_radius = 0.75 * radius_ + 1;
    const Point middle{places_[v].x + away.x * scale * (radius_ + 0.6 * loop_radius),
                       places_[v].y + away.y * scale * (radius_ + 0.6 * loop_radius)};
    return stroked(line, fmt::format("M{0:.1f} {1:.1f}m{2:.1f} 0a{2:.1f} {2:.1f} 0 1 0 {3:.1f} 0a{2:.1f} {2:.1f} 0 1 0 "
                                     "{4:.1f} 0",
                                     middle.x, middle.y, loop_radius, -2 * loop_radius, 2 * loop_radius));
  }

  [[nodiscard]] std::string fill_of_node(std::size_t v) const {
    if (!picture_.values.empty()) {
      const double value = picture_.values[v];
      return std::isfinite(value) ? value_fill(value / range_) : std::string(pale_fill);
    }
    if (picture_.colour.empty()) return std::string(plain_fill);
    const NodeId colour = picture_.colour[v];
    return std::string(colour < 0 ? pale_fill : fill_of(static_cast<std::size_t>(colour)));
  }

  /// What stands in the node; colours that come again have numbers.
  [[nodiscard]] std::string label_of(std::size_t v) const {
    if (!picture_.labels.empty()) return picture_.labels[v];
    if (colours_.empty() || *colours_.rbegin() < static_cast<NodeId>(num_fills)) return "";
    return picture_.colour[v] < 0 ? "" : fmt::format("{}", picture_.colour[v]);
  }

  [[nodiscard]] std::string tip_of(std::size_t v) const {
    if (!picture_.tips.empty()) return picture_.tips[v];
    std::string tip = fmt::format("node {}", v);
    if (!picture_.labels.empty() && !picture_.labels[v].empty()) tip += ": " + picture_.labels[v];
    if (!picture_.values.empty() && std::isfinite(picture_.values[v]))
      tip += fmt::format(", {:.3g}", picture_.values[v]);
    if (!picture_.colour.empty() && picture_.colour[v] >= 0) tip += fmt::format(", colour {}", picture_.colour[v]);
    return tip;
  }

  [[nodiscard]] std::string node(std::size_t i) const {
    const auto v = static_cast<std::size_t>(shown_[i]);
    const Point at = places_[i];
    std::string svg;
    if (marked_.contains(shown_[i])) {
      svg += fmt::format(
          "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.5\"/>\n", at.x,
          at.y, radius_ + 3, picture_.in_page ? "var(--ink)" : "#000");
    }
    svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\"><title>{}</title></circle>\n",
                       at.x, at.y, radius_, fill_of_node(v), escape_html(tip_of(v)));
    const std::string label = label_of(v);
    if (label.empty()) return svg;
    const double size = std::min({radius_ * 1.15, 13.0, 1.8 * radius_ / std::max(text_width(label, 1), 0.1)});
    constexpr double least_size = 6;
    if (size < least_size) return svg;
    return svg + fmt::format(
                     "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.1f}\" fill=\"{}\" stroke=\"none\" "
                     "pointer-events=\"none\">{}</text>\n",
                     at.x, at.y + size * 0.36, size, dark_ink, escape_html(label));
  }

  const Graph& graph_;
  const GraphPicture& picture_;
  std::set<NodeId> marked_;
  std::vector<NodeId> shown_;
  std::vector<Line> lines_;
  std::vector<Point> places_;  // [shown_]
  std::set<NodeId> colours_;
  double range_;
  double radius_ = 1;
  double width_ = 0;
  double height_ = 0;
};

void add_legend(const Graph& graph, const GraphPicture& picture, const Drawing& drawing, PictureRows& rows) {
  if (drawing.num_shown() < static_cast<std::size_t>(graph.num_nodes())) {
    rows.text(fmt::format("{} of {} nodes are shown", drawing.num_shown(), graph.num_nodes()), 12, 2, true,
              picture.in_page);
  }
  if (graph.num_nodes() == 0) rows.text("no nodes", 12, 1, true, picture.in_page);
  if (!picture.values.empty() || !picture.edge_values.empty()) rows.scale(drawing.range(), picture.value_name);
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

std::string draw_graph(const Graph& graph, const GraphPicture& picture) {
  const Drawing drawing(graph, picture);
  double words = std::max(text_width(picture.title, 15), std::min(280.0, text_width(picture.subtitle, 12)));
  if (!picture.value_name.empty() || !picture.colour_names.empty()) words = std::max(words, 280.0);
  const double width = std::min(std::max({drawing.width(), words + 10, 110.0}), std::max(110.0, picture.width));
  PictureRows head(width, 0);
  if (!picture.title.empty()) head.text(picture.title, 15, 2, false, picture.in_page);
  if (!picture.subtitle.empty()) head.text(picture.subtitle, 12, 4, true, picture.in_page);
  PictureRows foot(width, head.bottom() + drawing.height());
  add_legend(graph, picture, drawing, foot);
  const double height = foot.bottom() + (foot.svg().empty() ? 0 : 4);
  const std::string name = picture.title.empty() ? "" : picture.title + ": ";
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "role=\"img\" aria-label=\"{2}graph with {3} nodes and {4} edges\" font-family=\"sans-serif\" fill=\"{5}\">\n",
      std::ceil(width), std::ceil(std::max(height, 1.0)), escape_html(name), graph.num_nodes(),
      graph.num_undirected_edges(), picture.in_page ? "currentColor" : dark_ink);
  if (!picture.in_page) svg += "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
  return svg + head.svg() +
         fmt::format("<g transform=\"translate({:.1f} {:.1f})\">\n{}</g>\n", (width - drawing.width()) / 2,
                     head.bottom(), drawing.svg()) +
         foot.svg() + "</svg>\n";
}

std::string figure_of(const std::string& svg, const std::string& caption_html) {
  return fmt::format("<figure class=\"graph\">\n{}<figcaption>{}</figcaption>\n</figure>\n", svg, caption_html);
}

}  // namespace gnnir

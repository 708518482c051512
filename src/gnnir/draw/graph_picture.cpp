#include "gnnir/draw/graph_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "gnnir/draw/escape.h"
#include "gnnir/draw/layout.h"
#include "gnnir/draw/palette.h"
#include "gnnir/draw/picture_parts.h"
#include "gnnir/draw/shown_part.h"
#include "gnnir/draw/svg_text.h"

namespace gnnir {
namespace {

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
      : picture_(picture), range_(full_range(picture)), lines_(lines_of(graph, picture)) {
    for (const NodeId v : picture.marked) marked_.insert(v);
    const std::vector<NodeId> seeds(marked_.begin(), marked_.end());
    shown_ = shown_nodes(graph, seeds, std::min(picture.most_nodes, static_cast<std::size_t>(most_laid_out)));
    if (shown_.size() == static_cast<std::size_t>(graph.num_nodes())) {
      place(lay_out(graph));
    } else {
      place(lay_out(graph_on(graph, shown_)));
      leave_out_lines(graph.num_nodes());
    }
    for (const NodeId v : shown_) {
      if (!picture.colour.empty()) colours_.insert(picture.colour[static_cast<std::size_t>(v)]);
    }
  }

  [[nodiscard]] PictureContent content(NodeId num_nodes) const {
    PictureContent content{.svg = svg(), .width = width_, .height = height_};
    if (num_nodes == 0) content.note = "no nodes";
    if (shown_.size() < static_cast<std::size_t>(num_nodes)) {
      content.note = fmt::format("{} of {} nodes are shown", shown_.size(), num_nodes);
    }
    return content;
  }

 private:
  /// Ends of lines become numbers among those that are shown.
  void leave_out_lines(NodeId num_nodes) {
    std::vector<NodeId> number(static_cast<std::size_t>(num_nodes), -1);
    for (std::size_t i = 0; i < shown_.size(); ++i)
      number[static_cast<std::size_t>(shown_[i])] = static_cast<NodeId>(i);
    for (Line& line : lines_) {
      line.from = number[static_cast<std::size_t>(line.from)];
      line.to = number[static_cast<std::size_t>(line.to)];
    }
    std::erase_if(lines_, [](const Line& line) { return line.from < 0 || line.to < 0; });
  }

  [[nodiscard]] std::string svg() const {
    const char* edge_colour = picture_.in_page ? "var(--edge)" : "#8c959f";
    std::string svg = fmt::format("<g stroke=\"{}\" stroke-width=\"{:.1f}\" stroke-linecap=\"round\" fill=\"none\">\n",
                                  edge_colour, std::clamp(0.25 * radius_, 0.5, lines_.size() > 300 ? 0.7 : 1.4));
    for (const Line& line : lines_) svg += line.from == line.to ? loop(line) : straight(line);
    svg += fmt::format("</g>\n<g stroke=\"{}\" text-anchor=\"middle\">\n", picture_.in_page ? "var(--paper)" : "#fff");
    for (std::size_t i = 0; i < shown_.size(); ++i) svg += node(i);
    return svg + "</g>\n";
  }

  void place(const GraphLayout& layout) {
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

  [[nodiscard]] std::string filling(std::size_t v) const {
    if (picture_.colour.empty() && picture_.values.empty()) return std::string(plain_fill);
    const std::string fill = fill_of_node(picture_, v, range_);
    return fill.empty() ? std::string(pale_fill) : fill;
  }

  /// What stands in the node; colours that come again have numbers.
  [[nodiscard]] std::string label_of(std::size_t v) const {
    if (!picture_.labels.empty()) return picture_.labels[v];
    if (colours_.empty() || *colours_.rbegin() < static_cast<NodeId>(num_fills)) return "";
    return picture_.colour[v] < 0 ? "" : fmt::format("{}", picture_.colour[v]);
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
                       at.x, at.y, radius_, filling(v), escape_html(tip_of(picture_, v)));
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

  const GraphPicture& picture_;
  double range_;
  std::vector<Line> lines_;  // ends are places in shown_
  std::set<NodeId> marked_;
  std::vector<NodeId> shown_;
  std::vector<Point> places_;  // [shown_]
  std::set<NodeId> colours_;
  double radius_ = 1;
  double width_ = 0;
  double height_ = 0;
};

}  // namespace

std::string draw_graph(const Graph& graph, const GraphPicture& picture) {
  return framed(graph, picture, Drawing(graph, picture).content(graph.num_nodes()));
}

std::string figure_of(const std::string& svg, const std::string& caption_html) {
  return fmt::format("<figure class=\"graph\">\n{}<figcaption>{}</figcaption>\n</figure>\n", svg, caption_html);
}

}  // namespace gnnir

#include "gnnir/report/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "gnnir/draw/axis.h"
#include "gnnir/draw/escape.h"
#include "gnnir/report/table.h"

namespace gnnir {
namespace {

constexpr double letter = 7.2;  ///< about as wide as one of 12 pixels
constexpr double space_above = 34, space_below = 44, space_right = 14;

double width_of(const std::string& text) { return letter * static_cast<double>(display_width(text)); }

/// The colours of a page, or those of one without.
std::string series_colour(std::size_t number) {
  static constexpr const char* plain[] = {"#2f6db5", "#c9432f", "#1b7f4d", "#8a5a00",
                                          "#7b3f98", "#0d7c8c", "#b0337a", "#5b6470"};
  const std::size_t place = (number - 1) % 8;
  return fmt::format("var(--series-{},{})", place + 1, plain[place]);
}
constexpr const char* ink = "var(--ink,#1b1f24)";
constexpr const char* faint = "var(--faint,#57606a)";
constexpr const char* line_colour = "var(--line,#d0d7de)";

struct TextStyle {
  const char* anchor = "middle";
  const char* fill = faint;
  int size = 12;
  std::string more = {};
};

std::string text_at(double x, double y, const std::string& words, const TextStyle& style) {
  return fmt::format(
      "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" font-size=\"{}\" style=\"fill:{}\"{}>{}</text>\n", x, y,
      style.anchor, style.size, style.fill, style.more, escape_html(words));
}

std::string line_between(double x1, double y1, double x2, double y2, const std::string& colour, const char* more = "") {
  return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" style=\"stroke:{}\"{}/>\n", x1, y1,
                     x2, y2, colour, more);
}

std::string begin_svg(double width, double height, const std::string& title) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
      "height=\"{1:.0f}\" font-family=\"system-ui,sans-serif\"><title>{2}</title>\n"
      "<rect width=\"100%\" height=\"100%\" style=\"fill:var(--paper,#fff)\"/>\n{3}",
      width, height, escape_html(title),
      title.empty()
          ? ""
          : text_at(8, 18, shortened(title, static_cast<std::size_t>((width - 16) / 8.2)), {"start", ink, 13}));
}

/// One side of a chart: its numbers, and where they lie in the picture.
struct Side {
  double from = 0, to = 1;
  double begin = 0, end = 1;

  [[nodiscard]] Axis axis() const { return {{from, to}, begin, end}; }
  [[nodiscard]] double at(double value) const { return axis().place(value); }
  [[nodiscard]] bool holds(double value) const {
    const double slack = (to - from) * 1e-9;
    return value >= from - slack && value <= to + slack;
  }
};

std::pair<double, double> widened(double least, double most) {
  if (!(least <= most)) return {0, 1};
  if (least == most) {
    const double by = least == 0 ? 1 : std::abs(least) * 0.1;
    return {least - by, most + by};
  }
  const double by = (most - least) * 0.04;
  return {least - by, most + by};
}

using Ticks = std::vector<Axis::Tick>;

double widest(const Ticks& ticks) {
  double most = 0;
  for (const Axis::Tick& tick : ticks) most = std::max(most, width_of(tick.words));
  return most;
}

std::string draw_y_axis(const Side& side, const Ticks& ticks, const std::string& label, double left, double end) {
  std::string svg;
  for (const Axis::Tick& tick : ticks) {
    svg += line_between(left, tick.place, end, tick.place, line_colour);
    svg += text_at(left - 6, tick.place + 4, tick.words, {"end"});
  }
  if (label.empty()) return svg;
  const double middle = (side.begin + side.end) / 2;
  const auto most = static_cast<std::size_t>(std::abs(side.begin - side.end) / letter);
  return svg + text_at(12, middle, shortened(label, most),
                       {.more = fmt::format(" transform=\"rotate(-90 12 {:.1f})\"", middle)});
}

std::string draw_x_axis(const Side& side, const Ticks& ticks, const std::string& label, double y) {
  std::string svg = line_between(side.begin, y, side.end, y, faint);
  for (const Axis::Tick& tick : ticks) {
    svg += line_between(tick.place, y, tick.place, y + 4, faint);
    svg += text_at(tick.place, y + 17, tick.words, {});
  }
  if (label.empty()) return svg;
  const auto most = static_cast<std::size_t>((side.end - side.begin) / letter);
  return svg + text_at((side.begin + side.end) / 2, y + 36, shortened(label, most), {});
}

/// As many numbers as fit side by side.
Ticks ticks_that_fit(const Side& side) {
  int about = 7;
  Ticks ticks = side.axis().ticks(about);
  while (about > 2 && (widest(ticks) + 10) * static_cast<double>(ticks.size()) > side.end - side.begin) {
    ticks = side.axis().ticks(--about);
  }
  return ticks;
}

Ticks names_that_fit(const Side& side, const std::vector<std::string>& names) {
  Ticks ticks;
  const double room = (side.end - side.begin) / static_cast<double>(names.size());
  const auto letters = static_cast<std::size_t>(std::max(6.0, room / letter - 1));
  const auto every = static_cast<std::size_t>(std::ceil(static_cast<double>(letters + 1) * letter / room));
  for (std::size_t i = 0; i < names.size(); i += every) {
    ticks.push_back({side.at(static_cast<double>(i)), shortened(names[i], letters)});
  }
  return ticks;
}

struct Ends {
  double least = std::numeric_limits<double>::infinity();
  double most = -std::numeric_limits<double>::infinity();
  void add(const std::vector<double>& values) {
    for (const double value : values) {
      if (!std::isfinite(value)) continue;
      least = std::min(least, value);
      most = std::max(most, value);
    }
  }
};

std::string draw_path(const XyChart::Series& series, const Side& x, const Side& y, const std::string& colour) {
  std::string points;
  bool pen_down = false;
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    const bool there = x.holds(series.x[i]) && y.holds(series.y[i]);
    if (there) points += fmt::format("{}{:.1f} {:.1f}", pen_down ? "L" : "M", x.at(series.x[i]), y.at(series.y[i]));
    pen_down = there;
  }
  return fmt::format("<path d=\"{}\" fill=\"none\" stroke-width=\"2\"{} style=\"stroke:{}\"/>\n", points,
                     series.mark == XyChart::Mark::dashes ? " stroke-dasharray=\"5 4\"" : "", colour);
}

std::string draw_dots(const XyChart::Series& series, const Side& x, const Side& y, const std::string& colour) {
  std::string svg;
  std::string points;  // one path for all that have nothing to say
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    if (!x.holds(series.x[i]) || !y.holds(series.y[i])) continue;
    const double px = x.at(series.x[i]);
    const double py = y.at(series.y[i]);
    if (i < series.y_low.size() && std::isfinite(series.y_low[i] + series.y_high[i])) {
      svg += line_between(px, y.at(std::clamp(series.y_low[i], y.from, y.to)), px,
                          y.at(std::clamp(series.y_high[i], y.from, y.to)), colour);
    }
    if (series.notes.empty()) {
      points += fmt::format("M{:.1f} {:.1f}h0", px, py);
    } else {
      svg += fmt::format(
          "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill-opacity=\".75\" "
          "style=\"fill:{}\"><title>{}</title></circle>\n",
          px, py, colour, escape_html(series.notes[i]));
    }
  }
  if (points.empty()) return svg;
  return svg + fmt::format(
                   "<path d=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\" stroke-opacity=\".55\" "
                   "style=\"stroke:{}\"/>\n",
                   points, series.x.size() > 300 ? 4 : 6, colour);
}

/// Beside each other beneath the title, in as many lines as it takes.
std::string draw_legend(const XyChart& chart, double left, double& y) {
  std::string svg;
  double x = left;
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    if (chart.series.size() < 2) break;
    const auto most = static_cast<std::size_t>((chart.width - left - 34) / letter);
    const std::string name = shortened(chart.series[s].name, most);
    const double wide = width_of(name) + 30;
    if (x > left && x + wide > chart.width) {
      x = left;
      y += 17;
    }
    svg += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"12\" height=\"4\" style=\"fill:{}\"/>\n", x, y - 6,
                       series_colour(s + 1));
    svg += text_at(x + 16, y, name, {"start"});
    x += wide;
  }
  return svg;
}

}  // namespace

std::string to_svg(const XyChart& chart) {
  Ends of_x;
  Ends of_y;
  for (const XyChart::Series& series : chart.series) {
    of_x.add(series.x);
    for (const auto* values : {&series.y, &series.y_low, &series.y_high}) of_y.add(*values);
  }
  const auto [x_from, x_to] = chart.x_names.empty() ? chart.x_range.value_or(widened(of_x.least, of_x.most))
                                                    : std::pair(-0.5, static_cast<double>(chart.x_names.size()) - 0.5);
  const auto [y_from, y_to] = chart.y_range.value_or(widened(of_y.least, of_y.most));
  double legend_y = space_above;
  const std::string legend = draw_legend(chart, 12, legend_y);
  const double above = chart.series.size() > 1 ? legend_y + 16 : space_above;
  const Side y{y_from, y_to, chart.height - space_below, above};
  const Ticks y_ticks = y.axis().ticks(5);
  const double left = widest(y_ticks) + (chart.y_label.empty() ? 14 : 30);
  const Side x{x_from, x_to, left, chart.width - space_right};
  std::string svg = begin_svg(chart.width, chart.height, chart.title) + legend;
  svg += draw_y_axis(y, y_ticks, chart.y_label, left, x.end);
  svg += draw_x_axis(x, chart.x_names.empty() ? ticks_that_fit(x) : names_that_fit(x, chart.x_names), chart.x_label,
                     y.begin);
  if (chart.diagonal) {
    const double from = std::max(x.from, y.from);
    const double to = std::min(x.to, y.to);
    if (from < to) svg += line_between(x.at(from), y.at(from), x.at(to), y.at(to), faint, " stroke-dasharray=\"3 3\"");
  }
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    const std::string colour = series_colour(s + 1);
    const bool dots = chart.series[s].mark == XyChart::Mark::dots;
    svg += dots ? draw_dots(chart.series[s], x, y, colour) : draw_path(chart.series[s], x, y, colour);
  }
  return svg + "</svg>\n";
}

std::string to_svg(const BarList& chart) {
  constexpr double row = 26;
  constexpr double head = 30;
  double names = 0;
  double texts = 0;
  double most = 0;
  for (const BarList::Bar& bar : chart.bars) {
    names = std::max(names, width_of(shortened(bar.name, 34)));
    texts = std::max(texts, width_of(bar.text));
    if (std::isfinite(bar.value)) most = std::max(most, std::abs(bar.value) + bar.spread);
  }
  if (most == 0) most = 1;
  names = std::min(names, chart.width * 0.4);
  const auto letters = static_cast<std::size_t>(names / letter) + 1;
  const double left = names + 18;
  const double room = std::max(40.0, chart.width - left - texts - 14);
  const double height = head + row * static_cast<double>(chart.bars.size()) + 8;
  std::string svg = begin_svg(chart.width, height, chart.title);
  double y = head;
  for (const BarList::Bar& bar : chart.bars) {
    const double value = std::isfinite(bar.value) ? std::abs(bar.value) : 0;
    const double wide = value / most * room;
    svg += text_at(left - 8, y + 15, shortened(bar.name, letters), {"end", ink});
    svg += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"16\" style=\"fill:{}\"><title>{}</title></rect>\n",
        left, y + 2, std::max(wide, 1.0), series_colour(bar.series), escape_html(bar.name + ": " + bar.text));
    double end = wide;
    if (bar.spread > 0) {
      end = (value + bar.spread) / most * room;
      const double begin = std::max(0.0, value - bar.spread) / most * room;
      svg += line_between(left + begin, y + 10, left + end, y + 10, ink);
    }
    svg += text_at(left + std::max(wide, end) + 6, y + 15, bar.text, {"start", ink});
    y += row;
  }
  return svg + "</svg>\n";
}

std::string to_svg(const BinChart& chart) {
  Ends ends;
  std::int64_t most = 1;
  for (const BinChart::Bin& bin : chart.bins) {
    ends.add({bin.from, bin.to});
    most = std::max(most, bin.count);
  }
  const auto [from, to] = ends.least < ends.most ? std::pair(ends.least, ends.most) : widened(ends.least, ends.most);
  const Side y{0, static_cast<double>(most) * 1.05, chart.height - space_below, space_above};
  const Ticks y_ticks = y.axis().ticks(4);
  const double left = widest(y_ticks) + 30;
  const Side x{from, to, left, chart.width - space_right};
  std::string svg = begin_svg(chart.width, chart.height, chart.title);
  svg += draw_y_axis(y, y_ticks, chart.y_label, left, x.end);
  for (const BinChart::Bin& bin : chart.bins) {
    const double begin = x.at(bin.from);
    const double wide = std::max(1.0, x.at(bin.to) - begin - 1);
    const double up = y.at(static_cast<double>(bin.count));
    svg += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" style=\"fill:{}\"><title>{:.4g} … {:.4g}: "
        "{}</title></rect>\n",
        begin, up, wide, y.begin - up, series_colour(1), bin.from, bin.to, bin.count);
  }
  if (chart.mark && x.holds(*chart.mark))
    svg += line_between(x.at(*chart.mark), space_above, x.at(*chart.mark), y.begin, ink);
  return svg + draw_x_axis(x, ticks_that_fit(x), chart.x_label, y.begin) + "</svg>\n";
}

std::string to_svg(const HeatTable& table) {
  const std::size_t columns = table.columns.size();
  double names = 0;
  for (const std::string& name : table.rows) names = std::max(names, width_of(shortened(name, 24)));
  const double cell = columns <= 6 ? 62 : 44;
  const double left = std::max(names, 40.0) + 32;
  constexpr double head = 66;
  constexpr double high = 32;
  const double width = std::max(left + cell * static_cast<double>(columns) + 10, 230.0);
  const double height = head + high * static_cast<double>(table.rows.size()) + 10;
  const auto letters = static_cast<std::size_t>(cell / letter) - 1;
  std::string svg = begin_svg(width, height, table.title);
  svg += text_at(left, 38, table.column_label, {"start"});
  svg += text_at(12, head + (height - head) / 2, table.row_label,
                 {.more = fmt::format(" transform=\"rotate(-90 12 {:.1f})\"", head + (height - head) / 2)});
  for (std::size_t c = 0; c < columns; ++c) {
    svg += text_at(left + cell * (static_cast<double>(c) + 0.5), head - 10, shortened(table.columns[c], letters),
                   {.fill = ink});
  }
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const double y = head + high * static_cast<double>(r);
    svg += text_at(left - 8, y + 20, shortened(table.rows[r], 24), {"end", ink});
    double sum = 0;
    for (std::size_t c = 0; c < columns; ++c) sum += static_cast<double>(table.counts[r * columns + c]);
    for (std::size_t c = 0; c < columns; ++c) {
      const std::int64_t count = table.counts[r * columns + c];
      const double share = sum > 0 ? static_cast<double>(count) / sum : 0;
      const double x = left + cell * static_cast<double>(c);
      svg += fmt::format(
          "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill-opacity=\"{:.2f}\" "
          "style=\"fill:{};stroke:{}\"><title>{}: {:.1f} % of the row</title></rect>\n",
          x, y, cell - 2, high - 2, share * 0.6, series_colour(r == c ? 1 : 2), line_colour, count, 100 * share);
      svg += text_at(x + cell / 2 - 1, y + 20, fmt::format("{}", count), {.fill = ink});
    }
  }
  return svg + "</svg>\n";
}

}  // namespace gnnir

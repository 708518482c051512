#include "gnnir/draw/plain_chart.h"

#include <fmt/format.h>

#include <cmath>

#include "gnnir/draw/axis.h"
#include "gnnir/draw/escape.h"

namespace gnnir {
namespace {

constexpr double chart_width = 640;
constexpr double chart_height = 320;
constexpr double margin = 56;
constexpr std::size_t named_curves = 12;
constexpr std::size_t num_colours = 8;  ///< --series-1 to --series-8 of assets/page.css

std::vector<double> values_of(const CurveChart& chart, bool right_axis) {
  std::vector<double> values;
  for (const CurveChart::Curve& curve : chart.curves) {
    if (curve.right_axis == right_axis) values.insert(values.end(), curve.y.begin(), curve.y.end());
  }
  return values;
}

std::string colour_of(std::size_t curve) { return fmt::format("var(--series-{})", curve % num_colours + 1); }

/// A path that breaks where there is no number.
std::string path_of(const std::vector<double>& x, const std::vector<double>& y, const Axis& across, const Axis& up) {
  std::string path;
  bool drawing = false;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (std::isnan(y[i])) {
      drawing = false;
      continue;
    }
    path += fmt::format("{}{:.1f} {:.1f}", drawing ? "L" : "M", across.place(x[i]), up.place(y[i]));
    drawing = true;
  }
  return path;
}

}  // namespace

std::string plain_chart(const CurveChart& chart) {
  const Axis across(chart.x, margin, chart_width - margin);
  const Axis left(values_of(chart, false), chart_height - margin, 12, chart.log_y);
  const std::vector<double> right_values = values_of(chart, true);
  const Axis right(right_values, chart_height - margin, 12);
  const double legend = 18 * static_cast<double>(std::min(chart.curves.size(), named_curves + 1));
  std::string svg =
      fmt::format("<svg viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" font-size=\"12\" fill=\"currentColor\">\n",
                  chart_width, chart_height + legend);
  for (const Axis::Tick& tick : left.ticks(5)) {
    svg += fmt::format(
        "<path d=\"M{0} {2:.1f}H{1}\" stroke=\"var(--line)\"/>\n<text x=\"{3}\" y=\"{4:.1f}\" "
        "text-anchor=\"end\">{5}</text>\n",
        margin, chart_width - margin, tick.place, margin - 6, tick.place + 4, tick.words);
  }
  for (const Axis::Tick& tick : across.ticks(8)) {
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", tick.place,
                       chart_height - margin + 18, tick.words);
  }
  if (!right_values.empty()) {
    for (const Axis::Tick& tick : right.ticks(5)) {
      svg +=
          fmt::format("<text x=\"{}\" y=\"{:.1f}\">{}</text>\n", chart_width - margin + 6, tick.place + 4, tick.words);
    }
  }
  svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", chart_width / 2,
                     chart_height - margin + 38, escape_html(chart.x_label));
  for (std::size_t c = 0; c < chart.curves.size(); ++c) {
    const CurveChart::Curve& curve = chart.curves[c];
    svg += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{}/>\n",
                       path_of(chart.x, curve.y, across, curve.right_axis ? right : left), colour_of(c),
                       curve.faint ? "1\" opacity=\"0.6" : "2", curve.dashed ? " stroke-dasharray=\"7 5\"" : "");
    if (c > named_curves) continue;
    const double y = chart_height + 18 * static_cast<double>(c) + 4;
    if (c == named_curves) {
      svg += fmt::format("<text x=\"{}\" y=\"{}\">… {} curves in all</text>\n", margin + 30, y, chart.curves.size());
      continue;
    }
    svg += fmt::format(
        "<path d=\"M{} {}h22\" stroke=\"{}\" stroke-width=\"2\"/>\n<text x=\"{}\" y=\"{}\">{}{}</text>\n", margin,
        y - 4, colour_of(c), margin + 30, y, escape_html(curve.name), curve.right_axis ? " (right)" : "");
  }
  return svg + "</svg>";
}

}  // namespace gnnir

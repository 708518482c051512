#include "gnnir/draw/bars.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gnnir/draw/axis.h"
#include "gnnir/draw/escape.h"
#include "gnnir/draw/svg_text.h"

namespace gnnir {
namespace {

constexpr double bars_width = 420;
constexpr double bars_height = 190;
constexpr double bars_bottom = 44;
constexpr double bars_top = 10;
constexpr double bar_letters = 11;

std::string number_text(double value) { return fmt::format("{:.4g}", value); }

/// Every so many bars have their names written, so that they do not touch.
std::size_t stride_of_names(const BarChart& chart, double bar_width) {
  double widest = 1;
  for (const std::string& name : chart.names) widest = std::max(widest, text_width(name, bar_letters) + 6);
  return static_cast<std::size_t>(std::max(1.0, std::ceil(widest / bar_width)));
}

}  // namespace

BarChart bars_of(const std::map<std::int64_t, std::int64_t>& counts, const std::string& title,
                 const std::string& x_label) {
  constexpr std::size_t most_values = 24;
  if (counts.size() > most_values) return bars_of(Histogram::of_integers(counts), title, x_label);
  BarChart chart{.title = title, .x_label = x_label};
  for (const auto& [value, count] : counts) {
    chart.names.push_back(std::to_string(value));
    chart.counts.push_back(static_cast<double>(count));
  }
  return chart;
}

BarChart bars_of(const Histogram& histogram, const std::string& title, const std::string& x_label) {
  BarChart chart{.title = title, .x_label = x_label};
  for (const Histogram::Bin& bin : histogram.bins()) {
    const bool one = bin.first == bin.last;
    chart.names.push_back(one ? number_text(bin.first)
                              : fmt::format("{} – {}", number_text(bin.first), number_text(bin.last)));
    chart.counts.push_back(static_cast<double>(bin.count));
  }
  return chart;
}

std::string to_html(const BarChart& chart) {
  if (chart.counts.empty()) return "";
  std::vector<double> span = chart.counts;
  span.push_back(0);
  const Axis up(span, bars_height - bars_bottom, bars_top);
  double bars_left = 24;
  for (const Axis::Tick& tick : up.ticks(4)) bars_left = std::max(bars_left, text_width(tick.words, bar_letters) + 10);
  const double bar_width = (bars_width - bars_left - 6) / static_cast<double>(chart.counts.size());
  const std::size_t stride = stride_of_names(chart, bar_width);
  std::string svg = fmt::format(
      "<svg viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" aria-label=\"{2}\" font-size=\"{3}\" "
      "font-family=\"sans-serif\" fill=\"currentColor\">\n",
      bars_width, bars_height, escape_html(chart.title), bar_letters);
  for (const Axis::Tick& tick : up.ticks(4)) {
    if (tick.words.find('.') != std::string::npos) continue;  // half a graph
    svg += fmt::format(
        "<path d=\"M{} {:.1f}H{}\" stroke=\"var(--line)\"/>\n<text x=\"{}\" y=\"{:.1f}\" "
        "text-anchor=\"end\">{}</text>\n",
        bars_left, tick.place, bars_width - 6, bars_left - 6, tick.place + 4, tick.words);
  }
  for (std::size_t i = 0; i < chart.counts.size(); ++i) {
    const double x = bars_left + bar_width * static_cast<double>(i);
    const double y = up.place(chart.counts[i]);
    const double gap = bar_width > 6 ? 2 : 0;
    svg += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"var(--series-1)\"><title>{}: "
        "{}</title></rect>\n",
        x + gap / 2, y, bar_width - gap, bars_height - bars_bottom - y, escape_html(chart.names[i]), chart.counts[i]);
    if (i % stride != 0) continue;
    const double middle = std::clamp(x + bar_width / 2, bars_left, bars_width - 6);
    const std::string name =
        shortened(chart.names[i], bar_letters, std::min(bar_width * static_cast<double>(stride) - 4, 120.0));
    const double half = text_width(name, bar_letters) / 2;
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                       std::min(middle, bars_width - half), bars_height - bars_bottom + 15, escape_html(name));
  }
  svg += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n</svg>\n",
                     (bars_left + bars_width) / 2, bars_height - 8,
                     escape_html(shortened(chart.x_label, bar_letters, bars_width - bars_left)));
  return fmt::format("<figure class=\"bars\">\n<figcaption>{}</figcaption>\n{}</figure>\n", escape_html(chart.title),
                     svg);
}

}  // namespace gnnir

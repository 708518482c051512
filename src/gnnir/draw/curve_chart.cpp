#include "gnnir/draw/curve_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gnnir/base/json.h"
#include "gnnir/base/text.h"
#include "gnnir/draw/escape.h"
#include "gnnir/draw/plain_chart.h"

namespace gnnir {
namespace {

/// As JSON in a page, where `</script>` or `<!--` in a name must not end it.
std::string json_in_page(const Json& json) {
  std::string text;
  for (const char c : to_text(json)) {
    switch (c) {
      case '<':
        text += "\\u003c";
        break;
      case '>':
        text += "\\u003e";
        break;
      case '&':
        text += "\\u0026";
        break;
      default:
        text += c;
    }
  }
  return text;
}

/// With so many digits; what is no number is null.
Json rounded(const std::vector<double>& values, int digits) {
  Json list = Json::array();
  for (const double value : values) {
    list.push_back(std::isfinite(value) ? Json(parse_number(fmt::format("{:.{}g}", value, digits)).value_or(0))
                                        : Json());
  }
  return list;
}

/// A chart with x ascending and finite, curves as long as x, and numbers only where they can be drawn.
CurveChart cleaned(const CurveChart& chart) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < chart.x.size(); ++i) {
    if (std::isfinite(chart.x[i])) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return chart.x[a] < chart.x[b]; });
  CurveChart clean = chart;
  clean.x.clear();
  for (const std::size_t i : order) clean.x.push_back(chart.x[i]);
  for (std::size_t c = 0; c < chart.curves.size(); ++c) {
    const CurveChart::Curve& curve = chart.curves[c];
    clean.curves[c].y.clear();
    for (const std::size_t i : order) {
      const double y = i < curve.y.size() ? curve.y[i] : NAN;
      const bool drawn = std::isfinite(y) && (y > 0 || !chart.log_y || curve.right_axis);
      clean.curves[c].y.push_back(drawn ? y : NAN);
    }
  }
  if (clean.marked_x && !std::isfinite(*clean.marked_x)) clean.marked_x.reset();
  return clean;
}

/// Which of the points are kept so that every curve has at most about `most`: of each stretch its lowest and highest,
/// of every curve.
std::vector<std::size_t> kept_points(const CurveChart& chart, std::size_t most) {
  std::vector<std::size_t> kept;
  if (chart.x.size() <= most) {
    kept.resize(chart.x.size());
    std::iota(kept.begin(), kept.end(), 0);
    return kept;
  }
  const std::size_t per_stretch = std::min(most / 2, 2 * std::max<std::size_t>(1, chart.curves.size()));
  const std::size_t stretches = most / per_stretch;
  for (std::size_t s = 0; s < stretches; ++s) {
    const std::size_t begin = chart.x.size() * s / stretches;
    const std::size_t end = chart.x.size() * (s + 1) / stretches;
    const std::size_t first = kept.size();
    for (std::size_t c = 0; c < chart.curves.size() && kept.size() - first < per_stretch; ++c) {
      const std::vector<double>& y = chart.curves[c].y;
      std::size_t low = begin;
      std::size_t high = begin;
      for (std::size_t i = begin; i < end; ++i) {
        if (std::isnan(y[i])) continue;
        if (std::isnan(y[low]) || y[i] < y[low]) low = i;
        if (std::isnan(y[high]) || y[i] > y[high]) high = i;
      }
      kept.insert(kept.end(), {low, high});
    }
  }
  kept.insert(kept.end(), {0, chart.x.size() - 1});
  std::sort(kept.begin(), kept.end());
  kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
  return kept;
}

CurveChart thinned(const CurveChart& chart, std::size_t most) {
  const std::vector<std::size_t> kept = kept_points(chart, most);
  const auto pick = [&](std::vector<double>& values) {
    std::vector<double> picked;
    for (const std::size_t i : kept) picked.push_back(values[i]);
    values = std::move(picked);
  };
  CurveChart thin = chart;
  pick(thin.x);
  for (CurveChart::Curve& curve : thin.curves) pick(curve.y);
  return thin;
}

Json json_of(const CurveChart& chart) {
  Json curves = Json::array();
  for (const CurveChart::Curve& curve : chart.curves) {
    curves.push_back(
        {{"name", curve.name}, {"y", rounded(curve.y, 6)}, {"dashed", curve.dashed}, {"right_axis", curve.right_axis}});
    if (curve.faint) curves.back()["faint"] = true;
  }
  return {{"x_label", chart.x_label},
          {"y_label", chart.y_label},
          {"x", rounded(chart.x, 12)},
          {"curves", curves},
          {"marked_x", chart.marked_x ? Json(*chart.marked_x) : Json(nullptr)},
          {"marked_label", chart.marked_label},
          {"log_y", chart.log_y}};
}

}  // namespace

std::string to_html(const CurveChart& chart) {
  const CurveChart clean = cleaned(chart);
  const CurveChart drawn = thinned(clean, 2000);
  const std::string title = escape_html(chart.title);
  return fmt::format(
      "<figure class=\"chart\">\n<figcaption>{0}</figcaption>\n<div class=\"plot\" role=\"img\" aria-label=\"{0}: {1} "
      "by "
      "{2}\"></div>\n<script type=\"application/json\">{3}</script>\n<noscript>{4}</noscript>\n</figure>\n",
      title, escape_html(chart.y_label), escape_html(chart.x_label), json_in_page(json_of(drawn)),
      plain_chart(thinned(clean, 300)));
}

}  // namespace gnnir

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "gnnir/data/histogram.h"

namespace gnnir {

/// Counts as bars, in the colours of a page.
struct BarChart {
  std::string title;
  std::string x_label;
  std::vector<std::string> names;  ///< [bars] below each, left out where they do not fit
  std::vector<double> counts;      ///< [bars], at least 0
};

/// How often each value occurs: a bar for each value that does, or a histogram if there are many.
BarChart bars_of(const std::map<std::int64_t, std::int64_t>& counts, const std::string& title,
                 const std::string& x_label);
BarChart bars_of(const Histogram& histogram, const std::string& title, const std::string& x_label);

/// A figure for a page; every bar says its count under the pointer.
std::string to_html(const BarChart& chart);

}  // namespace gnnir

#include "gnnir/report/histogram_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gnnir/report/table.h"

namespace gnnir {
namespace {

constexpr double longest_bar = 40;

std::string label(const Histogram::Bin& bin, bool integer) {
  if (!integer) return fmt::format("{:.4g} … {:.4g}", bin.first, bin.last);
  if (bin.first == bin.last) return fmt::format("{:.0f}", bin.first);
  return fmt::format("{:.0f}–{:.0f}", bin.first, bin.last);
}

}  // namespace

std::string histogram_text(const std::string& title, const Histogram& histogram, std::size_t most) {
  if (histogram.bins().empty()) return "";
  std::size_t widest = 9;
  std::int64_t tallest = 1;
  for (const Histogram::Bin& bin : histogram.bins()) {
    widest = std::max(widest, display_width(label(bin, histogram.has_integers())));
    tallest = std::max(tallest, bin.count);
  }
  const std::size_t beside = widest + 3 + fmt::format("{}", tallest).size();
  const double longest = std::min(longest_bar, static_cast<double>(std::max(beside + 1, most) - beside));
  std::string text = "\n" + title + "\n";
  for (const Histogram::Bin& bin : histogram.bins()) {
    const std::string range = label(bin, histogram.has_integers());
    const double share = static_cast<double>(bin.count) / static_cast<double>(tallest);
    text += std::string(widest - display_width(range), ' ') + range + "  ";
    for (double length = std::ceil(longest * share); length > 0; --length) text += "█";
    text += fmt::format(" {}\n", bin.count);
  }
  return text;
}

}  // namespace gnnir

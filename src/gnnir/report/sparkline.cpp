#include "gnnir/report/sparkline.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace gnnir {

std::string sparkline(std::span<const double> values, std::size_t most) {
  static constexpr std::array bars = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  const std::size_t columns = std::min(most, values.size());
  std::vector<double> means;
  double least = HUGE_VAL;
  double greatest = -HUGE_VAL;
  for (std::size_t c = 0; c < columns; ++c) {
    double sum = 0;
    double count = 0;
    for (const double value :
         values.subspan(values.size() * c / columns, values.size() * (c + 1) / columns - values.size() * c / columns)) {
      if (!std::isfinite(value)) continue;
      sum += value;
      ++count;
    }
    means.push_back(count > 0 ? sum / count : NAN);
    if (count == 0) continue;
    least = std::min(least, means.back());
    greatest = std::max(greatest, means.back());
  }
  if (least > greatest) return "";
  std::string text;
  for (const double mean : means) {
    if (std::isnan(mean)) {
      text += ' ';
      continue;
    }
    const double share = greatest > least ? (mean - least) / (greatest - least) : 0.5;
    text += bars[std::min(bars.size() - 1, static_cast<std::size_t>(share * static_cast<double>(bars.size())))];
  }
  return text;
}

}  // namespace gnnir

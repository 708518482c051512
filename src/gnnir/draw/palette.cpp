#include "gnnir/draw/palette.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace gnnir {

std::string_view fill_of(std::size_t number) {
  static constexpr std::array<std::string_view, num_fills> fills = {"#77aadd", "#ee8866", "#eedd88", "#44bb99",
                                                                    "#ffaabb", "#99ddff", "#aaaa00", "#cdb7e6"};
  return fills[number % num_fills];
}

std::string line_colour(std::size_t number, bool in_page) {
  static constexpr std::array<std::string_view, num_fills> lines = {"#2f6db5", "#c9432f", "#1b7f4d", "#8a5a00",
                                                                    "#7b3f98", "#0d7c8c", "#b0337a", "#5b6470"};
  const std::size_t which = number % num_fills;
  return in_page ? fmt::format("var(--series-{})", which + 1) : std::string(lines[which]);
}

std::string value_fill(double share) {
  using Colour = std::array<double, 3>;
  constexpr Colour white{247, 247, 247};
  constexpr Colour blue{67, 147, 195};
  constexpr Colour orange{224, 130, 20};
  const double strength = std::clamp(std::abs(share), 0.0, 1.0);
  const Colour& end = share < 0 ? blue : orange;
  std::array<int, 3> mixed{};
  for (std::size_t i = 0; i < 3; ++i)
    mixed[i] = static_cast<int>(std::lround(white[i] + strength * (end[i] - white[i])));
  return fmt::format("#{:02x}{:02x}{:02x}", mixed[0], mixed[1], mixed[2]);
}

}  // namespace gnnir

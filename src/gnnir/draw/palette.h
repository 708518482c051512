#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gnnir {

/// Colours that readers of all kinds of sight tell apart, and on which dark letters can be read (Paul Tol's light
/// scheme): the same on light and on dark pages.
constexpr std::size_t num_fills = 8;
std::string_view fill_of(std::size_t number);  ///< from num_fills on they come again

/// For lines: in a page the colours of its theme, --series-1 … (draw/assets/page.css).
std::string line_colour(std::size_t number, bool in_page);

/// From blue (-1) through white (0) to orange (1).
std::string value_fill(double share);

constexpr std::string_view negative_line = "#4393c3";
constexpr std::string_view positive_line = "#e08214";
constexpr std::string_view pale_fill = "#e4e7ea";   ///< nothing to say
constexpr std::string_view plain_fill = "#a9c7e8";  ///< all alike
constexpr std::string_view dark_ink = "#1b1f24";    ///< letters on these

}  // namespace gnnir

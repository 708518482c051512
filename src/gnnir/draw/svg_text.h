#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gnnir {

/// About how wide a text is in a sans-serif font: rather too wide than too narrow.
double text_width(std::string_view text, double font_size);

/// The beginning of a text that is about so wide at most, with … if something is missing.
std::string shortened(std::string_view text, double font_size, double width);

/// Lines that are about so wide at most, broken between words; … ends the last one if there would be more.
std::vector<std::string> text_lines(std::string_view text, double font_size, double width, std::size_t most);

}  // namespace gnnir

#include "gnnir/report/table.h"

#include <algorithm>
#include <string_view>

#include "gnnir/base/text.h"

namespace gnnir {

std::size_t display_width(const std::string& utf8) {
  return static_cast<std::size_t>(
      std::count_if(utf8.begin(), utf8.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string shortened(const std::string& utf8, std::size_t most) {
  if (display_width(utf8) <= most) return utf8;
  std::string text;
  std::size_t characters = 0;
  for (const char c : utf8) {
    const bool begins = (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    if (begins && ++characters + 1 > most) break;
    text += c;
  }
  return text + "…";
}

std::string wrapped(const std::string& utf8, std::size_t most) {
  std::string text;
  std::size_t column = 0;
  for (const std::string_view word : split_text(utf8, ' ')) {
    const std::size_t width = display_width(std::string(word));
    if (column > 0 && column + 1 + width > most) {
      text += "\n ";
      column = 1;
    }
    text += column > 0 ? " " : "";
    text += word;
    column += width + (column > 0 ? 1 : 0);
  }
  return text;
}

std::string Table::text(std::size_t most) const {
  std::vector<std::size_t> width;
  for (const auto& row : rows_) {
    width.resize(std::max(width.size(), row.size()));
    for (std::size_t c = 0; c < row.size(); ++c) width[c] = std::max(width[c], display_width(row[c]));
  }
  constexpr std::size_t least = 8;
  std::size_t others = 0;
  for (std::size_t c = 1; c < width.size(); ++c) others += 2 + width[c];
  if (!width.empty()) width[0] = std::min(width[0], std::max(least, most - std::min(most, others)));
  std::string result;
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::string cell = shortened(row[c], width[c]);
      const std::string padding(width[c] - display_width(cell), ' ');
      const bool left = c == 0 || (c + 1 == width.size() && last_ == Align::left);
      line += (c == 0 ? "" : "  ") + (left ? cell + padding : padding + cell);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    result += line + "\n";
  }
  return result;
}

}  // namespace gnnir

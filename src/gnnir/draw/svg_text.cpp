#include "gnnir/draw/svg_text.h"

#include <algorithm>

#include "gnnir/base/text.h"

namespace gnnir {
namespace {

constexpr std::string_view ellipsis = "…";

/// In units of the font's size, by the first byte of a character in UTF-8; bytes that continue one are 0 wide.
double width_of(char first) {
  const auto byte = static_cast<unsigned char>(first);
  if (byte >= 0x80 && byte < 0xc0) return 0;
  if (byte >= 0xe3) return 1.05;  // Chinese and the like
  if (byte >= 0x80) return 0.7;
  if (std::string_view("iljI.,:;'|!()[] tf").find(first) != std::string_view::npos) return 0.4;
  if (std::string_view("mwMW@%").find(first) != std::string_view::npos) return 1.0;
  return (first >= 'A' && first <= 'Z') ? 0.75 : 0.65;
}

}  // namespace

double text_width(std::string_view text, double font_size) {
  double width = 0;
  for (const char c : text) width += width_of(c) * font_size;
  return width;
}

std::string shortened(std::string_view text, double font_size, double width) {
  if (text_width(text, font_size) <= width) return std::string(text);
  const double room = width - text_width(ellipsis, font_size);
  std::size_t length = 0;
  double used = 0;
  while (length < text.size()) {
    used += width_of(text[length]) * font_size;
    if (used > room) break;
    ++length;
  }
  while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xc0U) == 0x80) --length;
  return std::string(trimmed(text.substr(0, length))) + std::string(ellipsis);
}

std::vector<std::string> text_lines(std::string_view text, double font_size, double width, std::size_t most) {
  std::vector<std::string> lines;
  std::string line;
  for (const std::string_view word : split_text(text, ' ')) {
    const std::string longer = line.empty() ? std::string(word) : line + " " + std::string(word);
    if (line.empty() || text_width(longer, font_size) <= width) {
      line = longer;
    } else if (lines.size() + 1 == most) {
      line += " " + std::string(ellipsis);
      break;
    } else {
      lines.push_back(std::move(line));
      line = word;
    }
  }
  if (!line.empty()) lines.push_back(std::move(line));
  for (std::string& each : lines) each = shortened(each, font_size, width);
  return lines;
}

}  // namespace gnnir

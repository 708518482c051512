#include "gnnir/draw/picture_legend.h"

#include <fmt/format.h>

#include <algorithm>

#include "gnnir/draw/escape.h"
#include "gnnir/draw/palette.h"
#include "gnnir/draw/svg_text.h"

namespace gnnir {
namespace {

constexpr double letter_size = 12;  ///< size of letters
constexpr double row_height = 18;

std::string words_at(double x, double y, double font_size, const std::string& words, const char* more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:g}\"{}>{}</text>\n", x, y, font_size, more,
                     escape_html(words));
}

}  // namespace

void PictureRows::text(const std::string& words, double font_size, std::size_t most_lines, bool faint, bool in_page) {
  const char* colour = !faint ? "" : in_page ? " fill=\"var(--faint)\"" : " fill=\"#57606a\"";
  for (const std::string& line : text_lines(words, font_size, width_ - 8, most_lines)) {
    y_ += font_size * 1.35;
    svg_ += words_at(4, y_ - font_size * 0.3, font_size, line, colour);
  }
}

void PictureRows::samples(const std::vector<Sample>& samples) {
  constexpr std::size_t most = 12;
  constexpr double room = 18;  // of a sample, before its name
  double x = 4;
  if (!samples.empty()) y_ += row_height;
  const auto advance = [&](double width) {
    if (x > 4 && x + width > width_) {
      x = 4;
      y_ += row_height;
    }
  };
  for (std::size_t i = 0; i < std::min(most, samples.size()); ++i) {
    const std::string name = shortened(samples[i].name, letter_size, width_ - room - 12);
    const double width = room + text_width(name, letter_size) + 12;
    advance(width);
    svg_ += samples[i].line ? fmt::format("<path d=\"M{:.1f} {:.1f}h12\" stroke=\"{}\" stroke-width=\"3\"/>\n", x,
                                          y_ - 8, samples[i].colour)
                            : fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5.5\" fill=\"{}\"/>\n", x + 6,
                                          y_ - 8, samples[i].colour);
    svg_ += words_at(x + room, y_ - 4, letter_size, name);
    x += width;
  }
  if (samples.size() > most) {
    const std::string rest = fmt::format("… {} in all", samples.size());
    advance(text_width(rest, letter_size));
    svg_ += words_at(x, y_ - 4, letter_size, rest);
  }
}

void PictureRows::scale(double range, const std::string& name) {
  constexpr int steps = 20;
  constexpr double step = 5;
  y_ += row_height;
  const std::string least = fmt::format("{:.2g}", -range);
  const std::string most = fmt::format("{:.2g}", range);
  double x = 4;
  svg_ += words_at(x, y_ - 4, letter_size, least);
  x += text_width(least, letter_size) + 4;
  for (int i = 0; i <= steps; ++i) {
    svg_ += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:g}\" height=\"10\" fill=\"{}\"/>\n", x + i * step,
                        y_ - 13, step + 0.3, value_fill(2.0 * i / steps - 1));
  }
  x += (steps + 1) * step + 4;
  svg_ += words_at(x, y_ - 4, letter_size, most);
  x += text_width(most, letter_size) + 8;
  if (name.empty()) return;
  if (x + text_width(name, letter_size) > width_) {
    text(name, letter_size, 2, false, false);
  } else {
    svg_ += words_at(x, y_ - 4, letter_size, name);
  }
}

}  // namespace gnnir

#include "gnnir/data/readers/lines.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "gnnir/base/text.h"

namespace gnnir {

LineCursor::LineCursor(std::string where, std::string content, std::int64_t min_lines)
    : where_(std::move(where)), content_(std::move(content)), min_lines_(min_lines) {
  end_of_text_ = content_.find_last_not_of(" \t\r\n\v\f") + 1;  // npos + 1 is 0: no text at all
}

bool LineCursor::next() {
  const bool only_blank_lines_left = next_begin_ >= end_of_text_;
  if (next_begin_ >= content_.size() || (only_blank_lines_left && number_ >= min_lines_)) return false;
  begin_ = next_begin_;
  end_ = std::min(content_.find('\n', begin_), content_.size());
  next_begin_ = end_ + 1;
  ++number_;
  return true;
}

std::string_view LineCursor::text() const { return trimmed(std::string_view(content_).substr(begin_, end_ - begin_)); }

std::int64_t LineCursor::integer(std::string_view field) const {
  const auto value = parse_integer(trimmed(field));
  if (!value) throw error("expected an integer, found {}", in_quotes(field));
  return *value;
}

float LineCursor::real(std::string_view field) const {
  const std::string_view text = trimmed(field);
  const auto number = parse_number(text);
  if (!number) throw error("expected a number, found {}", in_quotes(field));
  // Straight to float: rounding first to double and then to float can miss the nearest float.
  float value = 0;
  const char* begin = text.data() + (text.starts_with('+') ? 1 : 0);
  const auto result = std::from_chars(begin, text.data() + text.size(), value);
  const bool too_large = result.ec == std::errc::result_out_of_range && std::abs(*number) > 1;
  if (too_large || std::isinf(value)) {
    throw error("expected a finite number of single precision, found {}", in_quotes(field));
  }
  return value;
}

void LineCursor::expect_lines(std::int64_t expected, std::string_view each) const {
  if (number_ == expected) return;
  throw data_error("{}: expected {} lines ({}), found {}", where_, expected, each, number_);
}

}  // namespace gnnir

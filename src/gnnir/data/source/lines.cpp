#include "gnnir/data/source/lines.h"

#include <algorithm>

#include "gnnir/base/text.h"

namespace gnnir {

LineCursor::LineCursor(std::string where, std::string content, std::int64_t min_lines)
    : place_{std::move(where), 0}, content_(std::move(content)), min_lines_(min_lines) {
  if (content_.starts_with(byte_order_mark)) next_begin_ = byte_order_mark.size();
  end_of_text_ = content_.find_last_not_of(" \t\r\n\v\f") + 1;  // npos + 1 is 0: no text at all
}

bool LineCursor::next() {
  const bool only_blank_lines_left = next_begin_ >= end_of_text_;
  if (next_begin_ >= content_.size() || (only_blank_lines_left && place_.line >= min_lines_)) return false;
  begin_ = next_begin_;
  end_ = std::min(content_.find('\n', begin_), content_.size());
  next_begin_ = end_ + 1;
  ++place_.line;
  return true;
}

std::string_view LineCursor::text() const { return trimmed(std::string_view(content_).substr(begin_, end_ - begin_)); }

void LineCursor::expect_lines(std::int64_t expected, std::string_view each) const {
  if (place_.line == expected) return;
  throw data_error("{}: expected {} lines ({}), found {}", place_.where, expected, each, place_.line);
}

}  // namespace gnnir

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "gnnir/data/source/place.h"

namespace gnnir {

/// Some editors begin a file with it.
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// Walks the lines of a text file and knows where it is when something is wrong: `[tu] MUTAG_A.txt:17: …`.
/// Accepts a byte order mark, CRLF, white space around a line, a missing final newline, and blank lines after the last
/// text.
///   LineCursor line("[tu] MUTAG_node_labels.txt", content);
///   while (line.next()) labels.push_back(line.integer(line.text()));
class LineCursor {
 public:
  /// Blank lines at the end count as lines as long as there are not more than `min_lines`.
  LineCursor(std::string where, std::string content, std::int64_t min_lines = 0);

  /// Moves to the next line; false after the last.
  bool next();
  /// The line without white space at either end.
  [[nodiscard]] std::string_view text() const;
  [[nodiscard]] const Place& place() const { return place_; }
  /// Of the present line, from 1; after the last line: how many there were.
  [[nodiscard]] std::int64_t number() const { return place_.line; }

  /// As Place has them, for the present line.
  [[nodiscard]] std::int64_t integer(std::string_view field) const { return place_.integer(field); }
  [[nodiscard]] float real(std::string_view field) const { return place_.real(field); }
  template <typename... Args>
  [[nodiscard]] Error error(fmt::format_string<Args...> format, Args&&... args) const {
    return place_.error(format, std::forward<Args>(args)...);
  }
  /// Throws if the file had another number of lines, once next() has returned false. `each`: "one per node".
  void expect_lines(std::int64_t expected, std::string_view each) const;

 private:
  Place place_;
  std::string content_;
  std::size_t end_of_text_;  // all beyond is white space
  std::int64_t min_lines_;
  std::size_t begin_ = 0;  // of the present line; positions, as views would not survive a move
  std::size_t end_ = 0;
  std::size_t next_begin_ = 0;
};

}  // namespace gnnir

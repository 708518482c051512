#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace gnnir {

/// A table for a terminal: the first column to the left, the others to the right (the last as asked), widths in
/// characters as they are seen.
///   Table table({"fold", "validation", "test"});
///   table.add({"1", "100.0", "96.7"});
class Table {
 public:
  enum class Align { left, right };
  explicit Table(std::vector<std::string> header, Align last = Align::right) : rows_{std::move(header)}, last_(last) {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  /// `most`: columns of the terminal; the first column is cut short (…) until the table fits, but for a few characters.
  [[nodiscard]] std::string text(std::size_t most = std::numeric_limits<std::size_t>::max()) const;

 private:
  std::vector<std::vector<std::string>> rows_;
  Align last_;
};

/// UTF-8 text of at most so many characters, the last an ellipsis if there were more.
std::string shortened(const std::string& utf8, std::size_t most);
/// Words in lines of at most `most` characters, further lines indented by two.
std::string wrapped(const std::string& utf8, std::size_t most);

/// The number of characters of UTF-8 text (one column each: good enough for what we print).
std::size_t display_width(const std::string& utf8);

}  // namespace gnnir

#pragma once

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
  [[nodiscard]] std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
  Align last_;
};

/// The number of characters of UTF-8 text (one column each: good enough for what we print).
std::size_t display_width(const std::string& utf8);

}  // namespace gnnir

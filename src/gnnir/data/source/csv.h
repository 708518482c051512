#pragma once

#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gnnir/data/read_options.h"
#include "gnnir/data/source/place.h"

namespace gnnir {

/// Walks the rows of a CSV file with a header and knows the line of each: `[csv] molecules.csv:17: …`.
///   CsvReader csv("[csv] molecules.csv", content);
///   const std::size_t smiles = csv.require("smiles");
///   while (csv.next()) read(csv.fields()[smiles]);
/// As RFC 4180 has it, with what people's files do beyond: a byte order mark, LF and CRLF, blank lines, white space
/// around fields without quotes, other separators than the comma. A quote within a field that does not begin with one
/// stands for itself.
class CsvReader {
 public:
  /// Reads the header. An Error of kind data if there is none, if it cannot be read or if it has a name twice.
  /// Separator::automatic: of comma, tab, semicolon and bar the one that cuts the header, and the row behind it, into
  /// the same number of fields, the most of them; else the first that the header has.
  CsvReader(std::string where, std::string content, Separator separator = Separator::automatic);
  CsvReader(const CsvReader&) = delete;
  CsvReader& operator=(const CsvReader&) = delete;

  [[nodiscard]] const std::vector<std::string>& header() const { return header_; }
  /// Where a column stands.
  [[nodiscard]] std::optional<std::size_t> find(std::string_view column) const;
  /// An Error of kind data that names the nearest one if there is none of that name.
  [[nodiscard]] std::size_t require(std::string_view column) const;

  /// Moves to the next row; false after the last. A row that cannot be read is a row all the same: fields() complains,
  /// and the next one begins on the line after.
  bool next();
  /// Of the present row, one for each column of the header; valid until next(). An Error of kind data if the row has
  /// another number of fields or a quote that is not closed.
  [[nodiscard]] std::span<const std::string_view> fields() const;
  /// Whether fields() has them.
  [[nodiscard]] bool is_readable() const { return !mistake_; }
  /// The row as it stands in the file, without the line end.
  [[nodiscard]] std::string_view text() const;
  /// Where the row begins.
  [[nodiscard]] const Place& place() const { return place_; }
  template <typename... Args>
  [[nodiscard]] Error error(fmt::format_string<Args...> format, Args&&... args) const {
    return place_.error(format, std::forward<Args>(args)...);
  }

 private:
  char guess_separator();
  bool next_row();
  void read_fields();
  void read_quoted_field();
  void read_plain_field();
  [[nodiscard]] std::size_t end_of_field() const;

  Place place_;
  std::string content_;
  char separator_ = ',';
  std::vector<std::string> header_;
  std::int64_t header_line_ = 0;
  std::vector<std::string_view> fields_;
  std::deque<std::string> unquoted_;  // fields that are not a piece of the file; a deque does not move them
  std::optional<Error> mistake_;      // in the present row
  std::size_t begin_ = 0;             // of the present row
  std::size_t position_ = 0;
  std::int64_t lines_passed_ = 0;          // line ends before position_
  bool quotes_end_on_their_line_ = false;  // after one that did not: else each could cost the rest of the file
};

/// A field as CSV wants it: in quotes where it holds a comma, a quote or a line end, or has white space at an end or
/// begins with a byte order mark.
std::string csv_field(std::string_view text);
/// Fields as a row that CsvReader reads back, with the line end.
std::string csv_row(std::span<const std::string> fields);

}  // namespace gnnir

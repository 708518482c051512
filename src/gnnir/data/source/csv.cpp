#include "gnnir/data/source/csv.h"

#include <algorithm>
#include <set>

#include "gnnir/base/text.h"
#include "gnnir/data/source/lines.h"

namespace gnnir {
namespace {

char character_of(Separator separator) {
  switch (separator) {
    case Separator::semicolon:
      return ';';
    case Separator::tab:
      return '\t';
    case Separator::bar:
      return '|';
    default:
      return ',';
  }
}

const char* words_for(char separator) {
  return separator == ';' ? "semicolon" : separator == '\t' ? "tab" : separator == '|' ? "bar" : "comma";
}

}  // namespace

CsvReader::CsvReader(std::string where, std::string content, Separator separator)
    : place_{std::move(where), 0}, content_(std::move(content)) {
  if (content_.starts_with(byte_order_mark)) position_ = byte_order_mark.size();
  separator_ = separator == Separator::automatic ? guess_separator() : character_of(separator);
  if (!next_row()) throw data_error("{}: expected a header with the names of columns, found nothing", place_.where);
  if (mistake_) throw *mistake_;
  header_line_ = place_.line;
  std::set<std::string_view> seen;
  for (const std::string_view name : fields_) {
    if (!name.empty() && !seen.insert(name).second) throw error("two columns are named {}", in_quotes(name));
    header_.emplace_back(name);
  }
}

/// Leaves all as it was.
char CsvReader::guess_separator() {
  const std::size_t begin = position_;
  char guess = ',';
  std::size_t most_columns = 1;
  bool fits = false;  // the row behind the header, too
  for (const char separator : {',', '\t', ';', '|'}) {
    separator_ = separator;
    if (next_row() && !mistake_ && fields_.size() > 1) {
      const std::size_t columns = fields_.size();
      const bool row_fits = next_row() && !mistake_ && fields_.size() == columns;
      const bool is_better = row_fits ? !fits || columns > most_columns : most_columns == 1;
      if (is_better) guess = separator;
      if (is_better) most_columns = columns;
      fits |= row_fits;
    }
    position_ = begin;
    lines_passed_ = 0;
    quotes_end_on_their_line_ = false;
    mistake_.reset();
  }
  return guess;
}

std::optional<std::size_t> CsvReader::find(std::string_view column) const {
  const auto found = std::find(header_.begin(), header_.end(), column);
  if (found == header_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - header_.begin());
}

std::size_t CsvReader::require(std::string_view column) const {
  if (const auto found = find(column)) return *found;
  std::string columns;
  for (const std::string& name : header_) columns += (columns.empty() ? "" : ", ") + in_quotes(name);
  throw Place{place_.where, header_line_}.error("expected a column '{}', found {}.{}", column, columns,
                                                suggestion(column, header_));
}

bool CsvReader::next() {
  if (!next_row()) return false;
  if (!mistake_ && fields_.size() != header_.size()) {
    mistake_ = error("expected {} fields as in the header, found {}", header_.size(), fields_.size());
  }
  return true;
}

std::span<const std::string_view> CsvReader::fields() const {
  if (mistake_) throw *mistake_;
  return fields_;
}

std::string_view CsvReader::text() const {
  std::string_view row = std::string_view(content_).substr(begin_, position_ - begin_);
  if (row.ends_with('\n')) row.remove_suffix(1);
  if (row.ends_with('\r')) row.remove_suffix(1);
  return row;
}

bool CsvReader::next_row() {
  mistake_.reset();
  while (position_ < content_.size()) {
    begin_ = position_;
    const std::size_t end = std::min(content_.find('\n', begin_), content_.size());
    place_.line = lines_passed_ + 1;
    if (!trimmed(std::string_view(content_).substr(begin_, end - begin_)).empty()) {
      read_fields();
      return true;
    }
    position_ = std::min(end + 1, content_.size());
    ++lines_passed_;
  }
  return false;
}

void CsvReader::read_fields() {
  fields_.clear();
  unquoted_.clear();
  while (true) {
    const std::size_t start = content_.find_first_not_of(separator_ == '\t' ? " " : " \t", position_);
    if (start != std::string::npos && content_[start] == '"') {
      position_ = start + 1;
      read_quoted_field();
    } else {
      read_plain_field();
    }
    if (mistake_ || position_ == content_.size()) return;
    if (content_[position_++] == separator_) continue;
    ++lines_passed_;  // that was the line end
    return;
  }
}

/// The next separator, the line end or the end of the file.
std::size_t CsvReader::end_of_field() const {
  const char ends[] = {separator_, '\n', '\0'};
  return std::min(content_.find_first_of(ends, position_), content_.size());
}

/// Ends on the separator, the line end or the end of the file.
void CsvReader::read_plain_field() {
  const std::size_t end = end_of_field();
  fields_.push_back(trimmed(std::string_view(content_).substr(position_, end - position_)));
  position_ = end;
}

/// Likewise; begins behind the opening quote.
void CsvReader::read_quoted_field() {
  const std::size_t opening = position_;
  const std::int64_t lines_before = lines_passed_;
  std::string& field = unquoted_.emplace_back();
  const auto give_up = [&](Error mistake) {
    // The next row is on the next line, even if the quotes say otherwise: one too many must not cost many rows.
    quotes_end_on_their_line_ |= lines_passed_ > lines_before;
    mistake_ = std::move(mistake);
    const std::size_t end = content_.find('\n', opening);
    position_ = end == std::string::npos ? content_.size() : end + 1;
    lines_passed_ = lines_before + 1;
  };
  while (true) {
    const std::size_t quote = content_.find('"', position_);
    const std::string_view piece = std::string_view(content_).substr(position_, quote - position_);
    lines_passed_ += std::count(piece.begin(), piece.end(), '\n');
    if (quote == std::string::npos || (quotes_end_on_their_line_ && lines_passed_ > lines_before)) {
      give_up(Place{place_.where, lines_before + 1}.error("a field that begins with a quote does not end with one"));
      return;
    }
    field += piece;
    position_ = quote + 1;
    if (position_ == content_.size() || content_[position_] != '"') break;
    field += '"';  // two of them stand for one
    ++position_;
  }
  const std::size_t end = end_of_field();
  const std::string_view rest = trimmed(std::string_view(content_).substr(position_, end - position_));
  if (!rest.empty()) {
    const Place here{place_.where, lines_passed_ + 1};
    give_up(here.error("expected a {} after the closing quote, found {}", words_for(separator_), in_quotes(rest)));
    return;
  }
  fields_.push_back(field);
  position_ = end;
}

std::string csv_field(std::string_view text) {
  // A byte order mark that begins the first field of a file would be taken for the file's.
  const bool plain = text.find_first_of(",\"\r\n") == std::string_view::npos && trimmed(text).size() == text.size() &&
                     !text.starts_with(byte_order_mark);
  if (plain) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string csv_row(std::span<const std::string> fields) {
  if (fields.size() == 1 && fields[0].empty()) return "\"\"\n";  // not a blank line, which is none
  std::string row;
  for (std::size_t i = 0; i < fields.size(); ++i) row += (i == 0 ? "" : ",") + csv_field(fields[i]);
  return row + "\n";
}

}  // namespace gnnir

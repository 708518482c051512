#include "gnnir/data/formats/sdf_records.h"

#include <algorithm>
#include <functional>

#include "gnnir/base/text.h"

namespace gnnir {
namespace {

/// Takes the first line off a text.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

/// The first part of a text, up to where `rest`, which ends it, begins.
std::string_view before(std::string_view text, std::string_view rest) {
  return text.substr(0, text.size() - rest.size());
}

/// `>  <NAME>`, also with numbers and other names before and behind.
std::string_view name_in(std::string_view header) {
  const std::size_t begin = header.find('<');
  const std::size_t end = header.rfind('>');
  if (begin == std::string_view::npos || end <= begin) return {};
  return header.substr(begin + 1, end - begin - 1);
}

SdfRecord record_of(std::string_view text, std::int64_t number, std::int64_t line) {
  std::string_view rest = text;
  for (int i = 0; i < 4; ++i) take_line(rest);  // a name may begin with anything
  while (!rest.empty() && !rest.starts_with('>')) take_line(rest);
  return {number, line, text, before(text, rest)};
}

/// Calls visit(name, value) for every property.
template <typename Visit>
void visit_properties(const SdfRecord& record, const Visit& visit) {
  std::string_view rest = record.text.substr(record.block.size());
  while (!rest.empty()) {
    const std::string_view header = take_line(rest);
    if (!header.starts_with('>')) continue;
    const std::string_view values = rest;
    while (!rest.empty() && !trimmed(rest.substr(0, rest.find('\n'))).empty()) take_line(rest);
    visit(name_in(header), trimmed(before(values, rest)));
  }
}

}  // namespace

std::vector<std::string_view> SdfRecord::values_of(std::string_view name) const {
  std::vector<std::string_view> values;
  visit_properties(*this, [&](std::string_view other, std::string_view value) {
    if (other == name) values.push_back(value);
  });
  return values;
}

std::vector<std::string_view> SdfRecord::property_names() const {
  std::vector<std::string_view> names;
  visit_properties(*this, [&](std::string_view name, std::string_view) { names.push_back(name); });
  return names;
}

std::int64_t SdfRecord::line_of(std::string_view piece) const {
  const std::less_equal<> not_behind;
  if (!not_behind(text.data(), piece.data()) || !not_behind(piece.data(), text.data() + text.size())) return line;
  const std::string_view lead = text.substr(0, static_cast<std::size_t>(piece.data() - text.data()));
  return line + std::count(lead.begin(), lead.end(), '\n');
}

std::vector<SdfRecord> split_sdf(std::string_view content) {
  std::vector<SdfRecord> records;
  std::int64_t line = 1;
  while (!trimmed(content).empty()) {
    const std::int64_t first_line = line;
    std::string_view rest = content;
    std::string_view end = content;  // where the record ends
    while (!rest.empty()) {
      ++line;
      if (take_line(rest).starts_with("$$$$")) break;
      end = rest;
    }
    records.push_back(record_of(before(content, end), static_cast<std::int64_t>(records.size()) + 1, first_line));
    content = rest;
  }
  return records;
}

}  // namespace gnnir

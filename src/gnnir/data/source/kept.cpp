#include "gnnir/data/source/kept.h"

#include <algorithm>
#include <set>

#include "gnnir/base/error.h"
#include "gnnir/base/json.h"
#include "gnnir/base/text.h"

namespace gnnir {
namespace {

/// The bytes of the character of UTF-8 that a text begins with; 0 if it begins with none.
std::size_t length_of_character(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  const std::size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  return is_utf8(std::string(text.substr(0, length))) ? std::min(length, text.size()) : 0;
}

}  // namespace

std::string kept_text(std::string_view value) {
  const std::string whole(value);
  if (is_utf8(whole)) return printable(whole);
  std::string text;
  for (std::size_t at = 0; at < value.size();) {
    const std::size_t length = length_of_character(value.substr(at));
    text += length > 0 ? std::string(value.substr(at, length))
                       : fmt::format("\\x{:02x}", static_cast<unsigned char>(value[at]));
    at += std::max<std::size_t>(length, 1);
  }
  return printable(text);
}

std::size_t find_id_column(std::span<const std::string> columns, std::span<const std::size_t> taken) {
  for (const std::string_view name : {"ID", "NAME"}) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const bool free = std::find(taken.begin(), taken.end(), c) == taken.end();
      if (free && upper_case(columns[c]) == name) return c;
    }
  }
  return columns.size();
}

void check_kept(const std::string& where, std::span<const std::string> known, std::span<const std::string> keep) {
  for (const std::string& name : keep) {
    if (std::count(keep.begin(), keep.end(), name) > 1) throw setting_error("data.keep", "'{}' is given twice", name);
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    throw setting_error("data.keep", "{} has no '{}'.{} There {}", where, name, suggestion(name, known),
                        known.empty() ? "are no columns" : fmt::format("are: {}", fmt::join(known, ", ")));
  }
}

void KeptTable::add_column(const std::string& name, Kind kind) {
  const auto same = [&](const Column& column) { return column.kept.name == name; };
  if (std::none_of(columns_.begin(), columns_.end(), same)) columns_.push_back({{name, {}}, kind});
}

void KeptTable::add(std::span<const std::string_view> values) {
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    columns_[c].kept.values.push_back(kept_text(values[c]));
    columns_[c].has_any |= !values[c].empty();
  }
}

std::vector<std::pair<std::string, std::string>> KeptTable::named(std::span<const std::string_view> values) {
  std::vector<std::pair<std::string, std::string>> named;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    named.emplace_back(columns_[c].kept.name, kept_text(values[c]));
    columns_[c].has_any |= !values[c].empty();
  }
  return named;
}

bool KeptTable::stays(const Column& column) {
  if (column.kind == Kind::asked) return true;
  if (column.kind == Kind::name) return column.has_any;
  const std::vector<std::string>& values = column.kept.values;
  const std::set<std::string_view> different(values.begin(), values.end());
  const bool all_numbers = std::all_of(values.begin(), values.end(), [](const auto& v) { return parse_number(v); });
  return different.size() == values.size() && !different.contains("") && !all_numbers;
}

void KeptTable::store(Dataset& dataset, std::string_view smiles) const {
  for (const Column& column : columns_) {
    if (!stays(column)) continue;
    if (!smiles.empty() && column.kept.name == smiles) dataset.smiles_kept = std::ssize(dataset.kept);
    dataset.kept.push_back(column.kept);
  }
}

}  // namespace gnnir

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace gnnir {

/// One molecule of an SDF file, as pieces of its text.
struct SdfRecord {
  std::int64_t number;     ///< from 1
  std::int64_t line;       ///< where it begins, from 1
  std::string_view text;   ///< without the line `$$$$`
  std::string_view block;  ///< the mol block: up to the line before the first property

  /// The values of `> <NAME>`, one for each time it is given: its lines, without white space at either end.
  [[nodiscard]] std::vector<std::string_view> values_of(std::string_view name) const;
  [[nodiscard]] std::vector<std::string_view> property_names() const;
  /// In which line of the file a piece of its text begins; of a text from elsewhere, where the record begins.
  [[nodiscard]] std::int64_t line_of(std::string_view piece) const;
};

/// Records end with a line that begins with `$$$$`, the last one perhaps with the file.
std::vector<SdfRecord> split_sdf(std::string_view content);

}  // namespace gnnir

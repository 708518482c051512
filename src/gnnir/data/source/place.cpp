#include "gnnir/data/source/place.h"

#include <charconv>
#include <cmath>

#include "gnnir/base/text.h"

namespace gnnir {

static std::string named(std::string_view column) { return column.empty() ? "" : fmt::format("'{}': ", column); }

std::int64_t Place::integer(std::string_view field, std::string_view column) const {
  const auto value = parse_integer(trimmed(field));
  if (!value) throw error("{}expected an integer, found {}", named(column), in_quotes(field));
  return *value;
}

float Place::real(std::string_view field, std::string_view column) const {
  const std::string_view text = trimmed(field);
  const auto number = parse_number(text);
  if (!number) throw error("{}expected a number, found {}", named(column), in_quotes(field));
  // Straight to float: rounding first to double and then to float can miss the nearest float.
  float value = 0;
  const char* begin = text.data() + (text.starts_with('+') ? 1 : 0);
  const auto result = std::from_chars(begin, text.data() + text.size(), value);
  const bool too_large = result.ec == std::errc::result_out_of_range && std::abs(*number) > 1;
  if (too_large || std::isinf(value)) {
    throw error("{}expected a finite number of single precision, found {}", named(column), in_quotes(field));
  }
  return value;
}

float Place::finite(std::string_view field, std::string_view column) const {
  const float value = real(field, column);
  if (std::isnan(value)) throw error("{}expected a finite number, found {}", named(column), in_quotes(field));
  return value;
}

}  // namespace gnnir

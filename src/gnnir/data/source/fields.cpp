#include "gnnir/data/source/fields.h"

#include <algorithm>
#include <charconv>

#include "gnnir/base/text.h"

namespace gnnir {

std::string_view Fields::next() {
  constexpr std::string_view spaces = " \t";
  const std::size_t begin = std::min(rest_.find_first_not_of(spaces), rest_.size());
  const std::size_t end = std::min(rest_.find_first_of(spaces, begin), rest_.size());
  const std::string_view field = rest_.substr(begin, end - begin);
  rest_.remove_prefix(end);
  return field;
}

// Files are long lists of numbers: this is where reading them takes its time.
std::int64_t Fields::integer(const char* what) {
  const std::string_view field = next();
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (error == std::errc{} && end == field.data() + field.size()) return value;
  if (field.empty()) throw place_.error("expected {}, found the end of the line", what);
  throw place_.error("expected {}, found {}", what, in_quotes(field));
}

}  // namespace gnnir

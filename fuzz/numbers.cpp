#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "fuzz/check.h"
#include "fuzz/targets.h"
#include "gnnir/base/text.h"
#include "gnnir/data/source/labels.h"
#include "gnnir/data/source/lines.h"

namespace gnnir {
namespace {

template <typename Number>
bool same(Number a, Number b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

void check_integer(std::string_view text) {
  const auto integer = parse_integer(text);
  if (!integer) return;
  require(parse_integer(std::to_string(*integer)) == integer, "an integer reads back as it was written");
  require(parse_number(text) == static_cast<double>(*integer), "an integer is a number");
  require(parse_class_label(text) == *integer, "an integer is a class label");
}

/// The C library as the second opinion: it reads decimals as we do, where it reads to the end.
void check_number(std::string_view text) {
  const auto number = parse_number(text);
  if (number) {
    const auto back = parse_number(format_exact(*number));
    require(back && same(*back, *number), "a number reads back as it was written");
  }
  if (text.find_first_not_of("0123456789+-.eE") != std::string_view::npos) return;
  const std::string copy(text);
  char* end = nullptr;
  const double expected = std::strtod(copy.c_str(), &end);
  const bool whole = !copy.empty() && end == copy.c_str() + copy.size() && std::isfinite(expected);
  require(number.has_value() == whole, "a decimal is a number to us if it is one to the C library");
  require(!number || *number == expected, "a decimal has the value that the C library gives it");
}

void check_line(std::string_view text) {
  LineCursor line("f", std::string(text));
  if (!line.next()) return;  // the first line only: refusals are slow
  const auto real = accepted([&] { return line.real(line.text()); });
  if (!real) return;
  require(!std::isinf(*real), "infinite numbers are refused");
  require(same(line.real(format_exact(*real)), *real), "a float reads back as it was written");
  const std::string copy(line.text());
  require(same(std::strtof(copy.c_str(), nullptr), *real), "a float has the value that the C library gives it");
}

/// Every bit pattern of a double, also those that no one would write.
void check_bits(std::string_view text) {
  std::uint64_t bits = 0;
  for (const char c : text.substr(0, 8)) bits = bits << 8 | static_cast<unsigned char>(c);
  const auto number = std::bit_cast<double>(bits);
  const auto back = parse_number(format_exact(number));
  require(back && same(*back, number), "every double reads back as it was written");
  const auto single = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  if (std::isinf(single)) return;
  require(same(LineCursor("f", "").real(format_exact(single)), single), "every float reads back as it was written");
}

}  // namespace

void fuzz_numbers(std::string_view input) {
  check_integer(input);
  check_number(input);
  check_line(input);
  check_bits(input);
}

}  // namespace gnnir

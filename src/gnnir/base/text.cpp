#include "gnnir/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <locale>
#include <sstream>

namespace gnnir {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view space = " \t\r\n\v\f";
  const std::size_t begin = text.find_first_not_of(space);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(space) - begin + 1);
}

std::string upper_case(std::string_view text) {
  std::string upper(text);
  for (char& c : upper) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return upper;
}

std::vector<std::string_view> split_text(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

namespace {

/// from_chars knows no plus sign; "+-5" is still no number.
std::string_view without_plus(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  return text;
}

/// What from_chars calls out of range, without saying at which end: 1e-400 means 0 to a reader of data, 1e400 is no
/// number. A stream tells the two apart.
std::optional<double> small_number(std::string_view text) {
  std::istringstream stream{std::string(text)};
  stream.imbue(std::locale::classic());
  double value = 0;
  stream >> value;
  return stream ? std::optional(value) : std::nullopt;
}

}  // namespace

std::optional<long long> parse_integer(std::string_view text) {
  text = without_plus(text);
  long long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<double> parse_number(std::string_view text) {
  text = without_plus(text);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || text.empty()) return std::nullopt;
  if (error == std::errc::result_out_of_range) return small_number(text);
  if (error != std::errc{}) return std::nullopt;
  return value;
}

namespace {

/// Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours, each at cost 1.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
      }
    }
  }
  return cost[a.size()][b.size()];
}

}  // namespace

std::optional<double> parse_size(std::string_view text) {
  const std::size_t end = text.find_first_not_of("0123456789.");
  if (end == std::string_view::npos) return std::nullopt;
  const auto number = parse_number(text.substr(0, end));
  std::string_view unit = trimmed(text.substr(end));
  const std::size_t power = std::string_view("KMGT").find(unit.empty() ? '?' : unit.front());
  if (!number || power == std::string_view::npos) return std::nullopt;
  unit.remove_prefix(1);
  if (!unit.empty() && unit != "B" && unit != "iB") return std::nullopt;
  return *number * std::pow(1024.0, static_cast<double>(power + 1));
}

std::optional<double> parse_duration(std::string_view text) {
  constexpr double ten_years = 10 * 366 * 24 * 3600.0;
  double seconds = 0;
  for (std::string_view units = "hms"; !text.empty();) {  // each at most once, the larger ones first
    const std::size_t end = text.find_first_not_of("0123456789.");
    if (end == std::string_view::npos) return std::nullopt;
    const auto number = parse_number(text.substr(0, end));
    const std::size_t unit = units.find(text[end]);
    if (!number || unit == std::string_view::npos) return std::nullopt;
    seconds += *number * (text[end] == 'h' ? 3600 : text[end] == 'm' ? 60 : 1);
    units.remove_prefix(unit + 1);
    text.remove_prefix(end + 1);
  }
  return seconds > 0 && seconds <= ten_years ? std::optional(seconds) : std::nullopt;
}

std::optional<std::string> nearest_name(std::string_view name, std::span<const std::string> known) {
  std::size_t best = std::max<std::size_t>(1, name.size() / 3) + 1;
  std::optional<std::string> nearest;
  for (const std::string& candidate : known) {
    // The distance is at least the difference in length, and a name from a file may be as long as the file.
    const auto [shorter, longer] = std::minmax({name.size(), candidate.size()});
    if (longer - shorter >= best) continue;
    const std::size_t distance = edit_distance(name, candidate);
    if (distance < best && distance < longer) {  // names that share no letter are not near
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string suggestion(std::string_view name, std::span<const std::string> known) {
  const auto nearest = nearest_name(name, known);
  return nearest ? fmt::format(" Did you mean '{}'?", *nearest) : "";
}

std::string format_duration(double seconds) {
  if (seconds < 10) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<long long>(std::llround(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

std::string format_bytes(std::int64_t bytes) {
  if (bytes < 1024) return fmt::format("{} B", bytes);
  double amount = static_cast<double>(bytes) / 1024;
  std::string_view units = "KMGTPE";
  while (amount >= 1024) {
    amount /= 1024;
    units.remove_prefix(1);
  }
  return fmt::format("{:.1f} {}B", amount, units.front());
}

std::string format_exact(float value) { return fmt::format("{}", value); }
std::string format_exact(double value) { return fmt::format("{}", value); }

std::string printable(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0;
    const bool wide_control = c == 0xc2 && next >= 0x80 && next < 0xa0;  // U+0080 … U+009F, in UTF-8
    if (wide_control) {
      shown += fmt::format("\\x{:02x}", next);
      ++i;
    } else if ((c < 0x20 && c != '\n' && c != '\t') || c == 0x7f) {
      shown += fmt::format("\\x{:02x}", c);
    } else {
      shown += text[i];
    }
  }
  return shown;
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string shown(trimmed(text).substr(0, longest));
  for (char& c : shown) {
    if (c < ' ' || c > '~') c = '?';
  }
  return fmt::format("'{}{}'", shown, trimmed(text).size() > longest ? "…" : "");
}

}  // namespace gnnir

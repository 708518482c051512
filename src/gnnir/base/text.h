#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gnnir {

/// Without white space at either end.
std::string_view trimmed(std::string_view text);

/// A to Z for a to z; other bytes stay.
std::string upper_case(std::string_view text);

/// The parts between separators; "a,,b" has three, "" has one (empty).
std::vector<std::string_view> split_text(std::string_view text, char separator);

/// The whole text as a number, or nothing: no sign of success for "12x", " 1" or "".
std::optional<long long> parse_integer(std::string_view text);
/// Accepts what strtod writes, including nan and inf.
std::optional<double> parse_number(std::string_view text);

/// A size with its unit, in bytes: "500M", "2G", "1.5 GB", "2GiB"; units are powers of 1024.
std::optional<double> parse_size(std::string_view text);
/// 45s, 90m, 2h, 1h30m, 1.5h: seconds, above 0 and at most 10 years. Nothing if it is something else.
std::optional<double> parse_duration(std::string_view text);

/// The known name nearest to `name` by edit distance with swaps, if it is near enough to be a slip of the hand.
std::optional<std::string> nearest_name(std::string_view name, std::span<const std::string> known);

/// " Did you mean 'x'?" or "".
std::string suggestion(std::string_view name, std::span<const std::string> known);

/// Seconds for people: "0.8 s", "42 s", "3 min 20 s", "2 h 5 min".
std::string format_duration(double seconds);

/// Bytes for people: "812 B", "1.2 MB"; units are powers of 1024.
std::string format_bytes(std::int64_t bytes);

/// A piece of a file as it may stand in a message: in quotes, short, printable.
std::string in_quotes(std::string_view text);

/// Control characters (but tabs and ends of lines) as `\x1b`: what comes from a file must not command a terminal.
std::string printable(std::string_view text);

/// The shortest decimal text that reads back as the same float: nothing lost between a file and a model.
std::string format_exact(float value);
std::string format_exact(double value);

}  // namespace gnnir

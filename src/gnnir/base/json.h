#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace gnnir {

/// Keys keep the order in which they were written, so that files read as they were meant.
using Json = nlohmann::ordered_json;

/// Parses JSON with a cap on nesting (deep documents overflow the stack later, in copies and dumps) and without keys
/// that stand twice in an object (the parser would silently keep one) or number more than 10,000. Throws an Error of
/// kind data that begins with `where`.
Json parse_json(std::string_view text, std::string_view where, int max_depth = 64);

/// The value if it is a whole number of at least 0 that fits; the library itself would round 1.5 and wrap -1.
std::optional<std::int64_t> whole_number(const Json& json);

/// Whether JSON and TOML files can hold it.
bool is_utf8(const std::string& text);

/// As text; bytes that are not UTF-8 (a path may hold them) are replaced. indent < 0: on one line.
std::string to_text(const Json& json, int indent = -1);

}  // namespace gnnir

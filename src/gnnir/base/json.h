#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace gnnir {

/// Keys keep the order in which they were written, so that files read as they were meant.
using Json = nlohmann::ordered_json;

/// Parses JSON with a cap on nesting (deep documents overflow the stack later, in copies and dumps).
/// Throws an Error of kind data that begins with `where`.
Json parse_json(std::string_view text, std::string_view where, int max_depth = 64);

}  // namespace gnnir

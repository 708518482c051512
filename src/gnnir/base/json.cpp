#include "gnnir/base/json.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "gnnir/base/error.h"

namespace gnnir {
namespace {

/// An object that keeps the order of its keys is searched from its beginning at each new one: time goes by the square.
constexpr std::size_t max_keys = 10'000;

/// The library's message without the names of its exceptions, and without "line 1" of a text that is one line.
std::string reason_of(const Json::exception& error, bool one_line) {
  std::string text = error.what();
  if (text.starts_with('[')) text.erase(0, std::min(text.size(), text.find("] ") + 2));
  const std::string_view first_line = "parse error at line 1, ";
  if (one_line && text.starts_with(first_line)) text.erase(0, first_line.size());
  return text;
}

}  // namespace

Json parse_json(std::string_view text, std::string_view where, int max_depth) {
  std::vector<std::set<std::string>> keys;  // of the objects that are open
  const auto check = [&](int depth, Json::parse_event_t event, Json& value) {
    if (depth > max_depth) throw data_error("{}: JSON nested deeper than {} levels", where, max_depth);
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event != Json::parse_event_t::key) return true;
    if (!keys.back().insert(value.get<std::string>()).second) {
      throw data_error("{}: the key {} stands twice in one object", where, value.dump());
    }
    if (keys.back().size() > max_keys) throw data_error("{}: a JSON object of more than {} keys", where, max_keys);
    return true;
  };
  try {
    return Json::parse(text, check);
  } catch (const Json::exception& error) {
    throw data_error("{}: not valid JSON: {}", where, reason_of(error, text.find('\n') == std::string_view::npos));
  }
}

std::optional<std::int64_t> whole_number(const Json& json) {
  if (!json.is_number_integer()) return std::nullopt;
  const auto number = json.get<std::int64_t>();  // a larger unsigned one wraps to below 0
  return number < 0 ? std::nullopt : std::optional(number);
}

bool is_utf8(const std::string& text) {
  try {
    return !Json(text).dump().empty();  // the library throws on anything else
  } catch (const Json::exception&) {
    return false;
  }
}

std::string to_text(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace gnnir

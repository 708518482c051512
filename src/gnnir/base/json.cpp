#include "gnnir/base/json.h"

#include <set>
#include <vector>

#include "gnnir/base/error.h"

namespace gnnir {

Json parse_json(std::string_view text, std::string_view where, int max_depth) {
  std::vector<std::set<std::string>> keys;  // of the objects that are open
  const auto check = [&](int depth, Json::parse_event_t event, Json& value) {
    if (depth > max_depth) throw data_error("{}: JSON nested deeper than {} levels", where, max_depth);
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event == Json::parse_event_t::key && !keys.back().insert(value.get<std::string>()).second) {
      throw data_error("{}: the key {} stands twice in one object", where, value.dump());
    }
    return true;
  };
  try {
    return Json::parse(text, check);
  } catch (const Json::exception& error) {
    throw data_error("{}: not valid JSON: {}", where, error.what());
  }
}

std::string to_text(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace gnnir

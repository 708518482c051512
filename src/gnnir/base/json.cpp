#include "gnnir/base/json.h"

#include "gnnir/base/error.h"

namespace gnnir {

Json parse_json(std::string_view text, std::string_view where, int max_depth) {
  const auto within_depth = [&](int depth, Json::parse_event_t, Json&) {
    if (depth > max_depth) throw data_error("{}: JSON nested deeper than {} levels", where, max_depth);
    return true;
  };
  try {
    return Json::parse(text, within_depth);
  } catch (const Json::exception& error) {
    throw data_error("{}: not valid JSON: {}", where, error.what());
  }
}

}  // namespace gnnir

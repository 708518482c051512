#include "gnnir/data/source/json_fields.h"

#include <algorithm>
#include <cmath>

#include "gnnir/base/text.h"

namespace gnnir {

JsonFields::JsonFields(const Place& place, const Json& json, const std::vector<std::string>& known)
    : place_(place), json_(json) {
  if (!json.is_object()) throw place.error("expected a JSON object, found {}", shown(json));
  for (const auto& [key, value] : json.items()) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    throw place.error("unknown key {}.{} Known are: {}", in_quotes(key), suggestion(key, known),
                      fmt::join(known, ", "));
  }
}

std::string JsonFields::shown(const Json& json) { return in_quotes(to_text(json)); }

const Json* JsonFields::member(const char* key) const {
  const auto found = json_.find(key);
  return found == json_.end() ? nullptr : &*found;
}

const Json* JsonFields::find(const char* key) const {
  const Json* found = member(key);
  return found == nullptr || found->is_null() ? nullptr : found;
}

const Json* JsonFields::list(const char* key) const {
  const Json* json = find(key);
  if (json != nullptr && !json->is_array()) throw place_.error("{}: expected a list, found {}", key, shown(*json));
  return json;
}

std::vector<std::int64_t> JsonFields::integers(const char* key) const {
  std::vector<std::int64_t> result;
  const Json* json = list(key);
  if (json == nullptr) return result;
  result.reserve(json->size());
  for (const Json& element : *json) {
    const bool fits = element.is_number_integer() && !(element.is_number_unsigned() && element.get<std::int64_t>() < 0);
    if (!fits) throw place_.error("{}[{}]: expected an integer, found {}", key, result.size(), shown(element));
    result.push_back(element.get<std::int64_t>());
  }
  return result;
}

JsonFields::Rows JsonFields::rows(const char* key) const {
  Rows result;
  const Json* json = list(key);
  if (json == nullptr) return result;
  for (const Json& row : *json) {
    if (!row.is_array()) {
      throw place_.error("{}[{}]: expected a list of numbers, found {}", key, result.rows, shown(row));
    }
    if (result.rows == 0) result.columns = row.size();
    if (row.size() != result.columns) {
      throw place_.error("{}[{}]: expected {} numbers, found {}", key, result.rows, result.columns, row.size());
    }
    for (const Json& element : row) {
      const float value = element.is_number() ? static_cast<float>(element.get<double>()) : NAN;
      if (!std::isfinite(value)) {
        throw place_.error("{}[{}]: expected a finite number of single precision, found {}", key, result.rows,
                           shown(element));
      }
      result.values.push_back(value);
    }
    ++result.rows;
  }
  return result;
}

}  // namespace gnnir

#pragma once

#include <string>

#include "gnnir/base/error.h"
#include "gnnir/base/json.h"
#include "gnnir/base/text.h"

namespace gnnir {

/// A whole number of at least 0 that a file of ours holds under `key`; an Error of kind data that begins with `where`
/// if it is something else.
inline std::int64_t stored_count(const Json& number, const char* key, const std::string& where) {
  const auto value = whole_number(number);
  if (value) return *value;
  throw data_error("{}: '{}': expected a whole number of at least 0, found {}", where, key, in_quotes(number.dump()));
}

/// The list that a file of ours holds under `key`; likewise. (The library would walk over anything: a number is a list
/// of itself to it.)
inline const Json& stored_list(const Json& json, const char* key, const std::string& where) {
  const Json& value = json.at(key);
  if (!value.is_array()) throw data_error("{}: '{}': expected a list, found {}", where, key, value.type_name());
  return value;
}

}  // namespace gnnir

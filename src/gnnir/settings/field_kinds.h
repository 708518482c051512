#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "gnnir/base/error.h"
#include "gnnir/base/text.h"
#include "gnnir/settings/catalog.h"
#include "gnnir/settings/config.h"

namespace gnnir::fields {

// The kinds of fields that a configuration can have: how each reads its value from text, checks and writes it.

/// Where the value is kept.
template <typename T>
using Access = T& (*)(RunConfig&);

/// What a field is called; the rest follows from its type.
struct Name {
  const char* section;
  const char* key;
  const char* flags;
  const char* help;
};

/// A field with its names, and nothing to get or set yet.
ConfigField start(const Name& name, std::string type);

/// Reading through an accessor of a mutable reference; nothing is changed.
template <typename T>
const T& read(Access<T> access, const RunConfig& config) {
  return access(const_cast<RunConfig&>(config));
}

/// "…" as TOML writes it.
std::string toml_string(std::string_view text);

/// A whole number.
template <typename Int>
ConfigField integer(const Name& name, Access<Int> access, long long least, long long most = 1'000'000'000) {
  ConfigField field = start(name, "integer");
  field.get = [access](const RunConfig& config) { return fmt::format("{}", read(access, config)); };
  field.set = [access, least, most](RunConfig& config, std::string_view text, std::string_view where) {
    const auto value = parse_integer(text);
    if (!value) throw usage_error("{}: expected a whole number, found '{}'", where, text);
    if (*value < least) throw usage_error("{}: expected at least {}, found {}", where, least, *value);
    if (*value > most) throw usage_error("{}: expected at most {}, found {}", where, most, *value);
    access(config) = static_cast<Int>(*value);
  };
  return field;
}

struct Range {
  double least;
  double most = std::numeric_limits<double>::infinity();
  bool open = false;  ///< the ends do not belong to it
};

ConfigField number(const Name& name, Access<double> access, Range range);
ConfigField text(const Name& name, Access<std::string> access);
/// A list of texts; as text it is a JSON array, which is what TOML writes too.
ConfigField texts(const Name& name, Access<std::vector<std::string>> access);
ConfigField yes_or_no(const Name& name, Access<bool> access);

/// One of an enumeration's names.
template <typename E>
ConfigField choice(const Name& name, Access<E> access) {
  ConfigField field = start(name, "");
  field.choices = names_of<E>();
  field.get = [access](const RunConfig& config) { return toml_string(name_of(read(access, config))); };
  field.set = [access](RunConfig& config, std::string_view value, std::string_view where) {
    access(config) = parse_enum<E>(value, where);
  };
  return field;
}

/// One of the names that a function knows, now or later.
ConfigField name(const Name& name, Access<std::string> access, std::vector<std::string> (*names)());

/// An option that a convolution or a model brings itself.
ConfigField own(const OwnedOption& owned);

/// A field that is read only where a choice is one of some; its help says so first.
template <typename E>
ConfigField only_where(const char* key, Access<E> access, const std::vector<E>& values, ConfigField field) {
  std::vector<std::string> names;
  for (const E value : values) names.emplace_back(name_of(value));
  const std::string where = fmt::format("{} = {}", key, fmt::join(names, " or "));
  field.help = where + ": " + field.help;
  field.unread = [=](const RunConfig& config) {
    const bool is_read = std::find(values.begin(), values.end(), read(access, config)) != values.end();
    return is_read ? "" : "it is for " + where;
  };
  return field;
}

/// A field that is not read where `unread` holds, and why.
ConfigField except_where(bool (*unread)(const RunConfig&), const char* why, ConfigField field);

}  // namespace gnnir::fields

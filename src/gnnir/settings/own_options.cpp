#include "gnnir/settings/own_options.h"

#include <fmt/format.h>

#include <algorithm>

#include "gnnir/base/error.h"
#include "gnnir/base/text.h"

namespace gnnir {

OwnOption OwnOption::integer(std::string key, std::string help, std::int64_t fallback, std::int64_t least,
                             std::int64_t most) {
  return {std::move(key),
          std::move(help),
          Type::integer,
          fmt::format("{}", fallback),
          static_cast<double>(least),
          static_cast<double>(most),
          {}};
}

OwnOption OwnOption::number(std::string key, std::string help, double fallback, double least, double most) {
  return {std::move(key), std::move(help), Type::number, format_exact(fallback), least, most, {}};
}

OwnOption OwnOption::yes_or_no(std::string key, std::string help, bool fallback) {
  return {std::move(key), std::move(help), Type::yes_or_no, fallback ? "true" : "false", 0, 0, {"true", "false"}};
}

OwnOption OwnOption::choice(std::string key, std::string help, std::vector<std::string> choices) {
  std::string fallback = choices.front();
  return {std::move(key), std::move(help), Type::choice, std::move(fallback), 0, 0, std::move(choices)};
}

const std::string& OwnOption::text(const OwnOptions& options) const {
  const auto found = options.find(key);
  return found == options.end() ? fallback : found->second;
}

std::int64_t OwnOption::as_integer(const OwnOptions& options) const { return parse_integer(text(options)).value_or(0); }

double OwnOption::as_number(const OwnOptions& options) const { return parse_number(text(options)).value_or(0); }

void OwnOption::set(OwnOptions& options, std::string_view value, std::string_view where) const {
  std::string kept(value);
  if (!choices.empty()) {
    if (std::find(choices.begin(), choices.end(), kept) == choices.end()) {
      throw usage_error("{}: expected one of {}, found '{}'.{}", where, fmt::join(choices, ", "), value,
                        suggestion(kept, choices));
    }
  } else {
    const bool whole = type == Type::integer;
    const auto integer = parse_integer(value);
    const auto number = whole && !integer ? std::nullopt : parse_number(value);
    if (!number) {
      throw usage_error("{}: expected a {}, found '{}'", where, whole ? "whole number" : "number", value);
    }
    if (!(*number >= least)) throw usage_error("{}: expected at least {}, found {}", where, least, value);
    if (!(*number <= most)) throw usage_error("{}: expected at most {}, found {}", where, most, value);
    kept = whole ? fmt::format("{}", integer.value_or(0)) : format_exact(*number);
  }
  if (kept == fallback) {
    options.erase(key);
  } else {
    options[key] = kept;
  }
}

}  // namespace gnnir

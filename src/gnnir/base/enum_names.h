#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gnnir/base/error.h"
#include "gnnir/base/text.h"

namespace gnnir {

/// The names of an enumeration's values as people type them. Specialise beside the enum:
///   template <> struct EnumNames<Merge> {
///     static constexpr std::array table = {std::pair{"max", Merge::max}, std::pair{"sum", Merge::sum}};
///   };
template <typename E>
struct EnumNames;

template <typename E>
std::vector<std::string> names_of() {
  std::vector<std::string> names;
  for (const auto& [name, value] : EnumNames<E>::table) names.emplace_back(name);
  return names;
}

template <typename E>
std::string name_of(E wanted) {
  for (const auto& [name, value] : EnumNames<E>::table) {
    if (value == wanted) return name;
  }
  throw internal_error("[enum] value {} has no name", static_cast<int>(wanted));
}

/// `what` begins the error message: "model.merge".
template <typename E>
E parse_enum(std::string_view text, std::string_view what) {
  for (const auto& [name, value] : EnumNames<E>::table) {
    if (text == name) return value;
  }
  const std::vector<std::string> known = names_of<E>();
  throw usage_error("{}: expected one of {}, found '{}'.{}", what, fmt::join(known, ", "), text,
                    suggestion(text, known));
}

}  // namespace gnnir

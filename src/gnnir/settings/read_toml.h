#pragma once

#include <string>
#include <string_view>

#define TOML_EXCEPTIONS 1
#include <toml++/toml.h>

#include "gnnir/base/error.h"

namespace gnnir {

/// Text that a person or we have written, as a table; an Error of kind usage that begins with `name:line`.
inline toml::table read_toml(std::string_view text, const std::string& name) {
  // The parser nests tables as deep as a dotted key has parts and takes them apart by recursion: of a longer text that
  // could overflow the stack.
  constexpr std::size_t max_bytes = 64 << 10;
  if (text.size() > max_bytes) {
    throw usage_error("{}: expected a configuration of at most {} bytes, found {}", name, max_bytes, text.size());
  }
  try {
    return toml::parse(text, name);
  } catch (const toml::parse_error& error) {
    throw usage_error("{}:{}: not valid TOML: {}", name, error.source().begin.line, error.description());
  }
}

/// `space.toml:3`
inline std::string place_of(const std::string& name, const toml::node& node) {
  return fmt::format("{}:{}", name, node.source().begin.line);
}

}  // namespace gnnir

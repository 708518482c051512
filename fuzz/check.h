#pragma once

#include <optional>
#include <stdexcept>

#include "gnnir/base/error.h"

namespace gnnir {

/// What a reader makes of an input, or nothing if it refuses it with an Error that blames the input. An internal Error
/// and any other exception is a finding.
template <typename Read>
auto accepted(Read read) -> std::optional<decltype(read())> {
  try {
    return read();
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::internal) throw;
    return std::nullopt;
  }
}

/// What must hold for everything that a reader accepts.
inline void require(bool holds, const char* what) {
  if (!holds) throw std::logic_error(what);
}

}  // namespace gnnir

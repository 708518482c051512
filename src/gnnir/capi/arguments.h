#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "gnnir/base/error.h"

namespace gnnir::capi {

/// An Error of kind usage if it is null.
template <typename T>
T& given(T* pointer, const char* what) {
  if (pointer == nullptr) throw usage_error("[c] {}: expected a pointer, found null", what);
  return *pointer;
}

inline void require_number(const char* what, std::int64_t found, std::int64_t least, std::int64_t most) {
  if (found < least || found > most) throw usage_error("[c] {}: expected {} to {}, found {}", what, least, most, found);
}

/// A struct of the caller's, who may know fewer fields than we do, or more: those must be 0.
template <typename T>
T read_struct(const T* from, const char* what) {
  constexpr std::size_t first_version = sizeof(T);  // once fields are added: the size without them
  constexpr std::size_t most = 4096;
  std::size_t size = 0;
  std::memcpy(&size, &given(from, what).struct_size, sizeof size);
  if (size < first_version || size > most) {
    throw usage_error("[c] {}: expected struct_size = {}, its sizeof, found {}", what, sizeof(T), size);
  }
  const auto* bytes = reinterpret_cast<const unsigned char*>(from);
  for (std::size_t i = sizeof(T); i < size; ++i) {
    if (bytes[i] != 0) throw usage_error("[c] {}: it has fields that this libgnnir does not know", what);
  }
  T known{};
  std::memcpy(&known, from, size < sizeof(T) ? size : sizeof(T));
  return known;
}

/// An array to write to, or null if it is not wanted.
template <typename T>
T* room(T* array, std::int64_t size, std::int64_t needed, const char* what) {
  if (array != nullptr && size < needed) {
    throw usage_error("[c] {}: expected room for at least {} numbers, found {}", what, needed, size);
  }
  return array;
}

}  // namespace gnnir::capi

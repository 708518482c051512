#pragma once

#include <cstdint>
#include <vector>

namespace gnnir::kernels {

/// Memory of this thread that grows to the largest need and is then reused: no allocation once warm. One piece per Use,
/// valid until the same Use asks for more.
template <typename Use>
float* scratch(std::int64_t size) {
  thread_local std::vector<float> buffer;
  if (static_cast<std::int64_t>(buffer.size()) < size) buffer.resize(static_cast<std::size_t>(size));
  return buffer.data();
}

}  // namespace gnnir::kernels

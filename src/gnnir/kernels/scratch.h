#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

namespace gnnir::kernels {

/// Bytes of scratch memory in all threads now.
inline std::atomic<std::int64_t> scratch_bytes = 0;

/// Memory that grows to the largest need, and is counted.
class ScratchBuffer {
 public:
  ScratchBuffer() = default;
  ~ScratchBuffer() { scratch_bytes -= bytes(); }
  ScratchBuffer(const ScratchBuffer&) = delete;
  ScratchBuffer& operator=(const ScratchBuffer&) = delete;

  float* at_least(std::int64_t size) {
    if (static_cast<std::int64_t>(numbers_.size()) < size) {
      scratch_bytes -= bytes();
      numbers_.resize(static_cast<std::size_t>(size));
      scratch_bytes += bytes();
    }
    return numbers_.data();
  }

 private:
  [[nodiscard]] std::int64_t bytes() const { return static_cast<std::int64_t>(numbers_.capacity() * sizeof(float)); }
  std::vector<float> numbers_;
};

/// Memory of this thread that is reused: no allocation once warm. One piece per Use, valid until the same Use asks for
/// more.
template <typename Use>
float* scratch(std::int64_t size) {
  thread_local ScratchBuffer buffer;
  return buffer.at_least(size);
}

}  // namespace gnnir::kernels

#pragma once

#include <lzma.h>
#include <zlib.h>

#include <stdexcept>
#include <string>

namespace gnnir::testing {

inline std::string repeated(const std::string& text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

/// As gzip writes it.
inline std::string gzipped(const std::string& text) {
  z_stream state{};
  deflateInit2(&state, Z_BEST_COMPRESSION, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&state, text.size()) + 64, '\0');
  state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  state.avail_in = static_cast<uInt>(text.size());
  state.next_out = reinterpret_cast<Bytef*>(packed.data());
  state.avail_out = static_cast<uInt>(packed.size());
  if (deflate(&state, Z_FINISH) != Z_STREAM_END) throw std::runtime_error("gzip failed");
  packed.resize(state.total_out);
  deflateEnd(&state);
  return packed;
}

/// As xz writes it; level 9 needs 64 MB to unpack.
inline std::string xzipped(const std::string& text, std::uint32_t level = 1) {
  std::string packed(lzma_stream_buffer_bound(text.size()), '\0');
  std::size_t size = 0;
  if (lzma_easy_buffer_encode(level, LZMA_CHECK_CRC64, nullptr, reinterpret_cast<const std::uint8_t*>(text.data()),
                              text.size(), reinterpret_cast<std::uint8_t*>(packed.data()), &size,
                              packed.size()) != LZMA_OK) {
    throw std::runtime_error("xz failed");
  }
  packed.resize(size);
  return packed;
}

}  // namespace gnnir::testing

#include "gnnir/data/source/compressed.h"

#include <lzma.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "gnnir/base/error.h"

namespace gnnir {
namespace {

/// What has been unpacked so far. It grows with the bytes that arrive, within the limits.
class Output {
 public:
  Output(std::size_t packed, const std::string& description, const ArchiveLimits& limits)
      : packed_(packed), description_(description), limits_(limits) {}

  [[nodiscard]] unsigned char* buffer() { return reinterpret_cast<unsigned char*>(buffer_.data()); }
  [[nodiscard]] std::size_t buffer_size() const { return buffer_.size(); }
  void take(std::size_t size) {
    if (text_.size() + size > limits_.max_bytes) throw fail("unpacks to more than {} bytes", limits_.max_bytes);
    if (text_.size() + size > limits_.max_ratio * packed_)
      throw fail("unpacks to over {} times its size", limits_.max_ratio);
    text_.append(buffer_.data(), size);
  }
  std::string text() { return std::move(text_); }

  template <typename... Args>
  Error fail(fmt::format_string<Args...> format, Args&&... args) const {
    return data_error("[archive] {}: {}", description_, fmt::format(format, std::forward<Args>(args)...));
  }

 private:
  std::size_t packed_;
  const std::string& description_;
  const ArchiveLimits& limits_;
  std::array<char, 1 << 16> buffer_;
  std::string text_;
};

/// zlib's decoder, which closes itself.
struct GzipStream {
  z_stream state{};
  GzipStream() {
    constexpr int gzip_of_any_window = 16 + MAX_WBITS;
    if (inflateInit2(&state, gzip_of_any_window) != Z_OK) throw internal_error("[archive] out of memory");
  }
  ~GzipStream() { inflateEnd(&state); }
  GzipStream(const GzipStream&) = delete;
  GzipStream& operator=(const GzipStream&) = delete;
};

void unpack_gzip(std::string_view bytes, Output& output) {
  GzipStream stream;
  z_stream& state = stream.state;
  bool between_members = false;  // a file may consist of several
  bool more_to_come = false;     // the last call filled the buffer
  while (true) {
    if (state.avail_in == 0) {
      const std::size_t size = std::min<std::size_t>(bytes.size(), std::numeric_limits<uInt>::max());
      state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
      state.avail_in = static_cast<uInt>(size);
      bytes.remove_prefix(size);
    }
    if (state.avail_in == 0 && !more_to_come) {
      if (between_members) return;
      throw output.fail("the compressed file ends too early");
    }
    state.next_out = output.buffer();
    state.avail_out = static_cast<uInt>(output.buffer_size());
    const int status = inflate(&state, Z_NO_FLUSH);
    if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) {
      throw output.fail("damaged gzip data: {}", state.msg != nullptr ? state.msg : "no reason given");
    }
    output.take(output.buffer_size() - state.avail_out);
    between_members = status == Z_STREAM_END;
    more_to_come = state.avail_out == 0 && !between_members;
    if (between_members) inflateReset(&state);
  }
}

/// liblzma's decoder, likewise.
struct XzStream {
  lzma_stream state = LZMA_STREAM_INIT;
  explicit XzStream(std::uint64_t max_memory) {
    if (lzma_stream_decoder(&state, max_memory, LZMA_CONCATENATED) != LZMA_OK) {
      throw internal_error("[archive] out of memory");
    }
  }
  ~XzStream() { lzma_end(&state); }
  XzStream(const XzStream&) = delete;
  XzStream& operator=(const XzStream&) = delete;
};

void unpack_xz(std::string_view bytes, std::uint64_t max_memory, Output& output) {
  XzStream stream(max_memory);
  lzma_stream& state = stream.state;
  state.next_in = reinterpret_cast<const std::uint8_t*>(bytes.data());
  state.avail_in = bytes.size();
  while (true) {
    state.next_out = output.buffer();
    state.avail_out = output.buffer_size();
    const lzma_ret status = lzma_code(&state, LZMA_FINISH);
    if (status == LZMA_MEMLIMIT_ERROR) {
      throw output.fail("needs {} bytes of memory to unpack, of which {} are allowed: compress it with xz -6",
                        lzma_memusage(&state), max_memory);
    }
    if (status == LZMA_BUF_ERROR) throw output.fail("the compressed file ends too early");
    if (status != LZMA_OK && status != LZMA_STREAM_END) throw output.fail("damaged xz data");
    output.take(output.buffer_size() - state.avail_out);
    if (status == LZMA_STREAM_END) return;
  }
}

}  // namespace

Compression compression_of(std::string_view bytes) {
  constexpr std::string_view gzip_magic = "\x1f\x8b";
  constexpr std::string_view xz_magic(
      "\xfd"
      "7zXZ\0",
      6);
  if (bytes.starts_with(gzip_magic)) return Compression::gzip;
  return bytes.starts_with(xz_magic) ? Compression::xz : Compression::none;
}

std::string decompress(std::string_view bytes, const std::string& description, const ArchiveLimits& limits) {
  Output output(bytes.size(), description, limits);
  switch (compression_of(bytes)) {
    case Compression::gzip:
      unpack_gzip(bytes, output);
      break;
    case Compression::xz:
      unpack_xz(bytes, limits.max_decoder_memory, output);
      break;
    case Compression::none:
      throw output.fail("expected a file compressed by gzip or xz");
  }
  return output.text();
}

}  // namespace gnnir

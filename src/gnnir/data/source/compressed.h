#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace gnnir {

/// Caps on what an archive or a compressed file may unpack to, so that a small file cannot fill the memory.
struct ArchiveLimits {
  std::uint64_t max_bytes = 4ull << 30;  ///< of all entries together
  std::uint64_t max_ratio = 1000;        ///< unpacked bytes to archive bytes
  std::size_t max_entries = 100'000;
  std::uint64_t max_decoder_memory = 512ull << 20;  ///< xz: for its dictionary, whose size a header claims
};

enum class Compression { none, gzip, xz };

/// By the first bytes.
Compression compression_of(std::string_view bytes);

/// The content of a file compressed by gzip or xz, after a check of its checksums. An Error of kind data, which calls
/// the file `description`, if it is damaged, goes on after its end or is over the limits.
std::string decompress(std::string_view bytes, const std::string& description, const ArchiveLimits& limits = {});

}  // namespace gnnir

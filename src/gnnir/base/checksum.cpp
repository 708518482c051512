#include "gnnir/base/checksum.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <new>

namespace gnnir {

Checksum::Checksum() : state_(XXH3_createState()) {
  if (!state_) throw std::bad_alloc();
  XXH3_64bits_reset(state_.get());
}

void Checksum::Free::operator()(XXH3_state_s* state) const { XXH3_freeState(state); }

void Checksum::add(std::string_view bytes) { XXH3_64bits_update(state_.get(), bytes.data(), bytes.size()); }

std::string Checksum::hex() const { return fmt::format("{:016x}", XXH3_64bits_digest(state_.get())); }

std::string checksum_of(std::string_view bytes) {
  return fmt::format("{:016x}", XXH3_64bits(bytes.data(), bytes.size()));
}

Digest digest_of(std::span<const std::int64_t> numbers) {
  const XXH128_hash_t hash = XXH3_128bits(numbers.data(), numbers.size_bytes());
  return {hash.high64, hash.low64};
}

}  // namespace gnnir

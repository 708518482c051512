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

}  // namespace gnnir

#include "gnnir/kernels/row_colours.h"

#include <xxhash.h>

#include <bit>

namespace gnnir::kernels {
namespace {

/// Every bit of x changes about half of the result's (xmxmx, J. Maiga).
constexpr std::uint64_t mixed(std::uint64_t x) {
  x ^= x >> 32;
  x *= 0xe9846af9b1a615d;
  x ^= x >> 32;
  x *= 0xe9846af9b1a615d;
  x ^= x >> 28;
  return x;
}

// Odd numbers without a pattern; the halves of a colour go by different ones.
constexpr std::uint64_t by_edge[2] = {0x9e3779b97f4a7c15, 0xc2b2ae3d27d4eb4f};
constexpr std::uint64_t by_source[2] = {0xd6e8feb86659fd93, 0xff51afd7ed558ccd};
constexpr std::uint64_t by_self[2] = {0xc4ceb9fe1a85ec53, 0xbf58476d1ce4e5b9};
constexpr std::uint64_t by_messages[2] = {0x94d049bb133111eb, 0xa0761d6478bd642f};

}  // namespace

RowColour operator+(RowColour a, RowColour b) { return {a.low + b.low, a.high + b.high}; }

RowColour message_colour(RowColour source, RowColour edge) {
  return {mixed(source.low * by_source[0] + mixed(edge.low + by_edge[0])),
          mixed(source.high * by_source[1] + mixed(edge.high + by_edge[1]))};
}

RowColour next_colour(RowColour self, RowColour messages) {
  return {mixed(self.low * by_self[0] + mixed(messages.low + by_messages[0])),
          mixed(self.high * by_self[1] + mixed(messages.high + by_messages[1]))};
}

std::vector<RowColour> colours_of(std::span<const FeatureColumn> columns, std::int64_t rows) {
  std::vector<RowColour> colours(static_cast<std::size_t>(rows));
  for (const FeatureColumn& column : columns) {
    const auto* place = static_cast<const std::byte*>(column.bytes);
    for (RowColour& colour : colours) {
      const XXH128_hash_t hash = XXH3_128bits_withSeed(place, column.width, colour.low);
      colour = next_colour(colour, {hash.low64, hash.high64});
      place += column.width;
    }
  }
  return colours;
}

ColourNumbers::ColourNumbers(std::size_t most) : slots_(std::bit_ceil(2 * most + 1)), mask_(slots_.size() - 1) {}

std::int32_t ColourNumbers::number(RowColour colour, std::int32_t next) {
  for (std::size_t i = colour.low & mask_;; i = (i + 1) & mask_) {
    Slot& slot = slots_[i];
    if (slot.round != round_) {
      slot = {colour, next, round_};
      return next;
    }
    if (slot.colour == colour) return slot.number;
  }
}

}  // namespace gnnir::kernels

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gnnir::kernels {

/// 128 bits that stand for everything a row is computed from: rows of one colour are equal. That two others get the
/// same by chance is one in 2^80 for a million rows.
struct RowColour {
  std::uint64_t low = 0, high = 0;
  bool operator==(const RowColour&) const = default;
};

/// A column of features: as many bytes for each row.
struct FeatureColumn {
  const void* bytes;
  std::size_t width;
};

/// The colour of each row of features: [rows]. Equal bytes, equal colours.
std::vector<RowColour> colours_of(std::span<const FeatureColumn> columns, std::int64_t rows);

/// What comes in from a row by an edge. Colours of what comes into a row are added up, so their order does not matter.
RowColour message_colour(RowColour source, RowColour edge);
RowColour operator+(RowColour a, RowColour b);

/// The colour of a row after a step. messages: the sum of what came in
RowColour next_colour(RowColour self, RowColour messages);

/// Numbers colours in the order in which they come.
class ColourNumbers {
 public:
  /// For at most so many different colours.
  explicit ColourNumbers(std::size_t most);
  /// The number of a colour; a new one gets `next`.
  std::int32_t number(RowColour colour, std::int32_t next);
  /// Forgets all colours.
  void clear() { ++round_; }

 private:
  struct Slot {
    RowColour colour;
    std::int32_t number = 0;
    std::uint32_t round = 0;  // a slot of another round is free
  };
  std::vector<Slot> slots_;
  std::size_t mask_;
  std::uint32_t round_ = 1;
};

}  // namespace gnnir::kernels

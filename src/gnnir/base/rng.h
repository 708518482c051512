#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>

namespace gnnir {

/// What a random number is for. Streams of different purposes never overlap, so that drawing more of one
/// kind never changes another.
enum class Purpose : std::uint32_t {
  weights = 1,
  shuffle = 2,
  split = 3,
  relabel = 4,
  ties = 5,
  random_selector = 6,
  generator = 7,
  test = 8,
  dropout = 9,
  search = 10,
  explanation = 11,
  drawing = 12,
};

/// A counter-based generator (Philox4x32-10): the stream is a pure function of (seed, purpose, epoch, index),
/// so resuming, re-batching and re-threading change nothing.
///   Rng rng(seed, Purpose::shuffle, epoch);
///   rng.shuffle(std::span(order));
class Rng {
 public:
  Rng(std::uint64_t seed, Purpose purpose, std::uint64_t epoch = 0, std::uint64_t index = 0);

  std::uint32_t bits();
  std::uint64_t bits64();
  /// Uniform on 0..bound-1, without bias; bound ≥ 1.
  std::uint64_t below(std::uint64_t bound);
  /// Uniform on [0, 1) with 53 random bits.
  double uniform();
  /// Standard normal (Box–Muller).
  double normal();

  template <typename T>
  void shuffle(std::span<T> items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  void refill();

  std::array<std::uint32_t, 2> key_;
  std::array<std::uint32_t, 4> counter_;
  std::array<std::uint32_t, 4> block_{};
  unsigned next_ = 4;
};

}  // namespace gnnir

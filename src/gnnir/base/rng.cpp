#include "gnnir/base/rng.h"

#include <cmath>
#include <numbers>

namespace gnnir {
namespace {

/// One bijective mix of 64 bits (the finaliser of splitmix64): folds the words of a stream's name into a key.
std::uint64_t mix(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15ull;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
  return x ^ (x >> 31);
}

}  // namespace

Rng::Rng(std::uint64_t seed, Purpose purpose, std::uint64_t epoch, std::uint64_t index) {
  const std::uint64_t key = mix(mix(seed) + static_cast<std::uint64_t>(purpose));
  const std::uint64_t stream = mix(mix(epoch) + index);
  key_ = {static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32)};
  // The low half counts blocks, the high half names the stream: 2^66 numbers before two streams could meet.
  counter_ = {0, 0, static_cast<std::uint32_t>(stream), static_cast<std::uint32_t>(stream >> 32)};
}

// Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3", SC 2011: Philox4x32 with ten rounds.
void Rng::refill() {
  std::array<std::uint32_t, 4> x = counter_;
  std::array<std::uint32_t, 2> key = key_;
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53u} * x[0];
    const std::uint64_t b = std::uint64_t{0xCD9E8D57u} * x[2];
    x = {static_cast<std::uint32_t>(b >> 32) ^ x[1] ^ key[0], static_cast<std::uint32_t>(b),
         static_cast<std::uint32_t>(a >> 32) ^ x[3] ^ key[1], static_cast<std::uint32_t>(a)};
    key[0] += 0x9E3779B9u;
    key[1] += 0xBB67AE85u;
  }
  block_ = x;
  next_ = 0;
  if (++counter_[0] == 0) ++counter_[1];
}

std::uint32_t Rng::bits() {
  if (next_ == 4) refill();
  return block_[next_++];
}

std::uint64_t Rng::bits64() {
  const std::uint64_t high = bits();
  return (high << 32) | bits();
}

std::uint64_t Rng::below(std::uint64_t bound) {
  const std::uint64_t rejected = (0 - bound) % bound;  // 2^64 mod bound: what would make low values likelier
  std::uint64_t draw = bits64();
  while (draw < rejected) draw = bits64();
  return draw % bound;
}

double Rng::uniform() { return static_cast<double>(bits64() >> 11) * 0x1.0p-53; }

double Rng::normal() {
  const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
  return radius * std::cos(2.0 * std::numbers::pi * uniform());
}

}  // namespace gnnir

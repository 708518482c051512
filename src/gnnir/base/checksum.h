#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

struct XXH3_state_s;

namespace gnnir {

/// XXH3's 64 bits of what was added, in the order it was added: finds damage, not malice.
class Checksum {
 public:
  Checksum();
  void add(std::string_view bytes);
  /// The number of elements counts too, so that two lists are not the same as one.
  template <typename Number>
  void add(std::span<const Number> numbers) {
    const auto count = static_cast<std::uint64_t>(numbers.size());
    add({reinterpret_cast<const char*>(&count), sizeof count});
    add({reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()});
  }
  /// 16 hexadecimal digits.
  [[nodiscard]] std::string hex() const;

 private:
  struct Free {
    void operator()(XXH3_state_s* state) const;
  };
  std::unique_ptr<XXH3_state_s, Free> state_;
};

std::string checksum_of(std::string_view bytes);

/// XXH3's 128 bits: stands for what it was made of where that would be too long to keep. Two different strings get the
/// same one with a chance of 2^-128.
struct Digest {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  auto operator<=>(const Digest&) const = default;
};
Digest digest_of(std::span<const std::int64_t> numbers);

}  // namespace gnnir

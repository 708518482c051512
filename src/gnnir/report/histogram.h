#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "gnnir/base/json.h"

namespace gnnir {

/// How often values occur, in at most 16 bins of equal width.
///   fmt::print("{}", Histogram::of_integers({{1, 20}, {2, 5}}).text("nodes by degree"));
class Histogram {
 public:
  /// How often each value of at least 0 occurs. Bins without a value are left out.
  static Histogram of_integers(const std::map<std::int64_t, std::int64_t>& counts);
  /// Missing values (NaN) do not count.
  static Histogram of_reals(std::span<const float> values);

  /// A bar per bin under a title; "" if there is no value.
  [[nodiscard]] std::string text(const std::string& title) const;
  /// A list of [first, last, count]; of real numbers a bin ends where the next begins.
  [[nodiscard]] Json json() const;

 private:
  struct Bin {
    double first;
    double last;
    std::int64_t count;
  };
  [[nodiscard]] std::string label(const Bin& bin) const;

  bool integers_ = true;
  std::vector<Bin> bins_;
};

}  // namespace gnnir

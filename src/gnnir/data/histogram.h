#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "gnnir/base/json.h"

namespace gnnir {

/// How often values occur, in at most 16 bins of equal width. As bars: report/histogram_text.h.
///   const Json bins = Histogram::of_integers({{1, 20}, {2, 5}}).json();
class Histogram {
 public:
  struct Bin {
    double first;
    double last;
    std::int64_t count;
  };

  /// How often each value of at least 0 occurs. Bins without a value are left out.
  static Histogram of_integers(const std::map<std::int64_t, std::int64_t>& counts);
  /// Missing values (NaN) do not count.
  static Histogram of_reals(std::span<const float> values);

  /// Ascending; empty if there is no value. Of real numbers a bin ends where the next begins.
  [[nodiscard]] const std::vector<Bin>& bins() const { return bins_; }
  [[nodiscard]] bool has_integers() const { return integers_; }
  /// A list of [first, last, count].
  [[nodiscard]] Json json() const;

 private:
  bool integers_ = true;
  std::vector<Bin> bins_;
};

}  // namespace gnnir

#pragma once

#include <string>
#include <vector>

namespace gnnir {

/// Where numbers lie along a line, and which of them are written beside it.
class Axis {
 public:
  /// From the least to the most of the values that are numbers, at `from` and at `to` of the picture.
  /// logarithmic: all of them are above 0
  Axis(const std::vector<double>& values, double from, double to, bool logarithmic = false);

  [[nodiscard]] double place(double value) const;
  struct Tick {
    double place;
    std::string words;
  };
  /// Round numbers, about so many.
  [[nodiscard]] std::vector<Tick> ticks(int about) const;

 private:
  [[nodiscard]] double scaled(double value) const;

  double least_ = 0;
  double most_ = 1;
  double from_;
  double to_;
  bool logarithmic_;
};

}  // namespace gnnir

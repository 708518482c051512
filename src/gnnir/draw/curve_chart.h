#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gnnir {

/// A chart of curves, drawn in the page; readers switch curves on and off, and see values under the pointer. Where
/// scripts do not run, a plain picture stands in.
struct CurveChart {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<double> x;
  struct Curve {
    std::string name;
    std::vector<double> y;  ///< [x]; NaN: none there
    bool dashed = false;
    bool right_axis = false;
    bool faint = false;  ///< thin and pale: it stands behind others
  };
  std::vector<Curve> curves;
  std::optional<double> marked_x = {};  ///< has a line, with these words
  std::string marked_label = {};
  bool log_y = false;  ///< on the left; values of at most 0 are none
};

/// Long curves are thinned to about 2,000 points, which keep the peaks.
std::string to_html(const CurveChart& chart);

}  // namespace gnnir

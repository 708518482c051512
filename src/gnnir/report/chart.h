#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Small charts as SVG, for pages and for files of their own. Their colours are those of the page where it has any
/// (draw/page.h), so that they follow its dark mode.
namespace gnnir {

/// Dots and lines over two axes of numbers.
struct XyChart {
  enum class Mark { dots, line, dashes };
  struct Series {
    std::string name;  ///< in the legend, if there are several
    Mark mark = Mark::dots;
    std::vector<double> x = {}, y = {};           ///< what is no finite number is left out
    std::vector<std::string> notes = {};          ///< of each point, shown where the pointer rests on it; or empty
    std::vector<double> y_low = {}, y_high = {};  ///< of each point an upright bar; or empty
  };
  std::string title, x_label, y_label;
  std::vector<Series> series;
  std::optional<std::pair<double, double>> x_range = {}, y_range = {};  ///< otherwise as far as the points go
  bool diagonal = false;                                                ///< a faint line where x = y
  std::vector<std::string> x_names = {};  ///< what is called so stands at 0, 1, 2, …, instead of numbers
  double width = 340, height = 290;
};
std::string to_svg(const XyChart& chart);

/// A bar to a line, from 0.
struct BarList {
  struct Bar {
    std::string name;
    double value = 0;
    double spread = 0;       ///< a whisker of so much to either side; 0: none
    std::string text;        ///< behind the bar
    std::size_t series = 1;  ///< which colour, from 1
  };
  std::string title;
  std::vector<Bar> bars;
  double width = 520;
};
std::string to_svg(const BarList& chart);

/// How many values lie between two numbers, upright.
struct BinChart {
  struct Bin {
    double from = 0, to = 0;
    std::int64_t count = 0;
  };
  std::string title, x_label;
  std::string y_label = "graphs";
  std::vector<Bin> bins;
  std::optional<double> mark = {};  ///< an upright line, as at 0
  double width = 340, height = 290;
};
std::string to_svg(const BinChart& chart);

/// Counts in rows and columns, the more the darker, as shares of their row.
struct HeatTable {
  std::string title, row_label, column_label;
  std::vector<std::string> rows, columns;
  std::vector<std::int64_t> counts;  ///< [rows, columns]
};
std::string to_svg(const HeatTable& table);

}  // namespace gnnir

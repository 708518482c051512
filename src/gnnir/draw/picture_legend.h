#pragma once

#include <string>
#include <vector>

namespace gnnir {

/// Lines of text, samples and scales beneath or above a picture, in rows no wider than it.
class PictureRows {
 public:
  PictureRows(double width, double top) : width_(width), y_(top) {}

  void text(const std::string& words, double font_size, std::size_t most_lines, bool faint, bool in_page);
  struct Sample {
    std::string colour;
    std::string name;
    bool line = false;  ///< of edges; else of nodes
  };
  /// At most 12; then how many there are in all.
  void samples(const std::vector<Sample>& samples);
  /// Colours from -range to range.
  void scale(double range, const std::string& name);

  [[nodiscard]] const std::string& svg() const { return svg_; }
  [[nodiscard]] double bottom() const { return y_; }

 private:
  double width_;
  double y_;
  std::string svg_;
};

}  // namespace gnnir

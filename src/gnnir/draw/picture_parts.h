#pragma once

#include <cmath>
#include <string>

#include "gnnir/draw/graph_picture.h"
#include "gnnir/draw/picture_legend.h"

namespace gnnir {

/// An edge as one line, whichever of its directions the graph has.
struct Line {
  NodeId from;  ///< the smaller node
  NodeId to;
  bool forward = false;   ///< from → to is there
  bool backward = false;  ///< to → from is there
  double value = NAN;     ///< the stronger of both
  NodeId colour = -1;
};

/// The lines of a graph, by their ends.
std::vector<Line> lines_of(const Graph& graph, const GraphPicture& picture);

/// The largest magnitude of values, or what the picture says; above 0.
double full_range(const GraphPicture& picture);

/// The words under the pointer.
std::string tip_of(const GraphPicture& picture, std::size_t node);

/// A fill as the picture's values or colours say; "" if they say nothing.
std::string fill_of_node(const GraphPicture& picture, std::size_t node, double range);

/// Some content of a size, between title and legend, as a picture of its own.
struct PictureContent {
  std::string svg;  ///< from (0, 0) on
  double width = 0;
  double height = 0;
  std::string note = {};  ///< beneath
  bool on_white = false;  ///< also in a dark page
};
std::string framed(const Graph& graph, const GraphPicture& picture, const PictureContent& content);

}  // namespace gnnir

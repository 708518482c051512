#pragma once

#include <vector>

#include "gnnir/graph/graph.h"

namespace gnnir {

struct Point {
  double x = 0;
  double y = 0;
  bool operator==(const Point&) const = default;
};

/// Where nodes are drawn. An edge is about 1 long; y grows downwards.
struct GraphLayout {
  std::vector<Point> places;  ///< [num_nodes], all different, from (0, 0) on
  double width = 0;           ///< of the box that holds them
  double height = 0;
};

/// Graphs with more nodes are placed on a grid, in the order of their nodes.
constexpr NodeId most_laid_out = 2000;

/// Distances in the picture are near those in the graph (stress majorization), each component by itself; where a graph
/// has symmetries that a rotation shows, it shows one. Depends on the graph and the order of its nodes alone.
GraphLayout lay_out(const Graph& graph);

}  // namespace gnnir

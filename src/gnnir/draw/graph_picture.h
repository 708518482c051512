#pragma once

#include <span>
#include <string>
#include <vector>

#include "gnnir/graph/graph.h"

namespace gnnir {

struct GraphPicture {
  std::string title;
  std::string subtitle;
  std::vector<NodeId> colour;  ///< [num_nodes]: nodes with equal numbers are drawn alike; empty: all are
  std::vector<NodeId> marked;  ///< nodes with a ring around them
};

/// A graph as an SVG image. Neighbours lie near each other; the layout is the same each time.
std::string draw_graph(const Graph& graph, const GraphPicture& picture);

}  // namespace gnnir

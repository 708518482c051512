#pragma once

#include <string>
#include <vector>

#include "gnnir/graph/graph.h"

namespace gnnir {

/// What a picture of a graph says beside its shape. Every list is empty, or has an entry for each node or edge of the
/// graph; edges in the order of Graph::edges(), where both directions of an edge should say the same (else the one
/// with the larger magnitude is drawn).
struct GraphPicture {
  std::string title;     ///< above the picture, as is the
  std::string subtitle;  ///< in lines that fit

  std::vector<NodeId> colour;             ///< [num_nodes]: nodes with equal numbers are drawn alike; < 0: pale
  std::vector<NodeId> edge_colour;        ///< [num_edges] likewise
  std::vector<std::string> colour_names;  ///< [largest colour + 1]: what the legend calls them; empty: no legend
  std::vector<std::string> edge_colour_names;

  /// Signed shares, instead of colours: from blue through white (0) to orange; NaN: pale.
  std::vector<double> values;       ///< [num_nodes]
  std::vector<double> edge_values;  ///< [num_edges]
  std::string value_name;           ///< what the legend calls them
  double value_range = 0;           ///< where colours are full; 0: the largest magnitude of nodes and edges

  std::vector<std::string> labels;  ///< [num_nodes] in the nodes, left out where they do not fit; "C", "17"
  std::vector<std::string> tips;    ///< [num_nodes] under the pointer; empty: number, label, value of the node
  std::vector<NodeId> marked;       ///< nodes with a ring around them

  std::size_t most_nodes = 300;  ///< of a larger graph that many are drawn, around the marked ones, and a note says so
  double width = 480;            ///< at most, in pixels
  bool in_page = false;          ///< a part of a page, in its colours; else a file of its own on white
};

/// A graph as SVG; the same each time.
std::string draw_graph(const Graph& graph, const GraphPicture& picture);

/// A picture in a page (in_page), with words beneath. caption: HTML, what is text in it escaped
std::string figure_of(const std::string& svg, const std::string& caption_html);

}  // namespace gnnir

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gnnir/graph/colours.h"
#include "gnnir/graph/graph.h"

namespace gnnir {

/// What a model chose in one graph, or in one branch of it, to individualize in an IR layer.
struct Selection {
  std::vector<NodeId> chosen;
  std::vector<NodeId> cut_cell;  ///< nodes with equal embeddings of which it took some but not all; empty if none
  bool close_call = false;       ///< rounding may have decided which nodes count as equal
};

/// What is known of one IR layer's selections in a graph.
struct LayerFinding {
  bool cut = false;               ///< some selection took part of a cell
  bool cut_cell_is_orbit = true;  ///< every cell that was cut is an orbit of the symmetries that were left
  bool close_call = false;
};

/// What can be proved about a prediction from the model's selections alone.
struct Certificate {
  NodeId num_cells = 0;   ///< of colour refinement, with the model's features as colours
  NodeId num_orbits = 0;  ///< of the graph's symmetries
  std::vector<LayerFinding> layers;
  /// The output is the same for every order of the nodes.
  bool certified = true;
  std::string because;  ///< why it is not, in a few words

  [[nodiscard]] bool cells_are_orbits() const { return num_cells == num_orbits; }
};

/// Proves, where it can, that the order of nodes did not matter. Embeddings are functions of the graph, its colours and
/// the choices so far. Whole cells are no choice. A choice within a cell is none either if the symmetries that keep
/// everything chosen before carry any such choice into any other: one member, or all but one, of an orbit; any number
/// of nodes that may be exchanged at will; in a tree, which adds up its branches, any number of an orbit. What has been
/// chosen is kept from then on. Cells that are not whole orbits show that rounding told equivalent nodes apart: then
/// nothing is proved.
///
/// layers: L times, with one selection each where branches are merged. With `tree` layer l has one for every branch
/// behind layer l - 1, in the order of the branches.
Certificate certify(const Graph& graph, Colours colours, const std::vector<std::vector<Selection>>& layers, bool tree);

}  // namespace gnnir

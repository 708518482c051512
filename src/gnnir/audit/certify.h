#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gnnir/graph/choice.h"
#include "gnnir/graph/colours.h"
#include "gnnir/graph/graph.h"

namespace gnnir {

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
  std::string because;  ///< why it is not, in a few words; or why it is so of every graph

  [[nodiscard]] bool cells_are_orbits() const { return num_cells == num_orbits; }
};

/// Proves, where it can, that the order of nodes did not matter. Embeddings are functions of the graph, its colours and
/// the choices so far. Whole cells are no choice. A choice within a cell is none either if the symmetries that keep
/// everything chosen before carry any such choice into any other: one member, or all but one, of an orbit; any number
/// of nodes that may be exchanged at will; in a tree, which adds up its branches, any number of an orbit. What has been
/// chosen is kept from then on. Cells that are not whole orbits show that rounding told equivalent nodes apart: then
/// nothing is proved.
///
/// layers: L times what was chosen in the one graph, or with `tree` in every branch behind the layer before, as in a
/// batch of them: rows of branch b begin at b times the number of nodes.
Certificate certify(const Graph& graph, Colours colours, const std::vector<Choice>& layers, bool tree);

/// The nodes of a graph that were chosen in any of its branches, ascending.
std::vector<NodeId> chosen_nodes(const Choice& choice, NodeId num_nodes);

}  // namespace gnnir

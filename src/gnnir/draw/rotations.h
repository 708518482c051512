#pragma once

#include <vector>

#include "gnnir/graph/graph.h"

namespace gnnir {

/// A symmetry of a graph that a rotation of a picture can show: all of its cycles have the same length, of at least 3,
/// but for at most one node that stays in the middle.
struct Rotation {
  std::vector<NodeId> image;  ///< [num_nodes]
  NodeId order = 1;           ///< the length of its cycles
};

/// Those of the highest orders that were found among products of generators, at most `most`.
std::vector<Rotation> find_rotations(const Graph& graph, std::size_t most);

}  // namespace gnnir

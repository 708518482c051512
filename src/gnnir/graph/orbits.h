#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnnir/graph/colours.h"
#include "gnnir/graph/graph.h"
#include "gnnir/graph/partition.h"

namespace gnnir {

/// [num_nodes]: the smallest node that each node is carried to by a symmetry of the graph that keeps an equitable
/// partition: all that leave alone what was individualized in it, as refinement splits no orbit of theirs.
std::vector<NodeId> orbits_of_partition(const Graph& graph, Colours colours, const Partition& partition);

/// The same, and for each node v a symmetry that carries it there.
struct OrbitMaps {
  std::vector<NodeId> orbit;
  std::vector<NodeId> carried;  ///< [num_nodes, num_nodes]: where the symmetry of v carries every node; v to orbit[v]
};
OrbitMaps orbit_maps_of_partition(const Graph& graph, Colours colours, const Partition& partition);

/// Orbits of the symmetries that leave every node of `fixed` where it is.
std::vector<NodeId> orbits_of_stabiliser(const Graph& graph, Colours colours, std::span<const NodeId> fixed);

/// Sequences of nodes that symmetries carry to each other, by one of them.
struct SequenceOrbit {
  std::vector<NodeId> nodes;      ///< the representative: in each place the smallest node, given those before it
  std::int64_t multiplicity = 1;  ///< how many sequences there are in the orbit

  bool operator==(const SequenceOrbit&) const = default;
};

/// All sequences of `length` nodes (n^length of them: nodes may repeat) by their orbits under the symmetries of the
/// graph, representatives in lexicographic order. A function of sequences that symmetries leave alone need only be
/// computed for these: its sum over all sequences is the sum over orbits, each times its multiplicity.
///   for (const SequenceOrbit& orbit : orbits_of_sequences(graph, {}, 2)) sum += orbit.multiplicity * f(orbit.nodes);
/// The length is at least 0. An Error of kind data if there are more than `most` orbits, or if n^length is more than an
/// integer holds.
std::vector<SequenceOrbit> orbits_of_sequences(const Graph& graph, Colours colours, std::int64_t length,
                                               std::int64_t most = 10'000'000);

}  // namespace gnnir

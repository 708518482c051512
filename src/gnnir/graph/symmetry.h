#pragma once

#include <cstdint>
#include <vector>

#include "gnnir/graph/colours.h"
#include "gnnir/graph/graph.h"

namespace gnnir {

/// How many symmetries a graph has: mantissa · 10^exponent, as they can be more than any number type holds.
struct GroupSize {
  double mantissa = 1;  ///< exact up to about 10^10
  int exponent = 0;
};

/// The symmetries of a graph: permutations of its nodes that keep edges, directions and colours. From nauty.
struct Symmetry {
  std::vector<NodeId> orbit;  ///< [num_nodes]: the smallest node that a symmetry carries each node to
  NodeId num_orbits = 0;
  GroupSize group_size;
  /// [num_nodes]: each node's name in the canonical form, which is the same graph for all graphs isomorphic to this.
  std::vector<NodeId> canonical_name;
};
Symmetry find_symmetry(const Graph& graph, Colours colours = {});

/// The orbits alone, as in Symmetry::orbit: cheaper, as nothing canonical is looked for.
std::vector<NodeId> find_orbits(const Graph& graph, Colours colours = {});

/// Orbits, and symmetries that all others are products of.
struct Generators {
  std::vector<NodeId> orbit;                ///< as in Symmetry
  std::vector<std::vector<NodeId>> images;  ///< [generators][num_nodes]: where each carries every node
};
Generators find_generators(const Graph& graph, Colours colours = {});

/// A graph with its colours, renamed so that isomorphic graphs become equal.
struct CanonicalForm {
  Graph graph;
  std::vector<std::int64_t> node_colours;
  std::vector<std::int64_t> edge_colours;
  bool operator==(const CanonicalForm&) const = default;
};
CanonicalForm canonical_form(const Graph& graph, Colours colours = {});

/// Whether some renaming of nodes makes one graph, with its colours, of the other.
bool are_isomorphic(const Graph& a, const Graph& b, Colours colours_a = {}, Colours colours_b = {});

}  // namespace gnnir

#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "gnnir/base/enum_names.h"
#include "gnnir/data/dataset.h"

namespace gnnir {

/// Strongly regular graphs with parameters (n, k, λ, μ), and distance-regular ones, that have partners with the same
/// parameters: 2-WL cannot tell partners apart.
enum class RegularFamily {
  lattice,     ///< (16, 6, 2, 2): the rook's graph 4 × 4, Shrikhande's graph
  triangular,  ///< (28, 12, 6, 4): T(8) and the three graphs of Chang
  latin,       ///< (q², 3q - 3, q, 6): Latin squares of the groups of order q = 4 (2), 6 (2) and 8 (5)
  hamming,     ///< 64 nodes, distance-regular {9, 6, 3; 1, 2, 3}: H(3, 4) and Doob's graph
};
template <>
struct EnumNames<RegularFamily> {
  static constexpr std::array table = {
      std::pair{"lattice", RegularFamily::lattice}, std::pair{"triangular", RegularFamily::triangular},
      std::pair{"latin", RegularFamily::latin}, std::pair{"hamming", RegularFamily::hamming}};
};

/// The graphs of a family that have as many nodes, no two isomorphic; empty if it has none.
std::vector<Graph> regular_graphs(RegularFamily family, NodeId nodes);

struct RegularOptions {
  std::vector<RegularFamily> families = {RegularFamily::lattice, RegularFamily::triangular, RegularFamily::latin,
                                         RegularFamily::hamming};
  NodeId most_nodes = 64;
  std::uint64_t seed = 0;  ///< of the order of nodes
};

/// Their graphs of at most that many nodes, family by family, smaller ones first, each a class of its own: "0", "1", ….
/// Nodes are in random order. Name: "SR". An Error of kind usage if there are none.
Dataset generate_strongly_regular(const RegularOptions& options = {});

}  // namespace gnnir

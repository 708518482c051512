#pragma once

#include <cstdint>

#include "gnnir/data/dataset.h"

namespace gnnir {

/// Trees with one of two motifs of five nodes: an answer to what an explanation should find.
struct MotifsOptions {
  std::int64_t graphs = 1000;  ///< half of each class
  NodeId tree_nodes = 20;      ///< at least 1
  std::uint64_t seed = 0;
};

/// Like BA-2Motifs (Luo et al. 2020): a tree that grows by preferential attachment (Barabási and Albert, one edge for
/// each new node), and, joined to it by an edge, a ring of five nodes (class "cycle") or a square with a roof (class
/// "house"). Nodes are in random order. The motif's nodes are kept as a column (data/source/kept.h motif_column).
Dataset generate_motifs(const MotifsOptions& options = {});

}  // namespace gnnir

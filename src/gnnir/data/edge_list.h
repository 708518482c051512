#pragma once

#include <cstdint>
#include <vector>

#include "gnnir/data/dataset.h"

namespace gnnir {

/// The edges of one graph as a file lists them, with what is known of each.
struct EdgeList {
  std::vector<Edge> edges;
  std::vector<std::int64_t> labels = {};  ///< [edges], or empty
  std::vector<float> attributes = {};     ///< [edges, columns] row by row, or empty
};

/// Builds a graph, with the features of its edges, from what a file lists, and counts what had to be mended. Of the
/// lines for one edge the first counts; an edge that is there only as the reverse of a listed one has that one's
/// features. Throws an Error of kind data if an end is outside 0..num_nodes-1.
Example build_example(NodeId num_nodes, const EdgeList& list, EdgeRules rules, Dataset::Repairs& repairs);

}  // namespace gnnir

#pragma once

#include <vector>

#include "gnnir/graph/graph.h"

namespace gnnir {

/// What a network is to do otherwise than it would with one graph: a question to its individualization. Never in
/// training.
struct Intervention {
  /// By layer, then by the branches of the graph that it begins with (one, unless branches are never merged): the nodes
  /// that it individualizes in the place of its choice. Where there are none it chooses itself.
  std::vector<std::vector<std::vector<NodeId>>> choices = {};
  bool unmarked = false;  ///< branches are there as ever, but nothing tells their nodes from others
  /// Exact IR: [num_nodes] what each branch counts for, by the first node that it individualizes. Empty: 1.
  std::vector<float> branch_weights = {};
};

}  // namespace gnnir

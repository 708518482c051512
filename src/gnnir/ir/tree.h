#pragma once

#include "gnnir/ir/gnn_ir.h"

namespace gnnir {

/// Walks down the tree of merge = tree: which branches there are, and what they carry from layer to layer.
class TreeWalk {
 public:
  /// At the root each graph of the batch is its own only branch.
  TreeWalk(const BatchTensors& graphs, const RandomContext& random);

  /// The present branches.
  [[nodiscard]] const TreeLevel& level() const { return level_; }
  /// Random draws of the present branches: each has its own.
  [[nodiscard]] const RandomContext& random() const { return random_; }
  /// Σ over the branches of each graph. rows: [branches, d] → [num_graphs, d]
  [[nodiscard]] at::Tensor sum_over_branches(const at::Tensor& rows) const;

  /// Goes on to the branches of the present ones; the selector's memory goes with them.
  void descend(const Branches& branches, const TargetCell& target, SelectorState& state);

 private:
  std::int64_t num_graphs_;
  TreeLevel level_;
  RandomContext random_;
  std::vector<std::int64_t> graph_of_branch_;  // level_.graph_of_branch on the host
};

}  // namespace gnnir

#pragma once

#include <vector>

#include "gnnir/ir/branches.h"
#include "gnnir/ir/select.h"

namespace gnnir {

/// merge = tree: the branches behind an IR layer, graphs of their own from then on.
struct TreeLevel {
  BatchTensors graphs;                        ///< the branches as a batch
  std::vector<std::int32_t> graph_of_branch;  ///< [branches]: the graph of the original batch that each stands for
  at::Tensor source_row;                      ///< [branch rows]: the row of the original batch that each row stands for
};

/// Which graphs a layer works on. Where branches are merged these are the graphs of the batch, layer after layer; with
/// merge = tree it walks down the tree: which branches there are, and what they carry from layer to layer.
class TreeWalk {
 public:
  /// At the root each graph of the batch is its own only branch.
  TreeWalk(const BatchTensors& graphs, const RandomContext& random) : graphs_(graphs), random_(random) {}

  /// The present branches as a batch.
  [[nodiscard]] const BatchTensors& graphs() const { return level_.empty() ? graphs_ : level_.back().graphs; }
  /// [branches]: the graph of the batch that each of the present branches stands for; empty: itself.
  [[nodiscard]] const std::vector<std::int32_t>& graph_of_branch() const {
    static const std::vector<std::int32_t> itself;
    return level_.empty() ? itself : level_.back().graph_of_branch;
  }
  /// Random draws of the present branches: each has its own.
  [[nodiscard]] const RandomContext& random() const { return random_; }
  /// Σ over the present branches of each graph. rows: [branches, d] → [num_graphs, d]
  [[nodiscard]] at::Tensor sum_over_branches(const at::Tensor& rows) const;

  /// Goes on to the branches of the present ones; the selector's memory goes with them.
  void descend(const Branches& branches, const Choice& choice, SelectorState& state);
  /// Those behind each layer so far.
  [[nodiscard]] std::vector<TreeLevel>& levels() { return level_; }

 private:
  BatchTensors graphs_;
  RandomContext random_;
  std::vector<TreeLevel> level_;
};

}  // namespace gnnir

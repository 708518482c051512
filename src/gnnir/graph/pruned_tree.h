#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "gnnir/base/checksum.h"
#include "gnnir/graph/search_tree.h"

namespace gnnir {

/// The search tree of individualization and refinement (SearchTree), level by level, with one branch for each orbit of
/// its target cell under the symmetries that leave alone what is individualized already. The other branches are images
/// of these, so nothing is lost: a branch counts as often as its orbit has members. Where the partition is discrete
/// there are no branches.
///   PrunedTree tree(graph);
///   while (!tree.is_complete()) tree.deepen();
class PrunedTree {
 public:
  /// The graph and the colours must outlive this object.
  explicit PrunedTree(const Graph& graph, Colours colours = {}, CellRule rule = CellRule::first);
  explicit PrunedTree(const Graph&& graph, Colours colours = {}, CellRule rule = CellRule::first) = delete;

  struct Branch {
    std::int64_t parent = 0;  ///< its number in the level above
    NodeId node = 0;          ///< that was individualized
    NodeId multiplicity = 1;  ///< members of the node's orbit: branches of the parent like this one
    Digest quotient;          ///< of the refined partition: ColourRefinement::quotient
  };

  /// How many nodes are individualized on the longest paths looked at so far.
  [[nodiscard]] std::int64_t depth() const { return static_cast<std::int64_t>(levels_.size()) - 1; }
  /// Whether all partitions at the end of paths are discrete: what is below adds nothing.
  [[nodiscard]] bool is_complete() const { return open_.empty(); }
  /// Branches of a level, 0 (the root alone) to depth().
  [[nodiscard]] const std::vector<Branch>& level(std::int64_t depth) const {
    return levels_[static_cast<std::size_t>(depth)];
  }

  /// What one more branch costs. `work` is about the nodes and edges that are looked at; `kept` the nodes of the
  /// partitions that stay in memory. Both are counted, so they are the same on every computer.
  struct Cost {
    std::int64_t work = 0;
    std::int64_t kept = 0;
  };
  /// One level deeper. `spend` is told what each branch cost; where it says false the tree stays as it was, and so does
  /// this. → whether the level was finished
  bool deepen(const std::function<bool(Cost)>& spend = [](Cost) { return true; });

  /// Is the same for two graphs if, and up to a chance of 2^-128 only if, their whole search trees look the same down
  /// to this depth. Isomorphic graphs have the same always; where is_complete(), only they have. Depth 0 is 1-WL.
  [[nodiscard]] Digest certificate() const;

 private:
  /// A branch of the last level that is not discrete.
  struct Open {
    std::int64_t branch;
    Partition partition;
    bool symmetric;  // some symmetry may be left
  };
  /// The orbits' smallest members in the target cell, and how many members each has.
  struct Children {
    std::vector<std::pair<NodeId, NodeId>> nodes;
    bool symmetric;
    std::int64_t work;
  };
  [[nodiscard]] Children children_of(const Open& open) const;
  [[nodiscard]] std::int64_t size() const { return graph_.num_nodes() + graph_.num_edges(); }

  const Graph& graph_;
  Colours colours_;
  ColourRefinement refinement_;
  CellRule rule_;
  std::vector<std::vector<Branch>> levels_;
  std::vector<Open> open_;
};

}  // namespace gnnir

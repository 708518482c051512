#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "gnnir/base/enum_names.h"
#include "gnnir/graph/colour_refinement.h"

namespace gnnir {

/// Which cell with several nodes is individualized next; of equally large ones the first.
enum class CellRule { first, smallest, largest };
template <>
struct EnumNames<CellRule> {
  static constexpr std::array table = {std::pair{"first", CellRule::first}, std::pair{"smallest", CellRule::smallest},
                                       std::pair{"largest", CellRule::largest}};
};

/// The cell that the rule takes; num_nodes() if the partition is discrete.
NodeId target_cell(const Partition& partition, CellRule rule);

/// The search tree of individualization and refinement, as isomorphism solvers walk it, without their pruning: the root
/// is the coarsest equitable partition; below each node there is a branch for every member of its target cell. Leaves
/// are discrete partitions, labellings of the graph. Isomorphic graphs have isomorphic trees.
class SearchTree {
 public:
  /// The graph and the colours must outlive this object.
  explicit SearchTree(const Graph& graph, Colours colours = {}, CellRule rule = CellRule::first);
  explicit SearchTree(const Graph&& graph, Colours colours = {}, CellRule rule = CellRule::first) = delete;

  struct Node {
    std::span<const NodeId> path;  ///< the nodes individualized so far
    const Partition& partition;
    [[nodiscard]] bool is_leaf() const { return partition.is_discrete(); }
  };
  enum class Step {
    descend,
    skip,  ///< not into what is below this node
    stop,  ///< no further
  };
  /// Depth first, branches by the number of the individualized node.
  void walk(const std::function<Step(const Node&)>& visit);

  /// A string that is the same for isomorphic graphs: the quotients of all nodes of the tree down to `depth`
  /// individualized nodes. Depth 0 is 1-WL; where every path ends in a leaf, different graphs differ.
  [[nodiscard]] std::vector<std::int64_t> certificate(std::int64_t depth);

 private:
  Step walk_below(const Partition& partition, std::vector<NodeId>& path, const std::function<Step(const Node&)>& visit);
  [[nodiscard]] std::vector<std::int64_t> certificate_below(const Partition& partition, std::int64_t depth);

  ColourRefinement refinement_;
  CellRule rule_;
};

}  // namespace gnnir

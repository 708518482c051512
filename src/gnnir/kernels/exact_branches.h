#pragma once

#include <cstdint>
#include <vector>

#include "gnnir/graph/colours.h"
#include "gnnir/graph/graph.h"

namespace gnnir::kernels {

struct ExactBranchOptions {
  std::int64_t depth = 1;  ///< L
  /// Of sequences that symmetries of the graph carry to each other only the smallest has a branch.
  bool orbits = true;
  /// Where refinement tells all nodes apart after u_1…u_l, 1 ≤ l < L, one branch (u_1…u_l, u_l…u_l) stands for all that
  /// begin so: to individualize more nodes would add nothing.
  bool until_discrete = true;
  bool carried = false;  ///< which node stands for another in the branches of siblings is wanted too
};

/// The branches of a graph in exact individualization: sequences u = (u_1…u_L) of its nodes.
struct ExactBranches {
  std::int64_t depth = 0;
  std::vector<NodeId> sequences;     ///< [branches, L]
  std::vector<double> counts;        ///< [branches]: how many of the n^L sequences each stands for
  std::vector<std::int32_t> family;  ///< [branches]: those with the same u_1…u_{L-1} are one
  /// [families, n]: the branch that stands for (u_1…u_{L-1}, v); -1: u ended earlier
  std::vector<std::int32_t> siblings;
  std::vector<NodeId> same_as;  ///< [families, n]: the node that v is in that branch
  /// [families, n, n], if wanted: the node that w is in the branch of (u_1…u_{L-1}, v)
  std::vector<NodeId> carried;
  std::vector<std::int32_t> diagonal;  ///< [n]: the branch that stands for (v…v)
  std::vector<NodeId> diagonal_node;   ///< [n]: the node that v is there

  [[nodiscard]] std::int64_t count() const { return std::ssize(counts); }
  [[nodiscard]] const NodeId* sequence(std::int64_t branch) const { return sequences.data() + branch * depth; }
};

/// An Error of kind usage if there are so many that their rows are more than 2^27.
ExactBranches make_exact_branches(const Graph& graph, Colours colours, const ExactBranchOptions& options);

}  // namespace gnnir::kernels

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnnir/graph/colours.h"
#include "gnnir/graph/graph.h"
#include "gnnir/kernels/exact_branches.h"

/// Which rows exact individualization computes. A row (u, v) is node v in the branch that individualizes u = (u_1…u_L);
/// there is a branch for every sequence of L nodes (or one that stands for several, kernels/exact_branches.h), and with
/// L = 0 one in which nothing is individualized. What a row
/// is after t steps depends on its colour after t rounds of refinement alone, so rows of one colour are computed once,
/// and count as often as there are rows of it.
namespace gnnir::kernels {

/// Distances are told apart up to this; further nodes are as far, and nodes that cannot be reached have one more value.
inline constexpr std::int32_t farthest = 5;
inline constexpr std::int32_t num_distances = farthest + 2;

struct ExactPlanOptions {
  std::int64_t depth = 1;  ///< L
  std::int64_t steps = 3;
  bool distances = true;       ///< rows are marked by their distance from u_l; else only u_l itself is
  bool own = false;            ///< v hears in every branch what it knows in the branch of its own, (u_1…u_{L-1}, v)
  bool neighbours = false;     ///< v hears what it knows in the branches of the neighbours of u_L
  bool share = true;           ///< rows of one colour are computed once
  bool orbits = true;          ///< branches that symmetries carry to each other are computed once
  bool until_discrete = true;  ///< sequences end where all nodes are told apart
  /// Rows that are read out: of nodes at most so many edges from u_L, whichever way they point; -1: all. Rows that
  /// these do not depend on are not there.
  std::int64_t radius = -1;
  bool operator==(const ExactPlanOptions&) const = default;
  [[nodiscard]] ExactBranchOptions branches() const {
    return {.depth = depth, .orbits = orbits, .until_discrete = until_discrete, .carried = neighbours};
  }
};

/// Sums of rows: sum r is Σ weight_j · row source_j over its entries j = offsets[r]..offsets[r+1]-1.
struct WeightedSums {
  std::vector<std::int32_t> offsets{0};
  std::vector<std::int32_t> sources;
  std::vector<float> weights;
  [[nodiscard]] std::int64_t count() const { return std::ssize(offsets) - 1; }
  /// Appends sums of another table, whose rows begin at first_row here and at 0 there.
  void append(const WeightedSums& other, std::int32_t first_row);
};

/// How the rows of a level follow from those of the level before.
struct ExactLevel {
  std::vector<float> counts;               ///< [rows]: how many rows (u, v) are this one
  std::vector<std::int32_t> self;          ///< [rows]: the same row, before
  WeightedSums messages;                   ///< [rows]: from the neighbours of v
  std::vector<std::int32_t> edges;         ///< beside messages.sources: by which edge of the graph
  std::vector<std::int32_t> own;           ///< [rows]: a place in own_rows; empty unless asked for
  std::vector<std::int32_t> own_rows;      ///< the rows ((u_1…u_{L-1}, v), v) before, each once
  WeightedSums across;                     ///< [rows]: from the branches of neighbours; empty unless asked for
  std::vector<std::int32_t> graph_ptr{0};  ///< [graphs + 1]: rows of each graph
  [[nodiscard]] std::int64_t rows() const { return std::ssize(self); }
};

/// The rows of a graph, or of several, one behind the other.
struct ExactPlan {
  std::vector<float> counts;         ///< level 0, as in ExactLevel
  std::vector<std::int32_t> nodes;   ///< level 0: [rows]: a node whose features the row begins with
  std::vector<std::int32_t> marks;   ///< level 0: [rows, L]: distances from u_1…u_L; or 0 for u_l itself and 1 else
  std::vector<ExactLevel> levels;    ///< [steps]
  WeightedSums branches;             ///< of rows of the last level: Σ_v (u, v), for each different branch
  std::vector<float> branch_counts;  ///< [branches]: how many sequences u are this one
  std::vector<std::int32_t> branch_own;     ///< [branches]: its row (u, u_L); of L = 0 empty
  std::vector<std::int32_t> branch_ptr{0};  ///< [graphs + 1]: branches of each graph
  // The branches of kernels/exact_branches.h, of which some are equal:
  std::vector<std::int32_t> sequence_node;    ///< [sequences]: u_1; of L = 0 empty
  std::vector<double> sequence_counts;        ///< [sequences]: how many sequences u each stands for
  std::vector<std::int32_t> sequence_branch;  ///< [sequences]: the branch that it is here
  std::vector<std::int32_t> diagonal;         ///< [nodes]: of each node v the row ((v…v), v); of L = 0 its only row

  [[nodiscard]] std::int64_t rows(std::int64_t level) const {
    return level == 0 ? std::ssize(counts) : levels[static_cast<std::size_t>(level - 1)].rows();
  }
  /// Rows (u, v) that the last level stands for.
  [[nodiscard]] double all_rows() const;
  /// Appends the plan of another graph with as many levels, whose nodes and edges begin here at first_node, first_edge.
  void append(const ExactPlan& graph, std::int32_t first_node, std::int32_t first_edge);
};

/// Rows of all levels that a graph has before any are shared: n^(L+1).
double exact_rows(std::int64_t num_nodes, std::int64_t depth);

/// An Error of kind usage if these are more than this.
inline constexpr double most_exact_rows = 1 << 27;
void require_exact_rows(std::int64_t num_nodes, std::int64_t depth);

/// Of one graph.
ExactPlan make_exact_plan(const Graph& graph, Colours colours, const ExactPlanOptions& options);

}  // namespace gnnir::kernels

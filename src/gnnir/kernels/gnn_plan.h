#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "gnnir/graph/batch.h"
#include "gnnir/graph/choice.h"
#include "gnnir/kernels/row_colours.h"

namespace gnnir::kernels {

/// One step of message passing: how each row of a level follows from rows of the level before.
struct StepLinks {
  std::vector<std::int32_t> self;          ///< [rows]: the row that is updated
  std::vector<std::int32_t> edge_offsets;  ///< [rows + 1]
  std::vector<std::int32_t> edge_sources;  ///< [edges]: the rows whose messages come in
  std::vector<std::int32_t> edges;         ///< [edges]: which of the batch's edges they come by
};

/// What nodes and edges begin with, as colours.
struct InputColours {
  std::vector<RowColour> nodes;  ///< [num_nodes]
  std::vector<RowColour> edges;  ///< [num_edges], or none if edges have no features
};

/// Which rows a GNN call computes. Level 0 is its input, level t the rows after step t. Branches of one graph differ at
/// first only near their individualized nodes: rows that are the same in several branches are computed once.
class GnnPlan {
 public:
  /// Some graphs or whole branches that go through all steps together: rows begin[t]..end[t]-1 of level t. Runs have
  /// nothing in common but rows of level 0, where branches of one graph are in several.
  struct Run {
    std::vector<std::int64_t> begin;  ///< [steps + 1]
    std::vector<std::int64_t> end;    ///< [steps + 1]
    std::int64_t first_group = 0;     ///< see groups()
    std::int64_t end_group = 0;
  };

  /// Every graph as it is; each level has the batch's rows.
  static GnnPlan plain(const Batch& batch, std::int64_t steps);

  /// Every graph as it is, but rows of one colour are computed once: after a step, a row's colour is made of its colour
  /// before and of those of what comes in. Graphs of a run share rows with each other, or with `within_graphs`, as
  /// normalization over a graph needs it, only with themselves. Level 0 has a row for each colour of a node
  /// (input_rows), edges are those of input_edges. Null where that would save too little.
  static std::shared_ptr<const GnnPlan> distinct(const Batch& batch, const InputColours& colours, std::int64_t steps,
                                                 bool within_graphs);

  /// Every graph once per branch. Level 0: per graph its rows, then one row per branch that stands in for the row it
  /// individualizes. With `whole_branches` all branches are complete at every level from 1 on, as normalization over a
  /// branch needs it.
  static GnnPlan branches(const Batch& batch, const Choice& choice, std::int64_t steps, bool whole_branches);

  [[nodiscard]] std::int64_t steps() const { return static_cast<std::int64_t>(links_of_step_.size()); }
  [[nodiscard]] std::int64_t rows(std::int64_t level) const { return level_rows_[static_cast<std::size_t>(level)]; }
  /// Step 1..steps().
  [[nodiscard]] const StepLinks& links(std::int64_t step) const {
    return links_[links_of_step_[static_cast<std::size_t>(step - 1)]];
  }
  [[nodiscard]] const std::vector<Run>& runs() const { return runs_; }
  /// The graphs, or branches if they are whole, in the rows behind a step: [groups + 1]; {0} if they are not.
  [[nodiscard]] const std::vector<std::int64_t>& groups(std::int64_t step) const {
    return groups_[groups_.size() == 1 ? 0 : static_cast<std::size_t>(step - 1)];
  }
  /// How many rows of its group each row behind a step stands for: [rows]; empty: each for itself.
  [[nodiscard]] std::span<const float> counts(std::int64_t step) const {
    return counts_.empty() ? std::span<const float>() : counts_[static_cast<std::size_t>(step - 1)];
  }
  /// branches(): where row v of branch b stands in the last level: [branch rows], branch by branch, rows ascending.
  [[nodiscard]] const std::vector<std::int32_t>& branch_rows() const { return branch_rows_; }
  /// distinct(): where each node stands in the last level: [num_nodes]
  [[nodiscard]] const std::vector<std::int32_t>& node_rows() const { return node_rows_; }
  /// distinct(): the node that each row of level 0 is: [rows(0)]
  [[nodiscard]] const std::vector<std::int32_t>& input_rows() const { return input_rows_; }
  /// distinct(): the edges that StepLinks::edges counts, of different colours; none where edges have no features.
  [[nodiscard]] const std::vector<std::int32_t>& input_edges() const { return input_edges_; }

 private:
  friend class DistinctRows;
  /// Lets the last run go on with the next graph or branch, or begins another if it is full.
  void add_to_run(const Run& part);

  std::vector<std::int64_t> level_rows_;    // [steps + 1]
  std::vector<StepLinks> links_;            // different steps may have the same
  std::vector<std::size_t> links_of_step_;  // [steps]
  std::vector<Run> runs_;
  std::vector<std::vector<std::int64_t>> groups_;  // by step, or one for all steps
  std::vector<std::vector<float>> counts_;         // by step, or none
  std::vector<std::int32_t> branch_rows_;
  std::vector<std::int32_t> node_rows_, input_rows_, input_edges_;
};

}  // namespace gnnir::kernels

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnnir/graph/batch.h"
#include "gnnir/graph/choice.h"
#include "gnnir/infer/forced_cells.h"
#include "gnnir/infer/random_context.h"
#include "gnnir/settings/ir_options.h"

namespace gnnir {

/// The keys of every row of a batch, as NodeKeys (kernels/target_cell.h) has them for a graph.
struct RowKeys {
  std::vector<double> score;
  std::vector<double> second;
  std::vector<double> length;
};

/// A unit vector in general position, the same for every model of that size: NodeKeys::second is along it. [hidden]
std::vector<double> fixed_direction(std::int64_t hidden);

/// How one IR layer chooses nodes in the graphs of a batch, whatever has computed their scores.
struct NodeChooser {
  const Batch& graphs;
  const IrOptions& options;
  std::int64_t layer;  ///< from 0
  const RandomContext& random;
  const ForcedCells& forced;
  /// [num_graphs]: merge = tree: the branches that stand for the same graph; empty: one each
  std::span<const std::int64_t> siblings;

  /// The best of each graph, cell by cell.
  [[nodiscard]] Choice best(const RowKeys& keys) const;
  /// The ablation: by lot.
  [[nodiscard]] Choice at_random() const;
};

}  // namespace gnnir

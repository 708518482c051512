#pragma once

#include "gnnir/graph/branch_layout.h"
#include "gnnir/graph/choice.h"
#include "gnnir/nn/batch_tensors.h"

namespace gnnir {

/// Every graph of a batch once per individualized node: branches are graphs of a larger batch, those of one graph
/// standing together. A graph with nothing to individualize (no nodes) has no branch.
struct Branches {
  at::Tensor h;               ///< [branch rows, d]
  BatchTensors graphs;        ///< the branches as a batch
  at::Tensor source_row;      ///< [branch rows]: the row of the original batch that each row copies
  at::Tensor source_edge;     ///< [branch edges]: the same for edges
  at::Tensor individualized;  ///< [number of branches]: the one row of each branch that was individualized
  at::Tensor target_row;      ///< [number of branches]: that row in the original batch
  at::Tensor
      row_of;  ///< [max branches of a graph, original rows]: row of the b-th branch; its first branch where absent
  at::Tensor exists;  ///< [max branches of a graph, original rows] bool: whether the b-th branch is there
};

/// The layout for a choice of target cells; `h` is left undefined.
Branches lay_out_branches(const BatchTensors& graphs, const Choice& choice);

}  // namespace gnnir

#include "gnnir/ir/tree_walk.h"

#include "gnnir/infer/branch_walk.h"
#include "gnnir/nn/segment.h"

namespace gnnir {

at::Tensor TreeWalk::sum_over_branches(const at::Tensor& rows) const {
  if (level_.empty()) return rows;
  const at::Tensor graph_of_branch = index_tensor(level_.back().graph_of_branch, graphs_.device());
  return segment_sum(rows, graph_of_branch, graphs_.num_graphs());
}

void TreeWalk::descend(const Branches& branches, const Choice& choice, SelectorState& state) {
  ChildBranches children = children_of(choice, graph_of_branch(), random_.graph_ids, graphs_.num_graphs());
  if (state.memory.defined()) {
    state.memory = state.memory.index_select(0, index_tensor(children.parents, graphs_.device()));
  }
  state.siblings = std::move(children.siblings);
  at::Tensor source_row =
      level_.empty() ? branches.source_row : level_.back().source_row.index_select(0, branches.source_row);
  level_.push_back({branches.graphs, std::move(children.graph_of_branch), std::move(source_row)});
  random_.graph_ids = std::move(children.ids);
}

}  // namespace gnnir

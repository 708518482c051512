#include "gnnir/ir/tree_walk.h"

#include "gnnir/base/rng.h"
#include "gnnir/nn/segment.h"

namespace gnnir {

at::Tensor TreeWalk::sum_over_branches(const at::Tensor& rows) const {
  if (level_.empty()) return rows;
  const at::Tensor graph_of_branch = index_tensor(level_.back().graph_of_branch, graphs_.device());
  return segment_sum(rows, graph_of_branch, graphs_.num_graphs());
}

void TreeWalk::descend(const Branches& branches, const Choice& choice, SelectorState& state) {
  std::vector<std::int32_t> parents;
  std::vector<std::int32_t> graph_of_branch;
  std::vector<std::int64_t> ids;
  std::vector<std::int64_t> of_graph(static_cast<std::size_t>(graphs_.num_graphs()), 0);
  for (std::int64_t parent = 0; parent < choice.num_graphs(); ++parent) {
    const auto place = static_cast<std::size_t>(parent);
    const std::int32_t graph =
        level_.empty() ? static_cast<std::int32_t>(parent) : level_.back().graph_of_branch[place];
    const std::int64_t id = random_.graph_ids.empty() ? parent : random_.graph_ids[place];
    for (std::int64_t branch = 0; branch < choice.count(parent); ++branch) {
      parents.push_back(static_cast<std::int32_t>(parent));
      graph_of_branch.push_back(graph);
      ++of_graph[static_cast<std::size_t>(graph)];
      // A number that depends on the graph and the path to the branch, not on the batch.
      Rng rng(static_cast<std::uint64_t>(id), Purpose::ties, 0, static_cast<std::uint64_t>(branch) + 1);
      ids.push_back(static_cast<std::int64_t>(rng.bits64() >> 20U));
    }
  }
  if (state.memory.defined()) state.memory = state.memory.index_select(0, index_tensor(parents, graphs_.device()));
  state.siblings.clear();
  for (const std::int32_t graph : graph_of_branch) state.siblings.push_back(of_graph[static_cast<std::size_t>(graph)]);
  at::Tensor source_row =
      level_.empty() ? branches.source_row : level_.back().source_row.index_select(0, branches.source_row);
  level_.push_back({branches.graphs, std::move(graph_of_branch), std::move(source_row)});
  random_.graph_ids = std::move(ids);
}

}  // namespace gnnir

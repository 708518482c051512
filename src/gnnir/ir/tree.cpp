#include "gnnir/ir/tree.h"

#include <numeric>

#include "gnnir/base/rng.h"
#include "gnnir/nn/segment.h"

namespace gnnir {
namespace {

std::vector<std::int64_t> counting(std::int64_t count) {
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

}  // namespace

TreeWalk::TreeWalk(const BatchTensors& graphs, const RandomContext& random)
    : num_graphs_(graphs.num_graphs()), random_(random), graph_of_branch_(counting(graphs.num_graphs())) {
  level_.graphs = graphs;
  level_.graph_of_branch = index_tensor(graph_of_branch_, graphs.device());
  level_.source_row = index_tensor(counting(graphs.num_nodes()), graphs.device());
  if (random_.graph_ids.empty()) random_.graph_ids = graph_of_branch_;
}

at::Tensor TreeWalk::sum_over_branches(const at::Tensor& rows) const {
  return segment_sum(rows, level_.graph_of_branch, num_graphs_);
}

void TreeWalk::descend(const Branches& branches, const TargetCell& target, SelectorState& state) {
  std::vector<std::int64_t> parents;
  std::vector<std::int64_t> graph_of_branch;
  std::vector<std::int64_t> ids;
  std::vector<std::int64_t> of_graph(static_cast<std::size_t>(num_graphs_), 0);
  for (std::size_t parent = 0; parent + 1 < target.ptr.size(); ++parent) {
    for (std::int64_t branch = target.ptr[parent]; branch < target.ptr[parent + 1]; ++branch) {
      parents.push_back(static_cast<std::int64_t>(parent));
      graph_of_branch.push_back(graph_of_branch_[parent]);
      ++of_graph[static_cast<std::size_t>(graph_of_branch_[parent])];
      // A number that depends on the graph and the path to the branch, not on the batch.
      Rng rng(static_cast<std::uint64_t>(random_.graph_ids[parent]), Purpose::ties, 0,
              static_cast<std::uint64_t>(branch - target.ptr[parent]) + 1);
      ids.push_back(static_cast<std::int64_t>(rng.bits64() >> 20U));
    }
  }
  const at::Device device = level_.graphs.device();
  if (state.memory.defined()) state.memory = state.memory.index_select(0, index_tensor(parents, device));
  state.siblings.clear();
  for (const std::int64_t graph : graph_of_branch) state.siblings.push_back(of_graph[static_cast<std::size_t>(graph)]);
  level_ = {branches.graphs, index_tensor(graph_of_branch, device),
            level_.source_row.index_select(0, branches.source_row)};
  random_.graph_ids = std::move(ids);
  graph_of_branch_ = std::move(graph_of_branch);
}

}  // namespace gnnir

#include "gnnir/infer/branch_walk.h"

#include "gnnir/base/rng.h"

namespace gnnir {

ChildBranches children_of(const Choice& choice, std::span<const std::int32_t> graph_of_branch,
                          std::span<const std::int64_t> ids, std::int64_t num_graphs) {
  ChildBranches children;
  std::vector<std::int64_t> of_graph(static_cast<std::size_t>(num_graphs), 0);
  for (std::int64_t parent = 0; parent < choice.num_graphs(); ++parent) {
    const auto place = static_cast<std::size_t>(parent);
    const std::int32_t graph = graph_of_branch.empty() ? static_cast<std::int32_t>(parent) : graph_of_branch[place];
    const std::int64_t id = ids.empty() ? parent : ids[place];
    for (std::int64_t branch = 0; branch < choice.count(parent); ++branch) {
      children.parents.push_back(static_cast<std::int32_t>(parent));
      children.graph_of_branch.push_back(graph);
      ++of_graph[static_cast<std::size_t>(graph)];
      // A number that depends on the graph and the path to the branch, not on the batch.
      Rng rng(static_cast<std::uint64_t>(id), Purpose::ties, 0, static_cast<std::uint64_t>(branch) + 1);
      children.ids.push_back(static_cast<std::int64_t>(rng.bits64() >> 20U));
    }
  }
  for (const std::int32_t graph : children.graph_of_branch) {
    children.siblings.push_back(of_graph[static_cast<std::size_t>(graph)]);
  }
  return children;
}

}  // namespace gnnir

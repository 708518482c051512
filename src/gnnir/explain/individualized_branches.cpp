#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gnnir/explain/individualization.h"
#include "gnnir/explain/knowledge.h"

namespace gnnir {
namespace {

/// Branches of nodes that symmetries carry to each other: they say the same.
struct EqualBranches {
  std::vector<NodeId> members;
  double alone = 0;               ///< if all branches were like these
  double without = std::nan("");  ///< if others took their place; there may be none
  [[nodiscard]] Json to_json() const {
    return {{"nodes", members}, {"alone", json_of(alone)}, {"without", json_of(without)}};
  }
};

std::vector<EqualBranches> branches_of(const std::vector<NodeId>& orbit) {
  std::vector<EqualBranches> branches;
  std::vector<std::size_t> place(orbit.size());
  for (std::size_t v = 0; v < orbit.size(); ++v) {
    const auto first = static_cast<std::size_t>(orbit[v]);
    if (first == v) {
      place[v] = branches.size();
      branches.emplace_back();
    }
    branches[place[first]].members.push_back(static_cast<NodeId>(v));
  }
  return branches;
}

/// These branches count for all together, or the others do; in all as much as ever.
Intervention weighted(const std::vector<NodeId>& members, std::size_t nodes, bool alone) {
  const auto others = static_cast<double>(nodes - members.size());
  const double sharing = alone ? static_cast<double>(members.size()) : others;
  const auto weight = static_cast<float>(static_cast<double>(nodes) / sharing);
  Intervention intervention;
  intervention.branch_weights.assign(nodes, alone ? 0.0F : weight);
  for (const NodeId v : members) intervention.branch_weights[static_cast<std::size_t>(v)] = alone ? weight : 0.0F;
  return intervention;
}

void tell(const std::vector<EqualBranches>& branches, double value, double unmarked, Explanation& into) {
  into.sentences.push_back(fmt::format("All {} nodes were individualized, a branch each; {} branches are different",
                                       into.nodes.size(), branches.size()));
  into.sentences.push_back(fmt::format("If no node were marked, the model would say {} in the place of {}",
                                       in_words(unmarked), in_words(value)));
  std::vector<std::size_t> order(branches.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::abs(value - branches[a].without) > std::abs(value - branches[b].without);
  });
  constexpr std::size_t most = 5;
  for (std::size_t i = 0; i < std::min(most, order.size()) && branches.size() > 1; ++i) {
    const EqualBranches& one = branches[order[i]];
    into.sentences.push_back(fmt::format("The branch{} of {}: {} without, {} alone",
                                         one.members.size() == 1 ? "" : "es", nodes_text(one.members),
                                         in_words(one.without), in_words(one.alone)));
  }
}

}  // namespace

void explain_branches(const ExplainedGraph& graph, Explanation& into) {
  const std::size_t nodes = into.nodes.size();
  std::vector<EqualBranches> branches = branches_of(graph.equal.orbit());
  std::vector<Intervention> interventions = {{.unmarked = true}};
  for (const EqualBranches& one : branches) {
    interventions.push_back(weighted(one.members, nodes, true));
    if (branches.size() > 1) interventions.push_back(weighted(one.members, nodes, false));
  }
  const std::vector<double> numbers = numbers_under(graph, interventions, into);
  std::size_t next = 1;
  const Knowledge known(graph.example.graph, graph.model.colours_of(graph.graph));
  into.story = {
      {"unmarked", json_of(numbers[0])}, {"cells", known.cells().cell_numbers()}, {"branches", Json::array()}};
  for (EqualBranches& one : branches) {
    one.alone = numbers[next++];
    if (branches.size() > 1) one.without = numbers[next++];
    const double worth = branches.size() > 1 ? graph.value - one.without : 0;
    for (const NodeId v : one.members) {
      into.nodes[static_cast<std::size_t>(v)] = worth / static_cast<double>(one.members.size());
    }
    into.story["branches"].push_back(one.to_json());
    into.story["branches"].back()["cells"] = known.with({one.members.front()}).cells().cell_numbers();
  }
  tell(branches, graph.value, numbers[0], into);
}

}  // namespace gnnir

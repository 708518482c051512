#include "gnnir/graph/search_tree.h"

#include <algorithm>

namespace gnnir {

NodeId target_cell(const Partition& partition, CellRule rule) {
  const NodeId none = partition.num_nodes();
  NodeId best = none;
  for (NodeId cell = Partition::first_cell(); cell < partition.num_nodes(); cell = partition.next_cell(cell)) {
    const NodeId size = partition.size_of(cell);
    if (size == 1) continue;
    const bool better = best == none || (rule == CellRule::smallest && size < partition.size_of(best)) ||
                        (rule == CellRule::largest && size > partition.size_of(best));
    if (better) best = cell;
    if (rule == CellRule::first) break;
  }
  return best;
}

SearchTree::SearchTree(const Graph& graph, Colours colours, CellRule rule) : refinement_(graph, colours), rule_(rule) {}

namespace {

/// The nodes of a cell by number, whatever the refinement has made of their order.
std::vector<NodeId> branches(const Partition& partition, NodeId cell) {
  const auto members = partition.members(cell);
  std::vector<NodeId> nodes(members.begin(), members.end());
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

}  // namespace

void SearchTree::walk(const std::function<Step(const Node&)>& visit) {
  std::vector<NodeId> path;
  walk_below(refinement_.coarsest(), path, visit);
}

SearchTree::Step SearchTree::walk_below(const Partition& partition, std::vector<NodeId>& path,
                                        const std::function<Step(const Node&)>& visit) {
  const Step step = visit({path, partition});
  if (step != Step::descend || partition.is_discrete()) return step;
  for (const NodeId v : branches(partition, target_cell(partition, rule_))) {
    Partition branch = partition;
    refinement_.individualize(branch, v);
    path.push_back(v);
    const Step below = walk_below(branch, path, visit);
    path.pop_back();
    if (below == Step::stop) return Step::stop;
  }
  return Step::descend;
}

std::vector<std::int64_t> SearchTree::certificate(std::int64_t depth) {
  return certificate_below(refinement_.coarsest(), depth);
}

std::vector<std::int64_t> SearchTree::certificate_below(const Partition& partition, std::int64_t depth) {
  std::vector<std::int64_t> certificate = refinement_.quotient(partition);
  if (depth == 0 || partition.is_discrete()) return certificate;
  std::vector<std::vector<std::int64_t>> below;
  for (const NodeId v : branches(partition, target_cell(partition, rule_))) {
    Partition branch = partition;
    refinement_.individualize(branch, v);
    below.push_back(certificate_below(branch, depth - 1));
  }
  std::sort(below.begin(), below.end());
  for (const auto& branch : below) certificate.insert(certificate.end(), branch.begin(), branch.end());
  return certificate;
}

}  // namespace gnnir

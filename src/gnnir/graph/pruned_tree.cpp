#include "gnnir/graph/pruned_tree.h"

#include <algorithm>
#include <map>
#include <utility>

#include "gnnir/graph/symmetry.h"

namespace gnnir {
namespace {

template <typename Index>
std::size_t at(Index i) {
  return static_cast<std::size_t>(i);
}

/// What finding orbits costs, measured in refinements of a branch.
constexpr std::int64_t refinements_per_orbits = 4;

void append(std::vector<std::int64_t>& numbers, const Digest& digest) {
  numbers.push_back(static_cast<std::int64_t>(digest.high));
  numbers.push_back(static_cast<std::int64_t>(digest.low));
}

/// Branches that look the same count together, whichever orbits they are of.
using Looks = std::map<Digest, std::int64_t>;

Digest digest_of(const Digest& quotient, const Looks& below) {
  std::vector<std::int64_t> numbers;
  append(numbers, quotient);
  for (const auto& [look, multiplicity] : below) {
    append(numbers, look);
    numbers.push_back(multiplicity);
  }
  return gnnir::digest_of(numbers);
}

}  // namespace

PrunedTree::PrunedTree(const Graph& graph, Colours colours, CellRule rule)
    : graph_(graph), colours_(colours), refinement_(graph, colours), rule_(rule) {
  Partition root = refinement_.coarsest();
  levels_.push_back({{.quotient = gnnir::digest_of(refinement_.quotient(root))}});
  if (!root.is_discrete()) open_.push_back({0, std::move(root), /*symmetric=*/true});
}

PrunedTree::Children PrunedTree::children_of(const Open& open) const {
  const auto cell = open.partition.members(target_cell(open.partition, rule_));
  std::vector<NodeId> members(cell.begin(), cell.end());
  std::sort(members.begin(), members.end());
  Children children{.nodes = {}, .symmetric = false, .work = 0};
  if (!open.symmetric) {
    for (const NodeId v : members) children.nodes.emplace_back(v, 1);
    return children;
  }
  const std::vector<NodeId> cells = open.partition.cell_numbers();
  const std::vector<std::int64_t> nodes(cells.begin(), cells.end());
  const std::vector<NodeId> orbit = find_orbits(graph_, {.nodes = nodes, .edges = colours_.edges});
  children.work = refinements_per_orbits * size();
  for (NodeId v = 0; v < graph_.num_nodes(); ++v) children.symmetric = children.symmetric || orbit[at(v)] != v;
  std::map<NodeId, NodeId> count;  // refinement splits no orbit, so the cell has all members of each
  for (const NodeId v : members) ++count[orbit[at(v)]];
  children.nodes.assign(count.begin(), count.end());
  return children;
}

bool PrunedTree::deepen(const std::function<bool(Cost)>& spend) {
  std::vector<Branch> level;
  std::vector<Open> open;
  for (const Open& parent : open_) {
    const Children children = children_of(parent);
    if (!spend({.work = children.work})) return false;
    for (const auto& [v, multiplicity] : children.nodes) {
      Partition partition = parent.partition;
      refinement_.individualize(partition, v);
      level.push_back({.parent = parent.branch,
                       .node = v,
                       .multiplicity = multiplicity,
                       .quotient = gnnir::digest_of(refinement_.quotient(partition))});
      const bool leaf = partition.is_discrete();
      if (!spend({.work = size(), .kept = leaf ? 0 : graph_.num_nodes()})) return false;
      if (!leaf) open.push_back({std::ssize(level) - 1, std::move(partition), children.symmetric});
    }
  }
  levels_.push_back(std::move(level));
  open_ = std::move(open);
  return true;
}

Digest PrunedTree::certificate() const {
  std::vector<Looks> below;  // of the level that is looked at, by branch
  for (std::int64_t d = depth();; --d) {
    const std::vector<Branch>& branches = level(d);
    below.resize(branches.size());
    if (d == 0) return digest_of(branches.front().quotient, below.front());
    std::vector<Looks> above(level(d - 1).size());
    for (std::size_t b = 0; b < branches.size(); ++b) {
      above[at(branches[b].parent)][digest_of(branches[b].quotient, below[b])] += branches[b].multiplicity;
    }
    below = std::move(above);
  }
}

}  // namespace gnnir

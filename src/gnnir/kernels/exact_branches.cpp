#include "gnnir/kernels/exact_branches.h"

#include <algorithm>
#include <numeric>

#include "gnnir/base/error.h"
#include "gnnir/graph/colour_refinement.h"
#include "gnnir/graph/orbits.h"
#include "gnnir/kernels/exact_plan.h"

namespace gnnir::kernels {
namespace {

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

/// Depth first over ever longer sequences.
class Walk {
 public:
  Walk(const Graph& graph, Colours colours, const ExactBranchOptions& options)
      : graph_(graph), colours_(colours), options_(options), refinement_(graph, colours) {
    branches_.depth = options.depth;
    each_its_own_.resize(at(graph.num_nodes()));
    std::iota(each_its_own_.begin(), each_its_own_.end(), 0);
  }

  ExactBranches run() {
    if (graph_.num_nodes() > 0 || options_.depth == 0) extend({}, 1, refinement_.coarsest());
    if (options_.depth > 0) find_diagonal();
    return std::move(branches_);
  }

 private:
  void extend(const std::vector<NodeId>& prefix, double count, const Partition& partition) {
    const std::int64_t left = options_.depth - std::ssize(prefix);
    if (left == 0) {
      add(prefix, count);
      if (prefix.empty()) branches_.family.push_back(0);
      return;
    }
    if (options_.until_discrete && !prefix.empty() && partition.is_discrete()) {
      end_here(prefix, count);
      return;
    }
    const bool with_maps = options_.carried && options_.orbits && left == 1;
    OrbitMaps maps;
    if (with_maps) maps = orbit_maps_of_partition(graph_, colours_, partition);
    const std::vector<NodeId> orbit = with_maps         ? maps.orbit
                                      : options_.orbits ? orbits_of_partition(graph_, colours_, partition)
                                                        : each_its_own_;
    std::vector<std::int64_t> members(orbit.size(), 0);
    for (const NodeId smallest : orbit) ++members[at(smallest)];
    std::vector<std::int32_t> branch_of(orbit.size(), -1);
    for (NodeId v = 0; v < graph_.num_nodes(); ++v) {
      if (orbit[at(v)] != v) continue;
      branch_of[at(v)] = static_cast<std::int32_t>(branches_.count());
      std::vector<NodeId> longer = prefix;
      longer.push_back(v);
      Partition child = partition;
      if (left > 1 && child.size_of(child.cell_of(v)) > 1) refinement_.individualize(child, v);
      extend(longer, count * static_cast<double>(members[at(v)]), child);
    }
    if (left > 1) return;
    const auto family = static_cast<std::int32_t>(branches_.siblings.size() / orbit.size());
    branches_.family.resize(branches_.counts.size(), family);
    for (std::size_t v = 0; v < orbit.size(); ++v) {
      branches_.siblings.push_back(branch_of[at(orbit[v])]);
      branches_.same_as.push_back(orbit[v]);
    }
    if (options_.carried) add_carried(maps.carried);
  }

  /// Of a family; nothing: every node stands for itself.
  void add_carried(const std::vector<NodeId>& carried) {
    std::vector<NodeId>& all = branches_.carried;
    all.insert(all.end(), carried.begin(), carried.end());
    if (!carried.empty()) return;
    for (std::size_t v = 0; v < each_its_own_.size(); ++v) {
      all.insert(all.end(), each_its_own_.begin(), each_its_own_.end());
    }
  }

  /// One branch for all that begin with the prefix.
  void end_here(std::vector<NodeId> prefix, double count) {
    while (std::ssize(prefix) < options_.depth) {
      prefix.push_back(prefix.back());
      count *= static_cast<double>(graph_.num_nodes());
    }
    add(prefix, count);
    branches_.family.push_back(static_cast<std::int32_t>(branches_.siblings.size() / at(graph_.num_nodes())));
    branches_.siblings.resize(branches_.siblings.size() + at(graph_.num_nodes()), -1);
    branches_.same_as.insert(branches_.same_as.end(), each_its_own_.begin(), each_its_own_.end());
    if (options_.carried) add_carried({});
  }

  void add(const std::vector<NodeId>& sequence, double count) {
    const double rows = static_cast<double>(branches_.count() + 1) * static_cast<double>(graph_.num_nodes());
    if (rows > most_exact_rows) require_exact_rows(graph_.num_nodes(), options_.depth);
    branches_.sequences.insert(branches_.sequences.end(), sequence.begin(), sequence.end());
    branches_.counts.push_back(count);
  }

  /// (v…v) is carried to (r…r), r the smallest node of v's orbit: what leaves r alone leaves r…r alone.
  void find_diagonal() {
    const std::vector<NodeId> orbit = options_.orbits && graph_.num_nodes() > 0
                                          ? orbits_of_partition(graph_, colours_, refinement_.coarsest())
                                          : each_its_own_;
    std::vector<std::int32_t> branch_of(orbit.size(), -1);
    for (std::int64_t b = 0; b < branches_.count(); ++b) {
      const NodeId* u = branches_.sequence(b);
      if (std::all_of(u, u + options_.depth, [&](NodeId v) { return v == *u; })) {
        branch_of[at(*u)] = static_cast<std::int32_t>(b);
      }
    }
    for (const NodeId smallest : orbit) {
      branches_.diagonal.push_back(branch_of[at(smallest)]);
      branches_.diagonal_node.push_back(smallest);
    }
  }

  const Graph& graph_;
  Colours colours_;
  ExactBranchOptions options_;
  ColourRefinement refinement_;
  std::vector<NodeId> each_its_own_;
  ExactBranches branches_;
};

}  // namespace

ExactBranches make_exact_branches(const Graph& graph, Colours colours, const ExactBranchOptions& options) {
  return Walk(graph, colours, options).run();
}

}  // namespace gnnir::kernels

#include "gnnir/kernels/gnn_plan.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "gnnir/base/error.h"

namespace gnnir::kernels {
namespace {

/// Rows of a run at its last level: with 64 channels a step's matrices are then about 1 MB, as a second-level cache.
constexpr std::int64_t rows_per_run = 256;

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

std::int32_t row_number(std::size_t row) {
  if (row > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
    throw data_error("[kernels] a batch of more than 2^31 rows: use a smaller --batch-size");
  }
  return static_cast<std::int32_t>(row);
}

void reserve(StepLinks& links, std::int64_t rows, std::int64_t edges) {
  links.self.reserve(at(rows));
  links.edge_offsets.reserve(at(rows) + 1);
  links.edge_sources.reserve(at(edges));
  links.edges.reserve(at(edges));
  links.edge_offsets.push_back(0);
}

/// Appends a row that follows from row self of the level before and from the rows that `source_of` makes of the
/// sources, by edges from first_edge on.
template <typename SourceOf>
void add_row(StepLinks& links, std::int32_t self, std::span<const std::int32_t> sources, std::int64_t first_edge,
             const SourceOf& source_of) {
  links.self.push_back(self);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    links.edge_sources.push_back(source_of(sources[i]));
    links.edges.push_back(static_cast<std::int32_t>(first_edge) + static_cast<std::int32_t>(i));
  }
  links.edge_offsets.push_back(static_cast<std::int64_t>(links.edge_sources.size()));
}

/// One graph's rows of a topology.
struct GraphView {
  std::int64_t first_row;
  std::int64_t rows;
  const Topology* topology;

  [[nodiscard]] std::int64_t first_edge(std::int64_t v) const { return topology->edge_offsets[at(first_row + v)]; }
  [[nodiscard]] std::span<const std::int32_t> sources(std::int64_t v) const {
    const std::int64_t begin = topology->edge_offsets[at(first_row + v)];
    const std::int64_t end = topology->edge_offsets[at(first_row + v + 1)];
    return std::span(topology->edge_sources).subspan(at(begin), at(end - begin));
  }
};

/// Follows the branches of one graph from level to level.
class GraphBranchRows {
 public:
  /// Level 0 of the next graph. Memory is used again from graph to graph.
  void begin(GraphView graph, std::span<const std::int64_t> chosen, std::int64_t first_input) {
    graph_ = graph;
    branches_ = static_cast<std::int64_t>(chosen.size());
    shared_ = true;
    base_.resize(at(graph.rows));
    std::iota(base_.begin(), base_.end(), row_number(at(first_input)));
    place_.clear();
    for (std::int64_t b = 0; b < branches_; ++b) {
      place_.insert(place_.end(), base_.begin(), base_.end());
      place_[at(b * graph.rows + chosen[at(b)] - graph.first_row)] = row_number(at(first_input + graph.rows + b));
    }
    next_base_.resize(base_.size());
    next_place_.resize(place_.size());
  }

  /// Appends the rows of the next level. Rows that are the same in several branches stand once if that saves rows.
  void step(StepLinks& links, bool last, bool whole_branches) {
    const bool share = shared_ && !whole_branches && count_touched() + graph_.rows < branches_ * graph_.rows;
    if (share) {
      for (std::int64_t v = 0; v < graph_.rows; ++v) {
        // At the last level the graph without individualization is of interest only where a branch still equals it.
        if (last && touched_branches_[at(v)] == branches_) continue;
        next_base_[at(v)] = add(links, v, base_);
      }
    }
    for (std::int64_t b = 0; b < branches_; ++b) {
      const std::span<const std::int32_t> place = std::span(place_).subspan(at(b * graph_.rows), at(graph_.rows));
      for (std::int64_t v = 0; v < graph_.rows; ++v) {
        const std::size_t slot = at(b * graph_.rows + v);
        next_place_[slot] = share && !touched_[slot] ? next_base_[at(v)] : add(links, v, place);
      }
    }
    shared_ = share;
    base_.swap(next_base_);
    place_.swap(next_place_);
  }

  [[nodiscard]] const std::vector<std::int32_t>& place() const { return place_; }

 private:
  std::int32_t add(StepLinks& links, std::int64_t v, std::span<const std::int32_t> place) {
    const std::int32_t row = row_number(links.self.size());
    add_row(links, place[at(v)], graph_.sources(v), graph_.first_edge(v),
            [&](std::int32_t source) { return place[at(source - graph_.first_row)]; });
    return row;
  }

  /// Marks the rows of each branch that the next step makes differ from the graph without individualization.
  std::int64_t count_touched() {
    touched_.assign(place_.size(), false);
    touched_branches_.assign(base_.size(), 0);
    std::int64_t count = 0;
    for (std::int64_t b = 0; b < branches_; ++b) {
      const std::int32_t* place = place_.data() + b * graph_.rows;
      const auto differs = [&](std::int64_t u) { return place[u] != base_[at(u)]; };
      for (std::int64_t v = 0; v < graph_.rows; ++v) {
        bool touched = differs(v);
        for (const std::int32_t source : graph_.sources(v)) touched = touched || differs(source - graph_.first_row);
        if (!touched) continue;
        touched_[at(b * graph_.rows + v)] = true;
        ++touched_branches_[at(v)];
        ++count;
      }
    }
    return count;
  }

  GraphView graph_{};
  std::int64_t branches_ = 0;
  bool shared_ = true;               // base_ is there: untouched rows refer to it
  std::vector<std::int32_t> base_;   // [n]: the graph without individualization, in rows of the level
  std::vector<std::int32_t> place_;  // [branches · n]: the same for every branch
  std::vector<std::int32_t> next_base_;
  std::vector<std::int32_t> next_place_;
  std::vector<bool> touched_;                   // [branches · n]
  std::vector<std::int64_t> touched_branches_;  // [n]
};

}  // namespace

Topology Topology::from(const Batch& batch) {
  Topology topology;
  topology.graph_offsets = batch.ptr;
  row_number(at(topology.rows()));
  row_number(batch.edge_source.size());
  topology.edge_sources.resize(batch.edge_source.size());
  std::transform(batch.edge_source.begin(), batch.edge_source.end(), topology.edge_sources.begin(),
                 [](std::int64_t source) { return static_cast<std::int32_t>(source); });
  topology.edge_offsets.assign(at(topology.rows()) + 1, 0);
  for (const std::int64_t target : batch.edge_target) ++topology.edge_offsets[at(target) + 1];
  std::partial_sum(topology.edge_offsets.begin(), topology.edge_offsets.end(), topology.edge_offsets.begin());
  return topology;
}

void GnnPlan::add_to_run(const Run& part) {
  const auto rows_of = [](const Run& run) { return run.end.back() - run.begin.back(); };
  if (rows_of(part) == 0) return;
  if (runs_.empty() || rows_of(runs_.back()) + rows_of(part) > rows_per_run) {
    runs_.push_back(part);
  } else {
    runs_.back().end = part.end;
    runs_.back().end_group = part.end_group;
  }
}

GnnPlan GnnPlan::plain(const Topology& topology, std::int64_t steps) {
  GnnPlan plan;
  plan.links_.emplace_back();
  StepLinks& links = plan.links_.back();
  links.self.resize(at(topology.rows()));
  std::iota(links.self.begin(), links.self.end(), 0);
  links.edge_offsets = topology.edge_offsets;
  links.edge_sources = topology.edge_sources;
  links.edges.resize(topology.edge_sources.size());
  std::iota(links.edges.begin(), links.edges.end(), 0);
  plan.links_of_step_.assign(at(steps), 0);
  plan.groups_ = {0};
  plan.level_rows_.assign(at(steps) + 1, 0);
  for (std::int64_t g = 0; g < topology.graphs(); ++g) {
    const std::vector<std::int64_t> first_rows = plan.level_rows_;
    plan.level_rows_.assign(at(steps) + 1, topology.graph_offsets[at(g + 1)]);
    plan.groups_.push_back(topology.graph_offsets[at(g + 1)]);
    plan.add_to_run({.begin = first_rows, .end = plan.level_rows_, .first_group = g, .end_group = g + 1});
  }
  return plan;
}

GnnPlan GnnPlan::branches(const Topology& topology, const BranchChoice& choice, std::int64_t steps,
                          bool whole_branches) {
  GnnPlan plan;
  plan.groups_ = {0};
  plan.level_rows_.assign(at(steps) + 1, 0);
  plan.links_.resize(at(steps));
  plan.links_of_step_.resize(at(steps));
  std::iota(plan.links_of_step_.begin(), plan.links_of_step_.end(), 0);
  std::int64_t rows = 0;
  std::int64_t edges = 0;
  for (std::int64_t g = 0; g < topology.graphs(); ++g) {
    const std::int64_t count = choice.offsets[at(g + 1)] - choice.offsets[at(g)];
    const std::int64_t begin = topology.graph_offsets[at(g)];
    const std::int64_t end = topology.graph_offsets[at(g + 1)];
    rows += count * (end - begin);
    edges += count * (topology.edge_offsets[at(end)] - topology.edge_offsets[at(begin)]);
  }
  for (StepLinks& links : plan.links_) reserve(links, rows, edges);
  plan.branch_rows_.reserve(at(rows));
  GraphBranchRows branch_rows;

  for (std::int64_t g = 0; g < topology.graphs(); ++g) {
    const std::vector<std::int64_t> first_rows = plan.level_rows_;
    const std::int64_t first_row = topology.graph_offsets[at(g)];
    const GraphView graph{first_row, topology.graph_offsets[at(g + 1)] - first_row, &topology};
    const std::span<const std::int64_t> chosen =
        choice.rows.subspan(at(choice.offsets[at(g)]), at(choice.offsets[at(g + 1)] - choice.offsets[at(g)]));
    branch_rows.begin(graph, chosen, plan.level_rows_.front());
    plan.level_rows_.front() += graph.rows + static_cast<std::int64_t>(chosen.size());
    for (std::int64_t step = 1; step <= steps; ++step) {
      StepLinks& links = plan.links_[at(step - 1)];
      branch_rows.step(links, step == steps, whole_branches);
      plan.level_rows_[at(step)] = static_cast<std::int64_t>(links.self.size());
    }
    plan.branch_rows_.insert(plan.branch_rows_.end(), branch_rows.place().begin(), branch_rows.place().end());
    if (!whole_branches) {
      plan.add_to_run({.begin = first_rows, .end = plan.level_rows_});
      continue;
    }
    // Whole branches need of each other no more than level 0.
    for (std::size_t b = 0; b < chosen.size(); ++b) {
      const std::int64_t group = static_cast<std::int64_t>(plan.groups_.size()) - 1;
      Run branch{.begin = first_rows, .end = plan.level_rows_, .first_group = group, .end_group = group + 1};
      for (std::size_t level = 1; level < first_rows.size(); ++level) {
        branch.begin[level] = plan.groups_.back();
        branch.end[level] = plan.groups_.back() + graph.rows;
      }
      plan.groups_.push_back(plan.groups_.back() + graph.rows);
      plan.add_to_run(branch);
    }
  }
  return plan;
}

}  // namespace gnnir::kernels

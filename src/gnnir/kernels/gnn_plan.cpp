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
    throw data_error("[kernels] a batch of more than 2^31 rows: use a smaller train.batch_size");
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
  links.edge_offsets.push_back(row_number(links.edge_sources.size()));
}

/// One graph's rows of a batch.
struct GraphView {
  std::int64_t first_row;
  std::int64_t rows;
  const Batch* batch;

  [[nodiscard]] std::int64_t first_edge(std::int64_t v) const { return batch->edge_offsets[at(first_row + v)]; }
  [[nodiscard]] std::span<const std::int32_t> sources(std::int64_t v) const { return batch->sources(first_row + v); }
};

/// Follows the branches of one graph from level to level.
class GraphBranchRows {
 public:
  /// Level 0 of the next graph. Memory is used again from graph to graph.
  void begin(GraphView graph, std::span<const std::int32_t> chosen, std::int64_t first_input) {
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

GnnPlan GnnPlan::plain(const Batch& batch, std::int64_t steps) {
  GnnPlan plan;
  plan.links_.emplace_back();
  StepLinks& links = plan.links_.back();
  links.self.resize(at(batch.num_nodes()));
  std::iota(links.self.begin(), links.self.end(), 0);
  links.edge_offsets = batch.edge_offsets;
  links.edge_sources = batch.edge_sources;
  links.edges.resize(batch.edge_sources.size());
  std::iota(links.edges.begin(), links.edges.end(), 0);
  plan.links_of_step_.assign(at(steps), 0);
  plan.groups_ = {{0}};
  for (std::int64_t g = 0; g < batch.num_graphs(); ++g) {
    const std::int64_t begin = batch.first_row(g);
    const std::int64_t end = batch.first_row(g + 1);
    plan.groups_.front().push_back(end);
    if (begin == end) continue;
    const bool fits = !plan.runs_.empty() && end - plan.runs_.back().begin.back() <= rows_per_run;
    if (!fits) plan.runs_.push_back({.begin = std::vector(at(steps) + 1, begin), .end = {}, .first_group = g});
    plan.runs_.back().end.assign(at(steps) + 1, end);
    plan.runs_.back().end_group = g + 1;
  }
  plan.level_rows_.assign(at(steps) + 1, batch.num_nodes());
  return plan;
}

GnnPlan GnnPlan::branches(const Batch& batch, const Choice& choice, std::int64_t steps, bool whole_branches) {
  GnnPlan plan;
  plan.groups_ = {{0}};
  plan.level_rows_.assign(at(steps) + 1, 0);
  plan.links_.resize(at(steps));
  plan.links_of_step_.resize(at(steps));
  std::iota(plan.links_of_step_.begin(), plan.links_of_step_.end(), 0);
  std::int64_t rows = 0;
  std::int64_t edges = 0;
  for (std::int64_t g = 0; g < batch.num_graphs(); ++g) {
    const std::int64_t count = choice.count(g);
    const std::int64_t begin = batch.first_row(g);
    const std::int64_t end = batch.first_row(g + 1);
    rows += count * (end - begin);
    edges += count * (batch.edge_offsets[at(end)] - batch.edge_offsets[at(begin)]);
  }
  for (StepLinks& links : plan.links_) reserve(links, rows, edges);
  plan.branch_rows_.reserve(at(rows));
  GraphBranchRows branch_rows;

  for (std::int64_t g = 0; g < batch.num_graphs(); ++g) {
    const std::vector<std::int64_t> first_rows = plan.level_rows_;
    const std::int64_t first_row = batch.first_row(g);
    const GraphView graph{first_row, batch.first_row(g + 1) - first_row, &batch};
    const std::span<const std::int32_t> chosen = choice.chosen(g);
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
    std::vector<std::int64_t>& groups = plan.groups_.front();
    for (std::size_t b = 0; b < chosen.size(); ++b) {
      const std::int64_t group = static_cast<std::int64_t>(groups.size()) - 1;
      Run branch{.begin = first_rows, .end = plan.level_rows_, .first_group = group, .end_group = group + 1};
      for (std::size_t level = 1; level < first_rows.size(); ++level) {
        branch.begin[level] = groups.back();
        branch.end[level] = groups.back() + graph.rows;
      }
      groups.push_back(groups.back() + graph.rows);
      plan.add_to_run(branch);
    }
  }
  return plan;
}

}  // namespace gnnir::kernels

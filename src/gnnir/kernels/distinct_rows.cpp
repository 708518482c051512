#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "gnnir/base/error.h"
#include "gnnir/kernels/gnn_plan.h"

namespace gnnir::kernels {
namespace {

/// Graphs share rows until their run has so many at its last level. More at a time would be shared; fewer stay in the
/// second-level cache.
constexpr std::int64_t rows_of_full_run = 256;

/// Products that may be left for sharing to be worth a plan, as a share of all.
constexpr double worthwhile = 0.9;

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

std::int32_t row_number(std::size_t row) {
  if (row > at(std::numeric_limits<std::int32_t>::max())) {
    throw data_error("[kernels] a batch of more than 2^31 rows: use a smaller train.batch_size");
  }
  return static_cast<std::int32_t>(row);
}

/// Whether so many nodes have so few colours that there may be something to share.
bool have_equals(const std::vector<RowColour>& nodes) {
  ColourNumbers numbers(nodes.size());
  std::int32_t different = 0;
  for (const RowColour colour : nodes) {
    if (numbers.number(colour, different) == different) ++different;
  }
  return different <= worthwhile * static_cast<double>(nodes.size());
}

}  // namespace

/// Makes GnnPlan::distinct, graph after graph, level after level.
class DistinctRows {
 public:
  DistinctRows(const Batch& batch, const InputColours& colours, std::int64_t steps, bool within_graphs)
      : batch_(batch), colours_(colours), within_graphs_(within_graphs), edge_numbers_(colours.edges.size()) {
    plan_.level_rows_.assign(at(steps) + 1, 0);
    plan_.links_.resize(at(steps));
    for (StepLinks& links : plan_.links_) links.edge_offsets.push_back(0);
    plan_.links_of_step_.resize(at(steps));
    std::iota(plan_.links_of_step_.begin(), plan_.links_of_step_.end(), 0);
    plan_.groups_.assign(within_graphs ? at(steps) : 1, {0});
    if (within_graphs) plan_.counts_.resize(at(steps));
    plan_.node_rows_.reserve(at(batch.num_nodes()));
    numbers_.assign(at(steps) + 1, ColourNumbers(at(batch.num_nodes())));
  }

  void add(std::int64_t graph) {
    const std::int64_t nodes = batch_.nodes_of(graph);
    if (nodes > 0) {
      if (run_is_full() || within_graphs_) forget();
      if (run_is_full()) begin_run();
      first_row_ = batch_.first_row(graph);
      add_inputs(nodes);
      for (std::size_t step = 0; step < plan_.links_.size(); ++step) add_step(step, nodes);
      plan_.node_rows_.insert(plan_.node_rows_.end(), place_.begin(), place_.end());
      plan_.runs_.back().end = plan_.level_rows_;
    }
    if (within_graphs_) end_group(nodes > 0);
  }

  /// Rows go into a product of the step that they begin, and of the one that they come from.
  [[nodiscard]] bool is_worthwhile() const {
    std::int64_t rows = 0;
    for (std::size_t step = 1; step < plan_.level_rows_.size(); ++step) {
      rows += plan_.level_rows_[step - 1] + plan_.level_rows_[step];
    }
    const std::int64_t all = 2 * plan_.steps() * batch_.num_nodes();
    return static_cast<double>(rows) <= worthwhile * static_cast<double>(all);
  }

  GnnPlan take() { return std::move(plan_); }

 private:
  [[nodiscard]] bool run_is_full() const {
    if (plan_.runs_.empty()) return true;
    return plan_.runs_.back().end.back() - plan_.runs_.back().begin.back() >= rows_of_full_run;
  }
  void begin_run() {
    const auto group = static_cast<std::int64_t>(plan_.groups_.front().size()) - 1;
    plan_.runs_.push_back(
        {.begin = plan_.level_rows_, .end = plan_.level_rows_, .first_group = group, .end_group = group});
  }
  void end_group(bool in_run) {
    for (std::size_t step = 0; step < plan_.groups_.size(); ++step) {
      plan_.groups_[step].push_back(plan_.level_rows_[step + 1]);
    }
    if (in_run) plan_.runs_.back().end_group = static_cast<std::int64_t>(plan_.groups_.front().size()) - 1;
  }
  void forget() {
    for (ColourNumbers& numbers : numbers_) numbers.clear();
  }

  void add_inputs(std::int64_t nodes) {
    colour_.assign(colours_.nodes.begin() + first_row_, colours_.nodes.begin() + first_row_ + nodes);
    place_.resize(at(nodes));
    for (std::int64_t v = 0; v < nodes; ++v) {
      const std::int32_t next = row_number(plan_.input_rows_.size());
      place_[at(v)] = numbers_.front().number(colour_[at(v)], next);
      if (place_[at(v)] == next) plan_.input_rows_.push_back(static_cast<std::int32_t>(first_row_ + v));
    }
    plan_.level_rows_.front() = static_cast<std::int64_t>(plan_.input_rows_.size());
  }

  void add_step(std::size_t step, std::int64_t nodes) {
    StepLinks& links = plan_.links_[step];
    next_colour_.resize(at(nodes));
    next_place_.resize(at(nodes));
    for (std::int64_t v = 0; v < nodes; ++v) {
      next_colour_[at(v)] = next_colour(colour_[at(v)], messages_to(v));
      const std::int32_t next = row_number(links.self.size());
      const std::int32_t row = numbers_[step + 1].number(next_colour_[at(v)], next);
      if (row == next) add_row(links, v);
      next_place_[at(v)] = row;
      if (within_graphs_) count(step, row);
    }
    plan_.level_rows_[step + 1] = static_cast<std::int64_t>(links.self.size());
    colour_.swap(next_colour_);
    place_.swap(next_place_);
  }

  [[nodiscard]] RowColour messages_to(std::int64_t v) const {
    RowColour sum;
    std::size_t edge = at(batch_.edge_offsets[at(first_row_ + v)]);
    for (const std::int32_t source : batch_.sources(first_row_ + v)) {
      const RowColour by = colours_.edges.empty() ? RowColour() : colours_.edges[edge];
      sum = sum + message_colour(colour_[at(source - first_row_)], by);
      ++edge;
    }
    return sum;
  }

  void add_row(StepLinks& links, std::int64_t v) {
    links.self.push_back(place_[at(v)]);
    std::int32_t edge = batch_.edge_offsets[at(first_row_ + v)];
    for (const std::int32_t source : batch_.sources(first_row_ + v)) {
      links.edge_sources.push_back(place_[at(source - first_row_)]);
      links.edges.push_back(edge_number(edge++));
    }
    links.edge_offsets.push_back(row_number(links.edge_sources.size()));
  }

  std::int32_t edge_number(std::int32_t edge) {
    if (colours_.edges.empty()) return edge;
    const std::int32_t next = row_number(plan_.input_edges_.size());
    const std::int32_t number = edge_numbers_.number(colours_.edges[at(edge)], next);
    if (number == next) plan_.input_edges_.push_back(edge);
    return number;
  }

  void count(std::size_t step, std::int32_t row) {
    std::vector<float>& counts = plan_.counts_[step];
    if (at(row) == counts.size()) counts.push_back(0);
    counts[at(row)] += 1;
  }

  const Batch& batch_;
  const InputColours& colours_;
  bool within_graphs_;
  GnnPlan plan_;
  std::vector<ColourNumbers> numbers_;  // by level: the rows of the run, or graph
  ColourNumbers edge_numbers_;
  // Of the graph at work:
  std::int64_t first_row_ = 0;
  std::vector<RowColour> colour_, next_colour_;   // [n]
  std::vector<std::int32_t> place_, next_place_;  // [n]: in rows of the level
};

std::shared_ptr<const GnnPlan> GnnPlan::distinct(const Batch& batch, const InputColours& colours, std::int64_t steps,
                                                 bool within_graphs) {
  if (batch.num_nodes() == 0 || !have_equals(colours.nodes)) return nullptr;
  DistinctRows rows(batch, colours, steps, within_graphs);
  for (std::int64_t graph = 0; graph < batch.num_graphs(); ++graph) rows.add(graph);
  if (!rows.is_worthwhile()) return nullptr;
  return std::make_shared<const GnnPlan>(rows.take());
}

}  // namespace gnnir::kernels

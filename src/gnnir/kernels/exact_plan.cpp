#include "gnnir/kernels/exact_plan.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "gnnir/base/error.h"

namespace gnnir::kernels {
namespace {

using Row = std::int32_t;

/// Gives equal lists of numbers the same number, in the order in which they come.
class Numbering {
 public:
  explicit Numbering(std::size_t expected) { slots_.assign(std::bit_ceil(2 * expected + 16), -1); }

  /// Returns the number, and whether it is new.
  std::pair<Row, bool> operator()(std::span<const std::int64_t> list) {
    std::uint64_t hash = 0x9E3779B97F4A7C15ULL ^ list.size();
    for (const std::int64_t x : list) {
      hash = (hash ^ static_cast<std::uint64_t>(x)) * 0xFF51AFD7ED558CCDULL;
      hash ^= hash >> 32U;
    }
    if (2 * ends_.size() > slots_.size()) grow();
    for (std::size_t at = hash & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
      if (slots_[at] < 0) {
        slots_[at] = static_cast<Row>(ends_.size() - 1);
        hashes_.push_back(hash);
        numbers_.insert(numbers_.end(), list.begin(), list.end());
        ends_.push_back(numbers_.size());
        return {slots_[at], true};
      }
      if (hashes_[static_cast<std::size_t>(slots_[at])] == hash && equal(slots_[at], list)) return {slots_[at], false};
    }
  }

 private:
  [[nodiscard]] bool equal(Row number, std::span<const std::int64_t> list) const {
    const std::size_t begin = ends_[static_cast<std::size_t>(number)];
    const std::size_t end = ends_[static_cast<std::size_t>(number) + 1];
    return std::equal(list.begin(), list.end(), numbers_.begin() + static_cast<std::ptrdiff_t>(begin),
                      numbers_.begin() + static_cast<std::ptrdiff_t>(end));
  }
  void grow() {
    slots_.assign(2 * slots_.size(), -1);
    for (std::size_t i = 0; i < hashes_.size(); ++i) {
      std::size_t at = hashes_[i] & (slots_.size() - 1);
      while (slots_[at] >= 0) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = static_cast<Row>(i);
    }
  }

  std::vector<Row> slots_;
  std::vector<std::uint64_t> hashes_;
  std::vector<std::int64_t> numbers_;
  std::vector<std::size_t> ends_{0};
};

enum class Walk { along_edges, either_way };

/// [num_nodes, num_nodes]: the distance from u to v.
std::vector<std::int32_t> distances_in(const Graph& graph, Walk walk, std::int32_t most) {
  const auto n = static_cast<std::size_t>(graph.num_nodes());
  std::vector<std::vector<NodeId>> targets(n);
  for (const Edge& edge : graph.edges()) {
    targets[static_cast<std::size_t>(edge.source)].push_back(edge.target);
    if (walk == Walk::either_way) targets[static_cast<std::size_t>(edge.target)].push_back(edge.source);
  }
  std::vector<std::int32_t> distances(n * n, most + 1);
  std::vector<std::size_t> queue;
  for (std::size_t u = 0; u < n; ++u) {
    std::int32_t* from_u = distances.data() + u * n;
    std::vector<bool> seen(n, false);
    queue.assign(1, u);
    seen[u] = true;
    from_u[u] = 0;
    for (std::size_t head = 0; head < queue.size(); ++head) {
      const std::int32_t next = std::min(from_u[queue[head]] + 1, most);
      for (const NodeId w : targets[queue[head]]) {
        const auto target = static_cast<std::size_t>(w);
        if (seen[target]) continue;
        seen[target] = true;
        from_u[target] = next;
        queue.push_back(target);
      }
    }
  }
  return distances;
}

class Planner {
 public:
  Planner(const Graph& graph, Colours colours, const ExactPlanOptions& options)
      : graph_(graph),
        options_(options),
        n_(static_cast<std::size_t>(graph.num_nodes())),
        node_colours_(colours.nodes.empty() ? std::vector<std::int64_t>(n_, 0) : ranks_of(colours.nodes)),
        edge_colours_(colours.edges.empty() ? std::vector<std::int64_t>(static_cast<std::size_t>(graph.num_edges()), 0)
                                            : ranks_of(colours.edges)) {
    branches_ = make_exact_branches(graph, {node_colours_, edge_colours_}, options.branches());
    if (!options.share) std::iota(edge_colours_.begin(), edge_colours_.end(), 0);  // every edge stands for itself
    for (std::size_t e = 0; e < edge_colours_.size(); ++e) {
      const auto colour = static_cast<std::size_t>(edge_colours_[e]);
      if (colour >= edge_of_colour_.size()) edge_of_colour_.resize(colour + 1);
      edge_of_colour_[colour] = static_cast<std::int32_t>(e);
    }
  }

  ExactPlan plan() {
    begin();
    for (std::int64_t step = 0; step < options_.steps; ++step) this->step();
    finish();
    return std::move(plan_);
  }

 private:
  [[nodiscard]] std::size_t num_branches() const { return branches_.counts.size(); }
  /// u_L of a branch; of L = 0 any.
  [[nodiscard]] std::size_t last_of(std::size_t branch) const {
    const auto b = static_cast<std::int64_t>(branch);
    return options_.depth > 0 ? static_cast<std::size_t>(branches_.sequence(b)[options_.depth - 1]) : 0;
  }
  /// The row of ((u_1…u_{L-1}, v), v), where u is a branch; if it ended earlier, that of (u, v).
  [[nodiscard]] Row own_row(std::size_t branch, std::size_t v) const {
    const std::size_t at = static_cast<std::size_t>(branches_.family[branch]) * n_ + v;
    if (branches_.siblings[at] < 0) return row_[branch * n_ + v];
    return row_[static_cast<std::size_t>(branches_.siblings[at]) * n_ +
                static_cast<std::size_t>(branches_.same_as[at])];
  }

  /// The row of ((u_1…u_{L-1}, w), v), where u is a branch; -1 if it ended earlier.
  [[nodiscard]] Row row_across(std::size_t branch, std::size_t w, std::size_t v) const {
    const std::size_t at = static_cast<std::size_t>(branches_.family[branch]) * n_ + w;
    if (branches_.siblings[at] < 0) return -1;
    return row_[static_cast<std::size_t>(branches_.siblings[at]) * n_ +
                static_cast<std::size_t>(branches_.carried[at * n_ + v])];
  }

  [[nodiscard]] std::int64_t edge_kinds() const { return std::max<std::int64_t>(1, std::ssize(edge_of_colour_)); }

  /// Whether the row of node v in a branch that ends with `last` is there `left` steps before the last level.
  [[nodiscard]] bool needed(std::size_t last, std::size_t v, std::int64_t left) const {
    return hops_.empty() || hops_[last * n_ + v] <= options_.radius + left;
  }

  void begin() {
    const auto depth = static_cast<std::size_t>(options_.depth);
    const std::vector<std::int32_t> distances = options_.distances && depth > 0
                                                    ? distances_in(graph_, Walk::along_edges, farthest)
                                                    : std::vector<std::int32_t>();
    if (options_.radius >= 0 && depth > 0) {
      hops_ = distances_in(graph_, Walk::either_way, static_cast<std::int32_t>(options_.radius + options_.steps + 1));
    }
    Numbering numbers(num_branches() * n_);
    row_.assign(num_branches() * n_, -1);
    std::vector<std::int64_t> key(depth + 1);
    std::vector<double> counts;
    for (std::size_t b = 0; b < num_branches(); ++b) {
      const NodeId* const u = branches_.sequence(static_cast<std::int64_t>(b));
      for (std::size_t v = 0; v < n_; ++v) {
        if (!needed(last_of(b), v, options_.steps)) continue;
        key[0] = node_colours_[v];
        for (std::size_t l = 0; l < depth; ++l) {
          const auto from = static_cast<std::size_t>(u[l]);
          key[l + 1] = options_.distances ? distances[from * n_ + v] : (from == v ? 0 : 1);
        }
        const Row row = place(numbers, key, branches_.counts[b], counts);
        row_[b * n_ + v] = row;
        if (static_cast<std::size_t>(row) < plan_.nodes.size()) continue;
        plan_.nodes.push_back(static_cast<std::int32_t>(v));
        for (std::size_t l = 0; l < depth; ++l) plan_.marks.push_back(static_cast<std::int32_t>(key[l + 1]));
      }
    }
    plan_.counts = in_floats(counts);
  }

  /// Counts are added up in double precision: in single precision 2^24 and 1 are 2^24.
  static std::vector<float> in_floats(const std::vector<double>& counts) { return {counts.begin(), counts.end()}; }

  /// The number of the key's row, which counts so much more; without sharing a new one.
  Row place(Numbering& numbers, std::span<const std::int64_t> key, double count, std::vector<double>& counts) const {
    if (!options_.share) {
      counts.push_back(count);
      return static_cast<Row>(counts.size() - 1);
    }
    const auto [row, is_new] = numbers(key);
    if (is_new) counts.push_back(0);
    counts[static_cast<std::size_t>(row)] += count;
    return row;
  }

  /// Equal numbers of a list become one with their count behind it: [x, count, …], ascending.
  void add_counted(std::vector<std::int64_t>& list, std::vector<std::int64_t>& key) const {
    std::sort(list.begin(), list.end());
    for (std::size_t i = 0; i < list.size();) {
      std::size_t end = i + 1;
      while (options_.share && end < list.size() && list[end] == list[i]) ++end;
      key.push_back(list[i]);
      key.push_back(static_cast<std::int64_t>(end - i));
      i = end;
    }
  }

  void step() {
    ExactLevel level;
    Numbering numbers(static_cast<std::size_t>(2 * plan_.rows(std::ssize(plan_.levels))));
    std::vector<Row> next(row_.size(), -1);
    const std::int64_t left = options_.steps - std::ssize(plan_.levels) - 1;
    std::vector<Row> place_of_own(static_cast<std::size_t>(plan_.rows(std::ssize(plan_.levels))), -1);
    std::vector<std::int64_t> key;
    std::vector<std::int64_t> list;
    const std::int64_t kinds = edge_kinds();
    std::vector<double> counts;
    for (std::size_t b = 0; b < num_branches(); ++b) {
      const std::size_t last = last_of(b);
      for (std::size_t v = 0; v < n_; ++v) {
        if (!needed(last, v, left)) continue;
        const std::size_t at = b * n_ + v;
        const Row own = options_.own ? own_row(b, v) : -1;
        key.assign({row_[at], own});
        list.clear();
        const auto first = static_cast<std::size_t>(graph_.edge_offsets()[v]);
        const std::span<const NodeId> sources = graph_.neighbours(static_cast<NodeId>(v));
        for (std::size_t j = 0; j < sources.size(); ++j) {
          list.push_back(static_cast<std::int64_t>(row_[b * n_ + static_cast<std::size_t>(sources[j])]) * kinds +
                         edge_colours_[first + j]);
        }
        add_counted(list, key);
        const std::size_t messages = (key.size() - 2) / 2;
        list.clear();
        if (options_.neighbours) {
          for (const NodeId w : graph_.neighbours(static_cast<NodeId>(last))) {
            const Row row = row_across(b, static_cast<std::size_t>(w), v);
            if (row >= 0) list.push_back(row);
          }
          key.push_back(-1);
          add_counted(list, key);
        }
        const Row row = place(numbers, key, branches_.counts[b], counts);
        next[at] = row;
        if (row < level.rows()) continue;
        describe(level, key, messages, place_of_own);
      }
    }
    level.counts = in_floats(counts);
    level.graph_ptr.push_back(static_cast<Row>(level.rows()));
    row_ = std::move(next);
    plan_.levels.push_back(std::move(level));
  }

  /// Appends the row that the key describes.
  void describe(ExactLevel& level, std::span<const std::int64_t> key, std::size_t messages,
                std::vector<Row>& place_of_own) const {
    const std::int64_t kinds = edge_kinds();
    level.self.push_back(static_cast<Row>(key[0]));
    if (options_.own) {
      Row& place = place_of_own[static_cast<std::size_t>(key[1])];
      if (place < 0) {
        place = static_cast<Row>(level.own_rows.size());
        level.own_rows.push_back(static_cast<Row>(key[1]));
      }
      level.own.push_back(place);
    }
    std::size_t i = 2;
    for (; i < 2 + 2 * messages; i += 2) {
      level.messages.sources.push_back(static_cast<Row>(key[i] / kinds));
      level.messages.weights.push_back(static_cast<float>(key[i + 1]));
      level.edges.push_back(edge_of_colour_[static_cast<std::size_t>(key[i] % kinds)]);
    }
    level.messages.offsets.push_back(static_cast<Row>(level.messages.sources.size()));
    if (!options_.neighbours) return;
    for (++i; i < key.size(); i += 2) {
      level.across.sources.push_back(static_cast<Row>(key[i]));
      level.across.weights.push_back(static_cast<float>(key[i + 1]));
    }
    level.across.offsets.push_back(static_cast<Row>(level.across.sources.size()));
  }

  void finish() {
    Numbering numbers(num_branches());
    std::vector<double> counts;
    std::vector<std::int64_t> key;
    std::vector<std::int64_t> list;
    for (std::size_t b = 0; b < num_branches(); ++b) {
      key.assign(1, options_.depth > 0 ? row_[b * n_ + last_of(b)] : -1);
      list.assign(row_.begin() + static_cast<std::ptrdiff_t>(b * n_),
                  row_.begin() + static_cast<std::ptrdiff_t>((b + 1) * n_));
      std::erase(list, -1);
      add_counted(list, key);
      const Row branch = place(numbers, key, branches_.counts[b], counts);
      plan_.sequence_branch.push_back(branch);
      if (options_.depth > 0) plan_.sequence_node.push_back(branches_.sequence(static_cast<std::int64_t>(b))[0]);
      if (branch < plan_.branches.count()) continue;
      if (options_.depth > 0) plan_.branch_own.push_back(static_cast<Row>(key[0]));
      for (std::size_t i = 1; i < key.size(); i += 2) {
        plan_.branches.sources.push_back(static_cast<Row>(key[i]));
        plan_.branches.weights.push_back(static_cast<float>(key[i + 1]));
      }
      plan_.branches.offsets.push_back(static_cast<Row>(plan_.branches.sources.size()));
    }
    plan_.branch_counts = in_floats(counts);
    plan_.sequence_counts = branches_.counts;
    plan_.branch_ptr.push_back(static_cast<Row>(plan_.branches.count()));
    for (std::size_t v = 0; v < n_; ++v) {
      const auto branch = options_.depth > 0 ? static_cast<std::size_t>(branches_.diagonal[v]) : 0;
      const auto node = options_.depth > 0 ? static_cast<std::size_t>(branches_.diagonal_node[v]) : v;
      plan_.diagonal.push_back(row_[branch * n_ + node]);
    }
  }

  const Graph& graph_;
  ExactPlanOptions options_;
  std::size_t n_;
  std::vector<std::int64_t> node_colours_;
  std::vector<std::int64_t> edge_colours_;
  std::vector<std::int32_t> edge_of_colour_;  // messages by edges of one colour are equal: one stands for all
  ExactBranches branches_;
  std::vector<std::int32_t> hops_;  // [nodes, nodes], where the radius matters
  std::vector<Row> row_;            // [branches, nodes]: where each row (u, v) is computed
  ExactPlan plan_;
};

void append_shifted(std::vector<std::int32_t>& to, const std::vector<std::int32_t>& from, std::int32_t by) {
  for (const std::int32_t x : from) to.push_back(x + by);
}

template <typename T>
void append_all(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

void WeightedSums::append(const WeightedSums& other, std::int32_t first_row) {
  const std::int32_t first_entry = offsets.back();
  for (std::size_t r = 1; r < other.offsets.size(); ++r) offsets.push_back(first_entry + other.offsets[r]);
  append_shifted(sources, other.sources, first_row);
  append_all(weights, other.weights);
}

double ExactPlan::all_rows() const {
  const std::vector<float>& last = levels.empty() ? counts : levels.back().counts;
  return std::accumulate(last.begin(), last.end(), 0.0);
}

void ExactPlan::append(const ExactPlan& graph, std::int32_t first_node, std::int32_t first_edge) {
  if (levels.empty()) levels.resize(graph.levels.size());
  auto before = static_cast<std::int32_t>(counts.size());
  append_all(counts, graph.counts);
  append_shifted(nodes, graph.nodes, first_node);
  append_all(marks, graph.marks);
  for (std::size_t t = 0; t < levels.size(); ++t) {
    ExactLevel& level = levels[t];
    const ExactLevel& more = graph.levels[t];
    const auto first_row = static_cast<std::int32_t>(level.rows());
    append_all(level.counts, more.counts);
    append_shifted(level.self, more.self, before);
    level.messages.append(more.messages, before);
    append_shifted(level.edges, more.edges, first_edge);
    append_shifted(level.own, more.own, static_cast<std::int32_t>(level.own_rows.size()));
    append_shifted(level.own_rows, more.own_rows, before);
    level.across.append(more.across, before);
    level.graph_ptr.push_back(static_cast<std::int32_t>(level.rows()));
    before = first_row;
  }
  append_shifted(sequence_node, graph.sequence_node, first_node);
  append_all(sequence_counts, graph.sequence_counts);
  append_shifted(sequence_branch, graph.sequence_branch, static_cast<std::int32_t>(branches.count()));
  branches.append(graph.branches, before);
  append_all(branch_counts, graph.branch_counts);
  append_shifted(branch_own, graph.branch_own, before);
  branch_ptr.push_back(static_cast<std::int32_t>(branches.count()));
  append_shifted(diagonal, graph.diagonal, before);
}

double exact_rows(std::int64_t num_nodes, std::int64_t depth) {
  return std::pow(static_cast<double>(num_nodes), static_cast<double>(depth + 1));
}

void require_exact_rows(std::int64_t num_nodes, std::int64_t depth) {
  const double rows = exact_rows(num_nodes, depth);
  if (rows <= most_exact_rows) return;
  throw usage_error(
      "[ir] a graph of {} nodes has {:.3g} rows with L = {}, more than {:.3g}: try a smaller "
      "model.ir_layers, or model.architecture=gnn-ir",
      num_nodes, rows, depth, most_exact_rows);
}

ExactPlan make_exact_plan(const Graph& graph, Colours colours, const ExactPlanOptions& options) {
  return Planner(graph, colours, options).plan();
}

}  // namespace gnnir::kernels

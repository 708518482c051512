#include "gnnir/kernels/exact_plan_cache.h"

#include <algorithm>

namespace gnnir::kernels {
namespace {

/// Rows of features, as bytes that are equal where the features are.
class FeatureBytes {
 public:
  explicit FeatureBytes(std::span<const FeatureColumn> columns) : columns_(columns) {}
  [[nodiscard]] std::string of(std::int64_t row) const {
    std::string bytes;
    for (const FeatureColumn& column : columns_) {
      bytes.append(static_cast<const char*>(column.bytes) + static_cast<std::size_t>(row) * column.width, column.width);
    }
    return bytes;
  }
  /// For rows begin..end-1: the number of different smaller ones.
  [[nodiscard]] std::vector<std::int64_t> colours(std::int64_t begin, std::int64_t end) const {
    std::vector<std::string> texts;
    for (std::int64_t row = begin; row < end; ++row) texts.push_back(of(row));
    return ranks_of(std::span<const std::string>(texts));
  }

 private:
  std::span<const FeatureColumn> columns_;
};

void append_number(std::string& key, std::int32_t number) {
  key.append(reinterpret_cast<const char*>(&number), sizeof(number));
}

/// Everything that a plan depends on.
std::string key_of(const Batch& batch, std::int64_t graph, const FeatureBytes& nodes, const FeatureBytes& edges) {
  const std::int32_t first = batch.first_row(graph);
  const std::int32_t end = batch.first_row(graph + 1);
  std::string key;
  append_number(key, end - first);
  for (std::int32_t row = first; row < end; ++row) {
    append_number(key, static_cast<std::int32_t>(batch.sources(row).size()));
    for (const std::int32_t source : batch.sources(row)) append_number(key, source - first);
    key += nodes.of(row);
  }
  for (std::int32_t e = batch.first_edge(graph); e < batch.first_edge(graph + 1); ++e) key += edges.of(e);
  return key;
}

Graph graph_of(const Batch& batch, std::int64_t graph) {
  const std::int32_t first = batch.first_row(graph);
  std::vector<Edge> edges;
  for (std::int32_t row = first; row < batch.first_row(graph + 1); ++row) {
    for (const std::int32_t source : batch.sources(row)) edges.push_back({source - first, row - first});
  }
  return Graph::from_edges(static_cast<NodeId>(batch.nodes_of(graph)), edges, {.undirected = false});
}

std::size_t bytes_of(const WeightedSums& sums) { return 4 * sums.offsets.size() + 8 * sums.sources.size(); }

std::size_t bytes_of(const ExactPlan& plan) {
  std::size_t bytes = 4 * (plan.counts.size() + plan.nodes.size() + plan.marks.size() + plan.diagonal.size()) +
                      bytes_of(plan.branches) + 8 * plan.branch_counts.size();
  for (const ExactLevel& level : plan.levels) {
    bytes +=
        4 * (level.counts.size() + level.self.size() + level.edges.size() + level.own.size() + level.own_rows.size()) +
        bytes_of(level.messages) + bytes_of(level.across);
  }
  return bytes;
}

}  // namespace

std::shared_ptr<const ExactPlan> ExactPlanCache::plan_of(const Batch& batch,
                                                         std::span<const FeatureColumn> node_columns,
                                                         std::span<const FeatureColumn> edge_columns) {
  const FeatureBytes nodes(node_columns);
  const FeatureBytes edges(edge_columns);
  auto all = std::make_shared<ExactPlan>();
  for (std::int64_t g = 0; g < batch.num_graphs(); ++g) {
    const std::string key = key_of(batch, g, nodes, edges);
    std::shared_ptr<const ExactPlan> plan;
    {
      const std::lock_guard lock(mutex_);
      const auto found = plans_.find(key);
      if (found != plans_.end()) plan = found->second;
    }
    if (!plan) {
      const Graph graph = graph_of(batch, g);
      const std::vector<std::int64_t> node_colours = nodes.colours(batch.first_row(g), batch.first_row(g + 1));
      const std::vector<std::int64_t> edge_colours = edges.colours(batch.first_edge(g), batch.first_edge(g + 1));
      plan = std::make_shared<ExactPlan>(make_exact_plan(graph, {node_colours, edge_colours}, options_));
      const std::lock_guard lock(mutex_);
      const std::size_t bytes = key.size() + bytes_of(*plan);
      if (bytes_ + bytes <= most_bytes_ && plans_.emplace(key, plan).second) bytes_ += bytes;
    }
    all->append(*plan, batch.first_row(g), batch.first_edge(g));
  }
  if (all->levels.empty()) all->levels.resize(static_cast<std::size_t>(options_.steps));
  return all;
}

}  // namespace gnnir::kernels

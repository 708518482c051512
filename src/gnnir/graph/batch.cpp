#include "gnnir/graph/batch.h"

#include <algorithm>
#include <limits>

#include "gnnir/base/error.h"

namespace gnnir {
namespace {

std::int32_t checked(std::int64_t count) {
  if (count > std::numeric_limits<std::int32_t>::max()) {
    throw data_error("[batch] more than 2^31 rows or edges at one time: use a smaller train.batch_size");
  }
  return static_cast<std::int32_t>(count);
}

}  // namespace

void Batch::append(const Graph& graph) {
  const auto first_row = ptr.back();
  const auto first_edge = edge_offsets.back();
  ptr.push_back(checked(std::int64_t{first_row} + graph.num_nodes()));
  checked(std::int64_t{first_edge} + graph.num_edges());
  for (const std::int64_t offset : graph.edge_offsets().subspan(1)) {
    edge_offsets.push_back(first_edge + static_cast<std::int32_t>(offset));
  }
  for (const NodeId source : graph.sources()) edge_sources.push_back(first_row + source);
}

Batch repeated(const Batch& batch, std::span<const std::int32_t> copies) {
  std::int64_t nodes = 0;
  std::int64_t edges = 0;
  std::int64_t graphs = 0;
  for (std::size_t g = 0; g < copies.size(); ++g) {
    const auto graph = static_cast<std::int64_t>(g);
    nodes += copies[g] * batch.nodes_of(graph);
    edges += std::int64_t{copies[g]} * (batch.first_edge(graph + 1) - batch.first_edge(graph));
    graphs += copies[g];
  }
  checked(nodes);
  checked(edges);
  Batch result;
  result.ptr.reserve(static_cast<std::size_t>(graphs) + 1);
  result.edge_offsets.reserve(static_cast<std::size_t>(nodes) + 1);
  result.edge_sources.reserve(static_cast<std::size_t>(edges));
  for (std::size_t g = 0; g < copies.size(); ++g) {
    const auto graph = static_cast<std::int64_t>(g);
    for (std::int32_t copy = 0; copy < copies[g]; ++copy) {
      const std::int32_t row_shift = result.ptr.back() - batch.first_row(graph);
      const std::int32_t edge_shift = result.edge_offsets.back() - batch.first_edge(graph);
      for (std::int32_t row = batch.first_row(graph); row < batch.first_row(graph + 1); ++row) {
        for (const std::int32_t source : batch.sources(row)) result.edge_sources.push_back(source + row_shift);
        result.edge_offsets.push_back(batch.edge_offsets[static_cast<std::size_t>(row) + 1] + edge_shift);
      }
      result.ptr.push_back(batch.first_row(graph + 1) + row_shift);
    }
  }
  return result;
}

Batch edges_as_rows(const Batch& batch) {
  Batch rows;
  for (std::int64_t g = 1; g <= batch.num_graphs(); ++g) rows.ptr.push_back(batch.first_edge(g));
  rows.edge_offsets.assign(static_cast<std::size_t>(batch.num_edges()) + 1, 0);
  return rows;
}

InducedBatch induced(const Batch& batch, std::span<const std::int32_t> rows) {
  std::vector<std::int32_t> new_row(static_cast<std::size_t>(batch.num_nodes()), -1);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    new_row[static_cast<std::size_t>(rows[i])] = static_cast<std::int32_t>(i);
  }
  InducedBatch left;
  for (const std::int32_t row : rows) {
    std::int32_t edge = batch.edge_offsets[static_cast<std::size_t>(row)];
    for (const std::int32_t source : batch.sources(row)) {
      if (new_row[static_cast<std::size_t>(source)] >= 0) {
        left.batch.edge_sources.push_back(new_row[static_cast<std::size_t>(source)]);
        left.edges.push_back(edge);
      }
      ++edge;
    }
    left.batch.edge_offsets.push_back(static_cast<std::int32_t>(left.edges.size()));
  }
  for (std::int64_t g = 1; g <= batch.num_graphs(); ++g) {
    const auto end = std::lower_bound(rows.begin(), rows.end(), batch.first_row(g));
    left.batch.ptr.push_back(static_cast<std::int32_t>(end - rows.begin()));
  }
  return left;
}

}  // namespace gnnir

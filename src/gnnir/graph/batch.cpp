#include "gnnir/graph/batch.h"

namespace gnnir {

void Batch::append(const Graph& graph) {
  const std::int64_t first_row = ptr.back();
  const std::int64_t number = num_graphs();
  for (NodeId v = 0; v < graph.num_nodes(); ++v) {
    for (const NodeId u : graph.neighbours(v)) {
      edge_source.push_back(first_row + u);
      edge_target.push_back(first_row + v);
    }
  }
  batch.insert(batch.end(), static_cast<std::size_t>(graph.num_nodes()), number);
  ptr.push_back(first_row + graph.num_nodes());
  edge_ptr.push_back(static_cast<std::int64_t>(edge_source.size()));
}

Batch repeated(const Batch& batch, std::span<const std::int64_t> copies) {
  Batch result;
  std::int64_t nodes = 0;
  std::int64_t edges = 0;
  std::int64_t graphs = 0;
  for (std::size_t g = 0; g < copies.size(); ++g) {
    nodes += copies[g] * (batch.ptr[g + 1] - batch.ptr[g]);
    edges += copies[g] * (batch.edge_ptr[g + 1] - batch.edge_ptr[g]);
    graphs += copies[g];
  }
  result.edge_source.reserve(static_cast<std::size_t>(edges));
  result.edge_target.reserve(static_cast<std::size_t>(edges));
  result.batch.reserve(static_cast<std::size_t>(nodes));
  result.ptr.reserve(static_cast<std::size_t>(graphs) + 1);
  result.edge_ptr.reserve(static_cast<std::size_t>(graphs) + 1);
  for (std::size_t g = 0; g < copies.size(); ++g) {
    const auto num_nodes = static_cast<std::size_t>(batch.ptr[g + 1] - batch.ptr[g]);
    for (std::int64_t copy = 0; copy < copies[g]; ++copy) {
      const std::int64_t shift = result.ptr.back() - batch.ptr[g];
      for (auto e = static_cast<std::size_t>(batch.edge_ptr[g]); e < static_cast<std::size_t>(batch.edge_ptr[g + 1]);
           ++e) {
        result.edge_source.push_back(batch.edge_source[e] + shift);
        result.edge_target.push_back(batch.edge_target[e] + shift);
      }
      result.batch.insert(result.batch.end(), num_nodes, result.num_graphs());
      result.ptr.push_back(result.ptr.back() + static_cast<std::int64_t>(num_nodes));
      result.edge_ptr.push_back(static_cast<std::int64_t>(result.edge_source.size()));
    }
  }
  return result;
}

}  // namespace gnnir

#include "gnnir/capi/graphs.h"

#include <algorithm>
#include <limits>
#include <span>

#include "gnnir/base/error.h"
#include "gnnir/capi/arguments.h"
#include "gnnir/data/edge_list.h"

namespace gnnir::capi {
namespace {

constexpr std::int64_t most_rows = std::int64_t{1} << 40;     // products of these two are still numbers
constexpr std::int64_t most_columns = std::int64_t{1} << 20;  // check_dataset's own
constexpr std::int64_t most_nodes = std::numeric_limits<NodeId>::max();

void check_sizes(const gnnir_graphs& graphs) {
  require_number("num_graphs", graphs.num_graphs, 0, most_rows);
  require_number("num_nodes", graphs.num_nodes, 0, most_rows);
  require_number("num_edges", graphs.num_edges, 0, most_rows);
  require_number("num_node_attributes", graphs.num_node_attributes, 0, most_columns);
  require_number("num_edge_attributes", graphs.num_edge_attributes, 0, most_columns);
  if (graphs.edge_index != nullptr && graphs.edge_index_32 != nullptr) {
    throw usage_error("[c] edge_index and edge_index_32 are both there: which is meant?");
  }
  if (graphs.num_edges > 0 && graphs.edge_index_32 == nullptr) given(graphs.edge_index, "edge_index");
  if (graphs.num_node_attributes > 0 && graphs.num_nodes > 0) given(graphs.node_attributes, "node_attributes");
  if (graphs.num_edge_attributes > 0 && graphs.num_edges > 0) given(graphs.edge_attributes, "edge_attributes");
}

/// [num_graphs + 1]: where the nodes of each graph begin.
std::vector<std::int64_t> node_offsets(const gnnir_graphs& graphs) {
  if (graphs.node_ptr == nullptr) {
    if (graphs.num_graphs != 1) {
      throw usage_error("[c] node_ptr: expected a pointer with {} graphs, found null", graphs.num_graphs);
    }
    require_number("num_nodes", graphs.num_nodes, 0, most_nodes);
    return {0, graphs.num_nodes};
  }
  std::vector<std::int64_t> offsets(graphs.node_ptr, graphs.node_ptr + graphs.num_graphs + 1);
  if (offsets.front() != 0 || offsets.back() != graphs.num_nodes) {
    throw usage_error("[c] node_ptr: expected 0 to {}, the number of nodes, found {} to {}", graphs.num_nodes,
                      offsets.front(), offsets.back());
  }
  for (std::size_t g = 0; g + 1 < offsets.size(); ++g) {
    const bool ascends = offsets[g + 1] >= offsets[g] && offsets[g + 1] <= graphs.num_nodes;
    if (!ascends || offsets[g + 1] - offsets[g] > most_nodes) {
      throw usage_error("[c] node_ptr[{}]: expected at least {}, found {}", g + 1, offsets[g], offsets[g + 1]);
    }
  }
  return offsets;
}

/// Row `row` of a table of the caller, added to another.
template <typename T>
void add_row(const T* table, std::int64_t columns, std::int64_t row, std::vector<T>& to) {
  if (table == nullptr || columns == 0) return;
  to.insert(to.end(), table + row * columns, table + (row + 1) * columns);
}

/// The edges of each graph, with nodes as the graph numbers them.
std::vector<EdgeList> edges_by_graph(const gnnir_graphs& graphs, std::span<const std::int64_t> offsets) {
  std::vector<EdgeList> lists(offsets.size() - 1);
  const auto end_of_edge = [&](std::int64_t place) {
    return graphs.edge_index != nullptr ? graphs.edge_index[place] : std::int64_t{graphs.edge_index_32[place]};
  };
  std::size_t g = 0;  // mostly the graph of the edge before
  for (std::int64_t e = 0; e < graphs.num_edges; ++e) {
    const std::int64_t source = end_of_edge(e);
    const std::int64_t target = end_of_edge(graphs.num_edges + e);
    for (const std::int64_t end : {source, target}) {
      if (end >= 0 && end < graphs.num_nodes) continue;
      throw data_error("[graphs] edge {}: node {} is outside 0..{}", e, end, graphs.num_nodes - 1);
    }
    if (source < offsets[g] || source >= offsets[g + 1]) {
      g = static_cast<std::size_t>(std::upper_bound(offsets.begin(), offsets.end(), source) - offsets.begin()) - 1;
    }
    if (target < offsets[g] || target >= offsets[g + 1]) {
      throw data_error("[graphs] edge {}: nodes {} and {} are not of one graph: {} has {}..{}", e, source, target, g,
                       offsets[g], offsets[g + 1] - 1);
    }
    EdgeList& list = lists[g];
    list.edges.push_back({static_cast<NodeId>(source - offsets[g]), static_cast<NodeId>(target - offsets[g])});
    add_row(graphs.edge_labels, 1, e, list.labels);
    add_row(graphs.edge_attributes, graphs.num_edge_attributes, e, list.attributes);
  }
  return lists;
}

/// Rows first..last of a table of the caller; none if it is not there.
template <typename T>
std::vector<T> rows_of(const T* table, std::int64_t columns, std::int64_t first, std::int64_t last) {
  if (table == nullptr || columns == 0) return {};
  return {table + first * columns, table + last * columns};
}

}  // namespace

Dataset dataset_of(const gnnir_graphs& graphs, const EdgeRules& rules) {
  check_sizes(graphs);
  Dataset dataset;
  dataset.name = "graphs";
  dataset.num_attributes = graphs.num_node_attributes;
  dataset.num_edge_attributes = graphs.num_edge_attributes;
  const std::vector<std::int64_t> offsets = node_offsets(graphs);
  const std::vector<EdgeList> lists = edges_by_graph(graphs, offsets);
  dataset.examples.reserve(lists.size());
  for (std::size_t g = 0; g < lists.size(); ++g) {
    const std::int64_t first = offsets[g];
    const std::int64_t last = offsets[g + 1];
    Example example = build_example(static_cast<NodeId>(last - first), lists[g], rules, dataset.repairs);
    example.node_labels = rows_of(graphs.node_labels, 1, first, last);
    example.node_attributes = rows_of(graphs.node_attributes, graphs.num_node_attributes, first, last);
    dataset.examples.push_back(std::move(example));
  }
  return dataset;
}

}  // namespace gnnir::capi

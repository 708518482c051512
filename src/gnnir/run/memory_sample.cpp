#include "gnnir/run/memory_sample.h"

#include <algorithm>

#include "gnnir/data/edge_list.h"

namespace gnnir {
namespace {

/// A graph with the same features, cut to the nodes nearest to its first one: a graph may be too large to try. Without
/// `edges`, only its nodes.
Example cut_to(const Example& example, const Dataset& dataset, NodeId most, bool edges = true) {
  const Graph& graph = example.graph;
  std::vector<NodeId> new_name(static_cast<std::size_t>(graph.num_nodes()), -1);
  std::vector<NodeId> kept;
  const auto keep = [&](NodeId v) {
    if (new_name[static_cast<std::size_t>(v)] >= 0 || static_cast<NodeId>(kept.size()) >= most) return;
    new_name[static_cast<std::size_t>(v)] = static_cast<NodeId>(kept.size());
    kept.push_back(v);
  };
  for (NodeId start = 0, next = 0; start < graph.num_nodes(); ++start) {
    keep(start);
    for (; next < static_cast<NodeId>(kept.size()); ++next) {
      for (const NodeId u : graph.neighbours(kept[static_cast<std::size_t>(next)])) keep(u);
    }
  }
  Example nodes;
  EdgeList list;
  // Row `row` of a table goes to the end of another.
  const auto take = [](const auto& table, std::size_t row, std::int64_t columns, auto& to) {
    if (table.empty()) return;
    const auto begin = table.begin() + static_cast<std::int64_t>(row) * columns;
    to.insert(to.end(), begin, begin + columns);
  };
  for (const NodeId v : kept) {
    auto edge = static_cast<std::size_t>(graph.edge_offsets()[static_cast<std::size_t>(v)]);
    for (const NodeId u : graph.neighbours(v)) {
      const std::size_t row = edge++;
      if (!edges || new_name[static_cast<std::size_t>(u)] < 0) continue;
      list.edges.push_back({new_name[static_cast<std::size_t>(u)], new_name[static_cast<std::size_t>(v)]});
      take(example.edge_labels, row, 1, list.labels);
      take(example.edge_attributes, row, dataset.num_edge_attributes, list.attributes);
    }
    const auto row = static_cast<std::size_t>(v);
    take(example.node_labels, row, 1, nodes.node_labels);
    take(example.node_attributes, row, dataset.num_attributes, nodes.node_attributes);
  }
  Dataset::Repairs none;
  Example cut = build_example(static_cast<NodeId>(kept.size()), list, {.undirected = false}, none);
  cut.node_labels = std::move(nodes.node_labels);
  cut.node_attributes = std::move(nodes.node_attributes);
  return cut;
}

}  // namespace

double GraphWeights::of(const GraphSize& size) const {
  const GraphCost cost_of_graph = cost.of_graph(size);
  return cost_of_graph.node_rows + per_edge * cost_of_graph.edge_rows;
}

double GraphWeights::of(const Dataset& dataset, std::span<const std::int64_t> graphs) const {
  double sum = 0;
  for (const std::int64_t g : graphs) {
    const auto at = static_cast<std::size_t>(g);
    sum += of(dataset.examples[at].graph) * (shares.empty() ? 1.0 : shares[at]);
  }
  return sum;
}

Dataset sample_of(const Dataset& dataset, std::span<const std::int64_t> graphs, const GraphWeights& weights) {
  constexpr double enough = 40'000;
  Dataset sample = without_graphs(dataset);
  double weight = 0;
  for (const std::int64_t g : graphs) {
    const Example& example = dataset.examples[static_cast<std::size_t>(g)];
    const GraphSize all = GraphSize::of(example.graph);
    const auto part = [&](double share) {
      return GraphSize{static_cast<std::int64_t>(share * static_cast<double>(all.nodes)),
                       static_cast<std::int64_t>(share * static_cast<double>(all.edges))};
    };
    double share = 1;
    while (part(share).nodes > 1 && weights.of(part(share)) > enough) share *= 0.9;
    const auto nodes = static_cast<NodeId>(std::max<std::int64_t>(part(share).nodes, 1));
    sample.examples.push_back(share < 1 ? cut_to(example, dataset, nodes) : example);
    weight += weights.of(sample.examples.back().graph);
    if (weight >= enough) break;
  }
  return sample;
}

Dataset small_pieces(const Dataset& dataset, std::span<const std::int64_t> graphs, bool edges) {
  constexpr NodeId small = 60;  // complete, it has 3,540 edges
  constexpr std::int64_t enough_nodes = 1'000;
  constexpr std::int64_t enough_edges = 8'000;
  Dataset pieces = without_graphs(dataset);
  std::int64_t num_nodes = 0;
  std::int64_t num_edges = 0;
  for (std::size_t i = 0; !graphs.empty() && i < static_cast<std::size_t>(enough_nodes); ++i) {
    const auto g = static_cast<std::size_t>(graphs[i % graphs.size()]);
    pieces.examples.push_back(cut_to(dataset.examples[g], dataset, small, edges));
    num_nodes += pieces.examples.back().graph.num_nodes();
    num_edges += pieces.examples.back().graph.num_edges();
    if (num_nodes >= enough_nodes || num_edges >= enough_edges) break;
  }
  return pieces;
}

}  // namespace gnnir

#include "gnnir/data/generate/strongly_regular.h"

#include <fmt/format.h>

#include <functional>

#include "gnnir/base/error.h"
#include "gnnir/data/generate/random_order.h"

namespace gnnir {
namespace {

Graph graph_where(NodeId nodes, const std::function<bool(NodeId, NodeId)>& joined) {
  std::vector<Edge> edges;
  for (NodeId v = 0; v < nodes; ++v) {
    for (NodeId u = 0; u < v; ++u) {
      if (joined(u, v)) edges.push_back({u, v});
    }
  }
  return Graph::from_edges(nodes, edges);
}

/// Words of three letters of four, or pairs of two: joined where one letter differs.
Graph hamming_graph(NodeId nodes) {
  return graph_where(nodes, [](NodeId u, NodeId v) {
    int different = 0;
    for (; u != v; u /= 4, v /= 4) different += u % 4 != v % 4 ? 1 : 0;
    return different == 1;
  });
}

/// Pairs of numbers mod 4, joined where their difference is ±(1, 0), ±(0, 1) or ±(1, 1).
bool joined_by_shrikhande(NodeId u, NodeId v) {
  const NodeId row = (u / 4 - v / 4 + 4) % 4;
  const NodeId column = (u % 4 - v % 4 + 4) % 4;
  const bool one_row = row == 1 || row == 3;
  const bool one_column = column == 1 || column == 3;
  return (one_row && column == 0) || (row == 0 && one_column) || (one_row && row == column);
}

/// Shrikhande's graph four times, copies of a node joined to each other: its product with the complete graph.
bool joined_by_doob(NodeId u, NodeId v) {
  return u % 16 == v % 16 || (u / 16 == v / 16 && joined_by_shrikhande(u % 16, v % 16));
}

/// The pairs of 0..7 in order.
std::vector<std::pair<NodeId, NodeId>> pairs_of_eight() {
  std::vector<std::pair<NodeId, NodeId>> pairs;
  for (NodeId b = 0; b < 8; ++b) {
    for (NodeId a = 0; a < b; ++a) pairs.emplace_back(a, b);
  }
  return pairs;
}

/// Pairs of eight things, joined where they share one; then switched: pairs in `switched` are joined to pairs outside
/// it where they were not. (Chang 1960; Seidel's switching.)
Graph triangular_graph(const std::function<bool(NodeId, NodeId)>& switched) {
  const auto pairs = pairs_of_eight();
  return graph_where(static_cast<NodeId>(pairs.size()), [&](NodeId u, NodeId v) {
    const auto [a, b] = pairs[static_cast<std::size_t>(u)];
    const auto [c, d] = pairs[static_cast<std::size_t>(v)];
    const bool share = a == c || a == d || b == c || b == d;
    return share != (switched(a, b) != switched(c, d));
  });
}

std::vector<Graph> triangular_graphs() {
  const auto nothing = [](NodeId, NodeId) { return false; };
  const auto matching = [](NodeId a, NodeId b) { return b == a + 4; };
  const auto octagon = [](NodeId a, NodeId b) { return b == a + 1 || b == a + 7; };
  const auto triangle_and_pentagon = [](NodeId a, NodeId b) { return b < 3 || (a >= 3 && (b == a + 1 || b == a + 4)); };
  return {triangular_graph(nothing), triangular_graph(matching), triangular_graph(octagon),
          triangular_graph(triangle_and_pentagon)};
}

/// The product of two elements of a group whose elements are 0..order-1.
using Product = std::function<NodeId(NodeId, NodeId)>;

Product cyclic(NodeId order) {
  return [order](NodeId a, NodeId b) { return (a + b) % order; };
}
Product times_two(const Product& group) {  // the last digit is the second factor
  return [group](NodeId a, NodeId b) { return 2 * group(a / 2, b / 2) + ((a ^ b) & 1); };
}
/// Turns and reflections of a polygon: 2 · turn + (1 if reflected). `square`: what a reflection's square turns by, half
/// of the turns for quaternions.
Product reflections(NodeId turns, NodeId square) {
  return [turns, square](NodeId a, NodeId b) {
    const bool both = (a & b & 1) != 0;
    const NodeId other = (a & 1) != 0 ? turns - b / 2 : b / 2;
    return 2 * ((a / 2 + other + (both ? square : 0)) % turns) + ((a ^ b) & 1);
  };
}

std::vector<Product> groups_of(NodeId order) {
  if (order == 4) return {cyclic(4), times_two(cyclic(2))};
  if (order == 6) return {cyclic(6), reflections(3, 0)};
  if (order == 8) {
    return {cyclic(8), times_two(cyclic(4)), times_two(times_two(cyclic(2))), reflections(4, 0), reflections(4, 2)};
  }
  return {};
}

/// Places of a Latin square, joined where they share the row, the column or what is written there.
Graph latin_square_graph(NodeId order, const Product& product) {
  return graph_where(order * order, [&](NodeId u, NodeId v) {
    return u / order == v / order || u % order == v % order ||
           product(u / order, u % order) == product(v / order, v % order);
  });
}

}  // namespace

std::vector<Graph> regular_graphs(RegularFamily family, NodeId nodes) {
  std::vector<Graph> graphs;
  if (family == RegularFamily::lattice && nodes == 16) {
    graphs = {hamming_graph(16), graph_where(16, joined_by_shrikhande)};
  } else if (family == RegularFamily::triangular && nodes == 28) {
    graphs = triangular_graphs();
  } else if (family == RegularFamily::hamming && nodes == 64) {
    graphs = {hamming_graph(64), graph_where(64, joined_by_doob)};
  } else if (family == RegularFamily::latin) {
    for (const NodeId order : {4, 6, 8}) {
      if (order * order != nodes) continue;
      for (const Product& group : groups_of(order)) graphs.push_back(latin_square_graph(order, group));
    }
  }
  return graphs;
}

Dataset generate_strongly_regular(const RegularOptions& options) {
  constexpr NodeId largest = 64;
  Dataset dataset;
  dataset.name = "SR";
  for (const RegularFamily family : options.families) {
    for (NodeId nodes = 1; nodes <= std::min(largest, options.most_nodes); ++nodes) {
      for (const Graph& graph : regular_graphs(family, nodes)) {
        dataset.class_names.push_back(fmt::format("{}", dataset.size()));
        dataset.classes.push_back(dataset.size());
        dataset.examples.push_back({.graph = in_random_order(graph, options.seed, dataset.size())});
      }
    }
  }
  if (dataset.examples.empty()) {
    throw usage_error("[sr] there is no such graph of at most {} nodes", options.most_nodes);
  }
  return dataset;
}

}  // namespace gnnir

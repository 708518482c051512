#include "gnnir/data/generate/cfi.h"

#include <algorithm>
#include <bit>

#include "gnnir/base/error.h"
#include "gnnir/data/generate/cubic_graphs.h"
#include "gnnir/data/generate/random_order.h"
#include "gnnir/graph/symmetry.h"

namespace gnnir {
namespace {

constexpr NodeId most_neighbours = 16;
constexpr NodeId largest_complete = 12;

void check_base(const Graph& base) {
  if (base.has_self_loops() || !base.is_undirected()) {
    throw usage_error("[cfi] expected a base graph of undirected edges without loops");
  }
  for (NodeId v = 0; v < base.num_nodes(); ++v) {
    if (base.degree(v) > most_neighbours) {
      throw usage_error("[cfi] expected base nodes of at most {} neighbours, found {} at node {}", most_neighbours,
                        base.degree(v), v);
    }
  }
}

/// Numbers of the nodes of all gadgets: a gadget has its outer nodes first, a pair for each of its edges, then the
/// inner ones.
struct Gadgets {
  explicit Gadgets(const Graph& base) : base(base) {
    for (NodeId v = 0; v < base.num_nodes(); ++v) {
      first.push_back(count);
      count += 2 * base.degree(v) + (base.degree(v) == 0 ? 1 : NodeId{1} << (base.degree(v) - 1));
    }
  }
  /// v's outer node for its edge to w, of the given side.
  [[nodiscard]] NodeId outer(NodeId v, NodeId w, NodeId side) const {
    const auto neighbours = base.neighbours(v);
    const auto edge = std::lower_bound(neighbours.begin(), neighbours.end(), w) - neighbours.begin();
    return first[static_cast<std::size_t>(v)] + 2 * static_cast<NodeId>(edge) + side;
  }

  const Graph& base;
  std::vector<NodeId> first;
  NodeId count = 0;
};

void add_gadget(const Gadgets& gadgets, NodeId v, std::vector<Edge>& edges) {
  const NodeId degree = gadgets.base.degree(v);
  const NodeId first = gadgets.first[static_cast<std::size_t>(v)];
  NodeId inner = first + 2 * degree;
  for (std::uint32_t subset = 0; subset < (1U << degree); ++subset) {
    if (std::popcount(subset) % 2 != 0) continue;
    for (NodeId edge = 0; edge < degree; ++edge) {
      edges.push_back({inner, first + 2 * edge + static_cast<NodeId>((subset >> edge) & 1U)});
    }
    ++inner;
  }
}

Graph cycle(NodeId nodes) {
  std::vector<Edge> edges;
  for (NodeId v = 0; v < nodes; ++v) edges.push_back({v, (v + 1) % nodes});
  return Graph::from_edges(nodes, edges);
}

Graph complete(NodeId nodes) {
  std::vector<Edge> edges;
  for (NodeId v = 0; v < nodes; ++v) {
    for (NodeId u = 0; u < v; ++u) edges.push_back({u, v});
  }
  return Graph::from_edges(nodes, edges);
}

std::vector<Graph> bases_of(CfiBase base, NodeId nodes) {
  if (base == CfiBase::cubic) return connected_cubic_graphs(nodes);
  if (base == CfiBase::cycle) return nodes >= 3 ? std::vector{cycle(nodes)} : std::vector<Graph>{};
  if (nodes > largest_complete) {
    throw usage_error("[cfi] expected complete base graphs of at most {} nodes, found {}: {} inner nodes each",
                      largest_complete, nodes, std::int64_t{1} << std::min<NodeId>(nodes - 2, 62));
  }
  return nodes >= 4 ? std::vector{complete(nodes)} : std::vector<Graph>{};
}

/// By size; the complete graph on four nodes is cubic, too, and comes once.
std::vector<Graph> base_graphs(const CfiOptions& options) {
  std::vector<Graph> all;
  for (NodeId nodes = 3; nodes <= options.most_nodes; ++nodes) {
    std::vector<Graph> of_size;
    for (const CfiBase base : options.bases) {
      for (Graph& graph : bases_of(base, nodes)) {
        const bool known = std::any_of(of_size.begin(), of_size.end(),
                                       [&](const Graph& other) { return are_isomorphic(graph, other); });
        if (!known) of_size.push_back(std::move(graph));
      }
    }
    std::move(of_size.begin(), of_size.end(), std::back_inserter(all));
  }
  if (all.empty()) throw usage_error("[cfi] there is no such base graph of at most {} nodes", options.most_nodes);
  return all;
}

}  // namespace

Graph cfi_graph(const Graph& base, bool twisted) {
  check_base(base);
  const Gadgets gadgets(base);
  std::vector<Edge> edges;
  for (NodeId v = 0; v < base.num_nodes(); ++v) {
    add_gadget(gadgets, v, edges);
    for (const NodeId w : base.neighbours(v)) {
      if (w > v) continue;
      const NodeId twist = std::exchange(twisted, false) ? 1 : 0;  // the first edge: any other gives the same graph
      for (const NodeId side : {0, 1}) edges.push_back({gadgets.outer(v, w, side), gadgets.outer(w, v, side ^ twist)});
    }
  }
  return Graph::from_edges(gadgets.count, edges);
}

Dataset generate_cfi(const CfiOptions& options) {
  Dataset dataset;
  dataset.name = "CFI";
  dataset.class_names = {"0", "1"};
  for (const Graph& base : base_graphs(options)) {
    for (const bool twisted : {false, true}) {
      dataset.examples.push_back({.graph = in_random_order(cfi_graph(base, twisted), options.seed, dataset.size())});
      dataset.classes.push_back(twisted ? 1 : 0);
    }
  }
  return dataset;
}

}  // namespace gnnir

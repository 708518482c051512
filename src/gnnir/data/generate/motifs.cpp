#include "gnnir/data/generate/motifs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "gnnir/base/error.h"
#include "gnnir/base/rng.h"
#include "gnnir/data/source/kept.h"

namespace gnnir {
namespace {

constexpr NodeId motif_nodes = 5;

/// The source of each edge is a node with a chance in proportion to its degree.
std::vector<Edge> random_tree(NodeId nodes, Rng& rng) {
  std::vector<Edge> edges;
  for (NodeId v = 1; v < nodes; ++v) {
    if (edges.empty()) {
      edges.push_back({0, 1});
      continue;
    }
    const Edge& met = edges[rng.below(edges.size())];  // each end of an edge is as likely as the other
    edges.push_back({rng.below(2) == 0 ? met.source : met.target, v});
  }
  return edges;
}

/// A ring of five, whose nodes 0 and 1 are the roof's eaves if it is a house.
std::vector<Edge> motif(bool house) {
  std::vector<Edge> edges = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}};
  if (house) edges.push_back({1, 4});
  return edges;
}

void add_graph(Dataset& dataset, const MotifsOptions& options, std::int64_t number) {
  Rng rng(options.seed, Purpose::generator, static_cast<std::uint64_t>(number));
  const bool house = number % 2 == 1;
  std::vector<Edge> edges = random_tree(options.tree_nodes, rng);
  for (const Edge& edge : motif(house)) {
    edges.push_back({options.tree_nodes + edge.source, options.tree_nodes + edge.target});
  }
  edges.push_back({static_cast<NodeId>(rng.below(static_cast<std::uint64_t>(options.tree_nodes))),
                   options.tree_nodes + static_cast<NodeId>(rng.below(motif_nodes))});
  std::vector<NodeId> names(static_cast<std::size_t>(options.tree_nodes + motif_nodes));
  std::iota(names.begin(), names.end(), 0);
  rng.shuffle(std::span(names));
  const Graph graph = Graph::from_edges(options.tree_nodes + motif_nodes, edges);
  dataset.examples.push_back({.graph = relabelled(graph, names)});
  dataset.classes.push_back(house ? 1 : 0);
  std::vector<NodeId> of_motif(names.end() - motif_nodes, names.end());
  std::sort(of_motif.begin(), of_motif.end());
  dataset.kept.front().values.push_back(fmt::format("{}", fmt::join(of_motif, " ")));
}

}  // namespace

Dataset generate_motifs(const MotifsOptions& options) {
  if (options.tree_nodes < 1)
    throw usage_error("[generate] MOTIFS: expected a tree of at least 1 node, found {}", options.tree_nodes);
  Dataset dataset;
  dataset.name = "MOTIFS";
  dataset.class_names = {"cycle", "house"};
  dataset.kept = {{motif_column, {}}};
  for (std::int64_t number = 0; number < options.graphs; ++number) add_graph(dataset, options, number);
  return dataset;
}

}  // namespace gnnir

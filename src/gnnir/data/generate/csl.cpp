#include "gnnir/data/generate/csl.h"

#include <numeric>

#include "gnnir/base/error.h"
#include "gnnir/base/rng.h"

namespace gnnir {
namespace {

Graph skip_link_graph(NodeId nodes, NodeId skip) {
  std::vector<Edge> edges;
  for (NodeId u = 0; u < nodes; ++u) {
    edges.push_back({u, (u + 1) % nodes});
    edges.push_back({u, (u + skip) % nodes});
  }
  return Graph::from_edges(nodes, edges);
}

std::vector<NodeId> random_names(NodeId nodes, Rng rng) {
  std::vector<NodeId> names(static_cast<std::size_t>(nodes));
  std::iota(names.begin(), names.end(), 0);
  rng.shuffle(std::span(names));
  return names;
}

void check(const CslOptions& options) {
  if (options.copies < 1) throw usage_error("[csl] expected at least one copy, found {}", options.copies);
  if (options.skips.empty()) throw usage_error("[csl] expected at least one skip, found none");
  for (const NodeId skip : options.skips) {
    if (skip < 2 || skip > options.nodes - 2) {
      throw usage_error("[csl] skip {} is outside 2..{} for {} nodes", skip, options.nodes - 2, options.nodes);
    }
  }
}

}  // namespace

Dataset generate_csl(const CslOptions& options) {
  check(options);
  Dataset dataset;
  dataset.name = "CSL";
  for (std::size_t c = 0; c < options.skips.size(); ++c) {
    dataset.class_names.push_back(fmt::format("{}", c));
    const Graph graph = skip_link_graph(options.nodes, options.skips[c]);
    for (int copy = 0; copy < options.copies; ++copy) {
      Rng rng(options.seed, Purpose::generator, c, static_cast<std::uint64_t>(copy));
      dataset.examples.push_back({.graph = relabelled(graph, random_names(options.nodes, rng))});
      dataset.classes.push_back(static_cast<std::int64_t>(c));
    }
  }
  return dataset;
}

}  // namespace gnnir

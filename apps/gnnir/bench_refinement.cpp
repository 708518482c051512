#include <fmt/format.h>

#include <numeric>

#include "commands.h"
#include "gnnir/base/clock.h"
#include "gnnir/base/json.h"
#include "gnnir/base/rng.h"
#include "gnnir/graph/colour_refinement.h"
#include "output.h"

namespace gnnir::app {
namespace {

Graph random_graph(const BenchRefinementCommand& command) {
  Rng rng(command.seed, Purpose::generator);
  std::vector<Edge> edges;
  edges.reserve(static_cast<std::size_t>(command.edges));
  const auto node = [&] { return static_cast<NodeId>(rng.below(static_cast<std::uint64_t>(command.nodes))); };
  for (std::int64_t e = 0; e < command.edges; ++e) edges.push_back({node(), node()});
  return Graph::from_edges(static_cast<NodeId>(command.nodes), edges);
}

/// Seconds that it takes to add up a number over all neighbours of all nodes: what one round of message passing costs
/// at the very least. The best of three.
double seconds_of_a_round(const Graph& graph) {
  std::vector<std::int64_t> value(static_cast<std::size_t>(graph.num_nodes()));
  std::iota(value.begin(), value.end(), 0);
  std::vector<std::int64_t> sum(value.size());
  double best = 0;
  for (int round = 0; round < 3; ++round) {
    const Stopwatch watch;
    for (NodeId v = 0; v < graph.num_nodes(); ++v) {
      std::int64_t total = 0;
      for (const NodeId u : graph.neighbours(v)) total += value[static_cast<std::size_t>(u)];
      sum[static_cast<std::size_t>(v)] = total;
    }
    value.swap(sum);
    best = round == 0 ? watch.seconds() : std::min(best, watch.seconds());
  }
  return best;
}

}  // namespace

int run_bench_refinement(const BenchRefinementCommand& command) {
  const Graph graph = random_graph(command);
  const double round = seconds_of_a_round(graph);
  const Stopwatch watch;
  const NodeId cells = ColourRefinement(graph).coarsest().num_cells();
  const double seconds = watch.seconds();
  if (command.json) {
    show("{}\n", to_text(Json{{"event", "result"},
                              {"nodes", graph.num_nodes()},
                              {"edges", graph.num_undirected_edges()},
                              {"cells", cells},
                              {"seconds", seconds},
                              {"rounds", seconds / round}}));
    return 0;
  }
  show("colour refinement of a random graph with {} nodes and {} edges: {:.2f} s, {} cells\n", graph.num_nodes(),
       graph.num_undirected_edges(), seconds, cells);
  show("as long as {:.0f} sums over all neighbours of all nodes\n", seconds / round);
  return 0;
}

}  // namespace gnnir::app

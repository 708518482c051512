#include "gnnir/explain/methods.h"
#include "gnnir/explain/parts.h"

namespace gnnir {
namespace {

/// f(G) - f(G without v), and the same for edges.
void occlude(const ExplainedGraph& graph, Explanation& into) {
  const auto nodes = static_cast<std::size_t>(graph.example.graph.num_nodes());
  into.edges = graph.equal.edges();
  const Answers without = graph.ask(into, nodes + into.edges.size(), [&](std::size_t i) {
    if (i < nodes) return without_node(graph.example, static_cast<NodeId>(i));
    const EdgeValue& edge = into.edges[i - nodes];
    return without_edge(graph.example, edge.u, edge.v);
  });
  for (std::size_t v = 0; v < nodes; ++v) into.nodes.push_back(graph.value - without.numbers[v]);
  for (std::size_t e = 0; e < into.edges.size(); ++e) {
    into.edges[e].value = graph.value - without.numbers[nodes + e];
  }
}

double looks(const Graph& graph, double /*different*/, const ModelHeader& /*model*/,
             const ExplainOptions& /*options*/) {
  return static_cast<double>(graph.num_nodes()) + static_cast<double>(graph.num_undirected_edges());
}

}  // namespace

ExplanationMethod occlusion_method() {
  return {.name = "occlusion",
          .summary = "what is lost when a node or an edge is taken away",
          .objection = no_objection,
          .looks = looks,
          .explain = occlude};
}

}  // namespace gnnir

#include <fmt/format.h>

#include <cmath>
#include <numeric>
#include <optional>

#include "gnnir/explain/methods.h"
#include "gnnir/explain/parts.h"
#include "gnnir/explain/shapley.h"
#include "gnnir/graph/symmetry.h"

namespace gnnir {
namespace {

/// f(C) - f(∅), C being nodes that hang together, and f(∅) what the model says of a graph without nodes.
Worths worths_of(const ExplainedGraph& graph, double nothing, Explanation& into) {
  return [&graph, nothing, &into](const std::vector<NodeSet>& sets) {
    std::vector<double> worths =
        graph.ask(into, sets.size(), [&](std::size_t i) { return induced(graph.example, sets[i].nodes()); }).numbers;
    for (double& worth : worths) worth -= nothing;
    return worths;
  };
}

/// Within a part that hangs together; equal ones of different parts are averaged later.
MyersonSampling sampling_of(const ExplainedGraph& graph, double* spread) {
  const ExampleColours colours = graph.model.colours_of(graph.graph);
  return {.orders = graph.options.samples,
          .seed = graph.options.seed,
          .names = find_symmetry(graph.example.graph, colours.view()).canonical_name,
          .orbits = graph.equal.orbit(),
          .spread = spread};
}

void explain(const ExplainedGraph& graph, Explanation& into) {
  const Graph& structure = graph.example.graph;
  const double nothing = graph.ask(into, 1, [&](std::size_t) { return induced(graph.example, {}); }).numbers.front();
  const Worths worths = worths_of(graph, nothing, into);
  into.nodes.assign(static_cast<std::size_t>(structure.num_nodes()), 0);
  std::optional<MyersonSampling> sampling;
  for (const std::vector<NodeId>& part : connected_parts(structure)) {
    const bool exact = std::ssize(part) <= graph.options.exact_nodes;
    if (!exact && !sampling) sampling = sampling_of(graph, &into.spread);
    const MyersonValues found =
        exact ? exact_myerson(structure, part, worths) : sampled_myerson(structure, part, worths, *sampling);
    if (!exact) into.errors.resize(into.nodes.size(), 0);
    for (std::size_t i = 0; i < part.size(); ++i) {
      into.nodes[static_cast<std::size_t>(part[i])] = found.values[i];
      if (!exact) into.errors[static_cast<std::size_t>(part[i])] = found.errors[i];
    }
  }
  into.base = nothing;
  into.gap = graph.value - nothing - std::accumulate(into.nodes.begin(), into.nodes.end(), 0.0);
  if (sampling) {
    into.sentences.push_back(fmt::format("values are means over {} random orders of the nodes, with standard errors",
                                         graph.options.samples + graph.options.samples % 2));
  }
}

double looks(const Graph& graph, double /*different*/, const ModelHeader& /*model*/, const ExplainOptions& options) {
  double looks = 1;
  for (const std::vector<NodeId>& part : connected_parts(graph)) {
    const auto nodes = static_cast<double>(part.size());
    const bool exact = std::ssize(part) <= options.exact_nodes;
    // Connected pieces of molecules and trees are far fewer than all, and smaller than the graph.
    looks += exact ? std::exp2(nodes) / 4 : static_cast<double>(options.samples) * nodes / 2;
  }
  return looks;
}

}  // namespace

ExplanationMethod myerson_method() {
  return {.name = "myerson",
          .summary = "Shapley values of nodes that can only act together where they hang together",
          .objection = no_objection,
          .looks = looks,
          .explain = explain};
}

}  // namespace gnnir

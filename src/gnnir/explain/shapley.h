#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "gnnir/explain/node_set.h"
#include "gnnir/graph/graph.h"

namespace gnnir {

/// Worths of some sets of nodes that hang together, in their order.
using Worths = std::function<std::vector<double>(const std::vector<NodeSet>& sets)>;

/// Myerson values of the nodes of one connected part of a graph: Shapley values of the game in which a coalition of
/// nodes is worth the sum of what its connected pieces are worth.
struct MyersonValues {
  std::vector<double> values;  ///< [part]
  std::vector<double> errors;  ///< [part] standard errors; empty where values are exact
};

/// By the definition, from all coalitions. part: at most 20 nodes of the graph, ascending, which hang together.
MyersonValues exact_myerson(const Graph& graph, const std::vector<NodeId>& part, const Worths& worths);

struct MyersonSampling {
  std::int64_t orders = 200;  ///< of nodes; each comes with its reverse, so that an odd number is one more
  std::uint64_t seed = 0;
  /// [num_nodes] by which nodes are drawn, a permutation: where names that symmetries and relabellings keep are given,
  /// relabelling a graph relabels its values. Empty: their numbers.
  std::vector<NodeId> names = {};
  /// [num_nodes] values of nodes with the same number here are averaged before errors are computed. Empty: none are.
  std::vector<NodeId> orbits = {};
  double* spread = nullptr;  ///< if wanted: the largest difference of values within an orbit, before that
};

/// From random orders in which nodes come: what each adds to those that came before it, on average. The sum of all is
/// exact whatever is drawn.
MyersonValues sampled_myerson(const Graph& graph, const std::vector<NodeId>& part, const Worths& worths,
                              const MyersonSampling& options);

}  // namespace gnnir

#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "gnnir/graph/graph.h"
#include "gnnir/settings/model_options.h"

namespace gnnir {

struct Dataset;

struct GraphSize {
  std::int64_t nodes = 0;
  std::int64_t edges = 0;  ///< directed

  static GraphSize of(const Graph& graph) { return {graph.num_nodes(), graph.num_edges()}; }
};

/// What one graph takes.
struct GraphCost {
  std::int64_t work = 1;  ///< relative to other graphs: shards are cut so that each has about as much
  /// What the memory of a pass grows with: how many rows of nodes and of edges it has at one time.
  double node_rows = 0;
  double edge_rows = 0;
  double largest_level = 0;  ///< rows of nodes that one operation works on
  /// Floating-point operations (2 per multiplication with addition) of the matrix products that one forward pass needs
  /// as the model is published, nothing shared; a training step needs three times as many.
  double flops = 0;
};

/// What a model takes, known from its options alone: nothing is made. Numbers are doubles, as what a hostile file asks
/// for may not fit into an integer.
struct ModelCost {
  double parameters = 0;
  std::function<GraphCost(const GraphSize&)> of_graph;
};

/// What a convolution takes.
struct ConvCost {
  double parameters = 0;
  double per_node = 0;    ///< multiplications of a step, for every node
  double per_edge = 0;    ///< and for every edge
  double edge_terms = 0;  ///< multiplications of a GNN call, for every edge once
};

/// Of models as the catalog knows them.
ModelCost cost_of(const ModelOptions& options, const ModelShape& shape);
std::string describe(const ModelOptions& options);
/// An Error of kind usage if a graph of the data set is too much for the options.
void require_fit(const ModelOptions& options, const Dataset& dataset);

}  // namespace gnnir

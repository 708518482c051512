#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnnir/data/dataset.h"
#include "gnnir/data/encode/encoded_features.h"
#include "gnnir/infer/trace.h"

namespace gnnir {

/// Some graphs of a data set, one batch.
struct NetworkInput {
  const Dataset& dataset;
  const EncodedFeatures& features;
  std::span<const std::int64_t> graphs;
  std::span<const std::int64_t> ids = {};  ///< [graphs]: what random draws are named by; empty: the graphs' numbers
  bool graph_embeddings = false;           ///< what is wanted beside the outputs
  bool node_embeddings = false;
};

/// Rows of numbers. Empty if they were not wanted.
struct Matrix {
  std::int64_t columns = 0;
  std::vector<float> values;  ///< [rows, columns]
};

struct NetworkOutput {
  std::vector<double> outputs;  ///< [graphs, outputs]: logits, or standardised targets
  Matrix graph_embeddings;      ///< a row for each graph
  Matrix node_embeddings;       ///< a row for each node, graph by graph; no columns if the network has none
  Trace trace;
};

/// A trained network as a function from graphs to numbers, whatever computes it.
class Network {
 public:
  virtual ~Network() = default;
  /// Several threads may call it at once; each call runs on its own thread alone.
  [[nodiscard]] virtual NetworkOutput run(const NetworkInput& input) const = 0;
  /// Throws an Error of kind usage if a graph is too much for it.
  virtual void require_fit(const Dataset& dataset) const = 0;
  /// Rows of nodes that one operation works on, for a graph: what time and memory grow with.
  [[nodiscard]] virtual double largest_level(const Graph& graph) const = 0;
  /// Floating-point operations of the matrix products that a graph needs, nothing shared.
  [[nodiscard]] virtual double flops(const Graph& graph) const = 0;
};

}  // namespace gnnir

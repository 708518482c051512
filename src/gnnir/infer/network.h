#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "gnnir/data/dataset.h"
#include "gnnir/data/encode/encoded_features.h"
#include "gnnir/graph/colours.h"
#include "gnnir/infer/intervention.h"
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
  bool scores = false;                               ///< in the trace: Trace::Layer::scores and ::wins
  std::span<const Intervention> interventions = {};  ///< [graphs], or empty: none
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

/// Gates multiply what a network begins with: the embedding of each node's features, and of each edge's.
struct GateQuestion {
  std::span<const double> gates;  ///< [graphs]: all gates of each graph; 1: as it is
  /// From the outputs of a graph the derivative by each of them of what is asked about.
  std::function<std::vector<double>(std::span<const double> outputs)> derivative;
};

/// Derivatives of what was asked about by each gate, graph by graph.
struct GateGradients {
  std::vector<double> outputs;  ///< [graphs, outputs]
  std::vector<double> nodes;    ///< a number for each node
  std::vector<double> edges;    ///< for each edge, in the order of Graph::edges(); empty if it does not look at them
};

/// A trained network as a function from graphs to numbers, whatever computes it.
class Network {
 public:
  virtual ~Network() = default;
  /// Several threads may call it at once; each call runs on its own thread alone.
  [[nodiscard]] virtual NetworkOutput run(const NetworkInput& input) const = 0;
  /// Whether `run` heeds NetworkInput::interventions.
  [[nodiscard]] virtual bool takes_interventions() const { return false; }
  /// Nothing if it has no derivatives.
  [[nodiscard]] virtual std::optional<GateGradients> by_gates(const NetworkInput& /*input*/,
                                                              const GateQuestion& /*question*/) const {
    return std::nullopt;
  }
  /// Throws an Error of kind usage if a graph is too much for it.
  virtual void require_fit(const Dataset& dataset) const = 0;
  /// Rows of nodes that one operation works on, for a graph: what time and memory grow with.
  [[nodiscard]] virtual double largest_level(const Graph& graph) const = 0;
  /// Floating-point operations of the matrix products that a graph needs, nothing shared.
  [[nodiscard]] virtual double flops(const Graph& graph) const = 0;
  /// The share of a graph's rows that it computes, where features of nodes and edges have these colours, if it computes
  /// equal rows once. To find out takes about as long as to plan them.
  [[nodiscard]] virtual double computed_share(const Graph& /*graph*/, Colours /*colours*/) const { return 1; }
};

}  // namespace gnnir

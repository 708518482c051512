#pragma once

#include <cstdint>
#include <span>

#include "gnnir/data/dataset.h"
#include "gnnir/models/registry.h"

namespace gnnir {

/// What the memory of a pass grows with, in nodes: those of a graph and of its branches in every layer, and their
/// edges.
struct GraphWeights {
  ModelCost cost;
  double per_edge = 0;  ///< what a row of edges takes, as a share of what a row of nodes takes
  /// [graphs of the data set]: the share of their rows that is computed; empty: all are.
  std::vector<double> shares = {};

  /// With all rows.
  [[nodiscard]] double of(const GraphSize& size) const;
  [[nodiscard]] double of(const Graph& graph) const { return of(GraphSize::of(graph)); }
  [[nodiscard]] double of(const Dataset& dataset, std::span<const std::int64_t> graphs) const;
};

/// Some of the graphs, each cut if need be, as a data set of their own: enough to measure, and little to compute.
Dataset sample_of(const Dataset& dataset, std::span<const std::int64_t> graphs, const GraphWeights& weights);

/// A thousand nodes of small pieces of the graphs, again and again if there are few, with their edges or without
/// any: to tell apart what nodes and edges take.
Dataset small_pieces(const Dataset& dataset, std::span<const std::int64_t> graphs, bool edges);

}  // namespace gnnir

#pragma once

#include <utility>
#include <vector>

#include "gnnir/explain/explained_model.h"
#include "gnnir/graph/colour_refinement.h"
#include "gnnir/graph/orbits.h"

namespace gnnir {

/// What refinement tells apart in a graph, once some of its nodes are marked. The graph must outlive it.
class Knowledge {
 public:
  Knowledge(const Graph& graph, ExampleColours colours) : graph_(&graph), colours_(std::move(colours)) {}

  [[nodiscard]] Partition cells() const { return ColourRefinement(*graph_, colours_.view()).coarsest(); }
  /// As in Symmetry::orbit, of symmetries that keep what is marked. cells: cells()
  [[nodiscard]] std::vector<NodeId> orbits(const Partition& cells) const {
    return orbits_of_partition(*graph_, colours_.view(), cells);
  }
  /// The same with these nodes marked, all alike.
  [[nodiscard]] Knowledge with(const std::vector<NodeId>& nodes) const {
    ExampleColours colours = colours_;
    colours.nodes.clear();
    for (const NodeId cell : cells().cell_numbers()) colours.nodes.push_back(2 * static_cast<std::int64_t>(cell));
    for (const NodeId v : nodes) ++colours.nodes[static_cast<std::size_t>(v)];
    return {*graph_, std::move(colours)};
  }

 private:
  const Graph* graph_;
  ExampleColours colours_;
};

}  // namespace gnnir

#pragma once

#include <span>
#include <vector>

#include "gnnir/data/dataset.h"

namespace gnnir {

/// The same graph with some of its nodes only, and the edges between them. kept: ascending
Example induced(const Example& example, std::span<const NodeId> kept);

/// Without a node and its edges.
Example without_node(const Example& example, NodeId v);

/// Without an edge, in both directions.
Example without_edge(const Example& example, NodeId u, NodeId v);

/// The nodes of each part that hangs together, whichever way edges point; parts and nodes ascending.
std::vector<std::vector<NodeId>> connected_parts(const Graph& graph);

}  // namespace gnnir

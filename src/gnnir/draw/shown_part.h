#pragma once

#include <span>
#include <vector>

#include "gnnir/graph/graph.h"

namespace gnnir {

/// The nodes of a graph that a picture has room for, ascending: all, if there are at most `most`; else those nearest to
/// the seeds, or to the node of the highest degree if there are none; where they reach no more, to the next highest.
std::vector<NodeId> shown_nodes(const Graph& graph, std::span<const NodeId> seeds, std::size_t most);

/// The graph on some nodes, ascending: node i is nodes[i].
Graph graph_on(const Graph& graph, std::span<const NodeId> nodes);

}  // namespace gnnir

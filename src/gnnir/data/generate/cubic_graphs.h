#pragma once

#include <vector>

#include "gnnir/graph/graph.h"

namespace gnnir {

/// All connected graphs in which every node has three neighbours, each once up to isomorphism: 1 on 4 nodes, 2 on 6, 5
/// on 8, 19 on 10, 85 on 12; none on an odd number. An Error of kind usage for more than 12 nodes.
std::vector<Graph> connected_cubic_graphs(NodeId nodes);

}  // namespace gnnir

#pragma once

#include <vector>

#include "gnnir/graph/graph.h"

namespace gnnir {

/// [num_nodes]: a number for each set of two or more equal cells, from the largest set on; -1: alone in its cell.
std::vector<NodeId> shared_cells(const std::vector<NodeId>& cells);

}  // namespace gnnir

#pragma once

#include "gnnir/ir/branches.h"
#include "gnnir/ir/options.h"

namespace gnnir {

/// Branches of one graph become one embedding again: `h_v = max (sum, mean) over branches of h̃_v`, channel by channel.
/// Not for MergeKind::tree.
/// Where branches are equal, the gradient of max goes to the first of them. → [num_nodes, d]
at::Tensor merge(const Branches& branches, MergeKind kind);

}  // namespace gnnir

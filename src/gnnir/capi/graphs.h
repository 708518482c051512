#pragma once

#include "gnnir/c.h"
#include "gnnir/data/dataset.h"

namespace gnnir::capi {

/// Arrays of the caller as a data set, its edges as these rules have them. An Error of kind usage for sizes and
/// pointers that cannot be, of kind data that names the edge for one that is not between two nodes of one graph.
Dataset dataset_of(const gnnir_graphs& graphs, const EdgeRules& rules);

}  // namespace gnnir::capi

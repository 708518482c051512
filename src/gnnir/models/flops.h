#pragma once

#include <cstdint>
#include <span>

#include "gnnir/models/options.h"

namespace gnnir {

/// Floating-point operations (2 per multiplication with addition) in the matrix products that the paper's algorithm, as
/// docs/model.md states it, needs for one forward pass over graphs with these numbers of nodes: every branch complete,
/// nothing shared. A training step needs three times as many. What an engine really multiplies may be less.
double matrix_product_flops(const ModelOptions& options, std::int64_t real_features, std::int64_t outputs,
                            std::span<const std::int64_t> graph_sizes);

}  // namespace gnnir

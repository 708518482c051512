#pragma once

#include <cstdint>
#include <span>

#include "gnnir/models/options.h"

namespace gnnir {

struct GraphSize {
  std::int64_t nodes = 0;
  std::int64_t edges = 0;  ///< directed
};

/// Floating-point operations (2 per multiplication with addition) in the matrix products that the paper's algorithm, as
/// docs/model.md states it, needs for one forward pass over graphs of these sizes: every branch complete,
/// nothing shared. A training step needs three times as many. What an engine really multiplies may be less.
double matrix_product_flops(const ModelOptions& options, const ModelShape& shape,
                            std::span<const GraphSize> graph_sizes);

}  // namespace gnnir

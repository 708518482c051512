#pragma once

#include "gnnir/models/options.h"

namespace gnnir {

/// The number of trainable numbers that a model would have, without making it; a double, as what a hostile file asks
/// for may not fit into an integer.
double parameter_count(const ModelOptions& options, const ModelShape& shape);

}  // namespace gnnir

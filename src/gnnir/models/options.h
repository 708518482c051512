#pragma once

#include <cstdint>

#include "gnnir/ir/options.h"
#include "gnnir/nn/options.h"

namespace gnnir {

/// Everything that shapes a model except its inputs and outputs.
struct ModelOptions {
  GnnOptions gnn;
  IrOptions ir;
  ReadoutOptions readout;
};

/// What goes into a model and what comes out of it.
struct ModelShape {
  std::int64_t num_categories = 0;  ///< rows of the embedding table of node labels or degrees; 0: none
  std::int64_t num_reals = 0;       ///< real node features
  std::int64_t outputs = 1;         ///< classes or regression targets
};

}  // namespace gnnir

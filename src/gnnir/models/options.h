#pragma once

#include "gnnir/ir/options.h"
#include "gnnir/nn/options.h"

namespace gnnir {

/// Everything that shapes a model except its inputs and outputs.
struct ModelOptions {
  GnnOptions gnn;
  IrOptions ir;
  ReadoutOptions readout;
};

}  // namespace gnnir

#pragma once

#include "gnnir/ir/steps.h"
#include "gnnir/nn/fused_gnn.h"
#include "gnnir/nn/fused_mlp.h"
#include "gnnir/settings/ir_options.h"

namespace gnnir {

/// What individualize, refine and merge multiply by, beside the GNN's weights.
struct LayerWeights {
  MlpParameters psi;
  MlpParameters aggregate;
  MlpParameters distribute;
};

/// The steps as one operation each on the kernels. Rows that several branches share are computed once
/// (kernels/gnn_plan.h); branches are copied only where they go on unmerged.
std::unique_ptr<LayerSteps> make_fused_steps(const FusedGnn& gnn, LayerWeights weights, const IrOptions& options);

}  // namespace gnnir

#pragma once

#include "gnnir/ir/options.h"
#include "gnnir/ir/select.h"
#include "gnnir/nn/fused_gnn.h"
#include "gnnir/nn/fused_mlp.h"

namespace gnnir {

/// What individualize, refine and merge multiply by, beside the GNN's weights.
struct LayerWeights {
  MlpParameters psi;
  MlpParameters aggregate;
  MlpParameters distribute;
};

/// Individualize, refine, make branches graph-aware and merge, as three operations on the kernels. Branches are never
/// copied: rows that several of them share are computed once (kernels/gnn_plan.h). h: [num_nodes, d], e: [num_edges, d]
/// or undefined → [num_nodes, d]
at::Tensor fused_layer(const FusedGnn& gnn, const LayerWeights& weights, const IrOptions& options, const at::Tensor& h,
                       const at::Tensor& e, const kernels::Topology& topology, const TargetCell& target);

}  // namespace gnnir

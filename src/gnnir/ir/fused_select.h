#pragma once

#include <functional>
#include <span>
#include <vector>

#include "gnnir/graph/batch.h"
#include "gnnir/infer/choose_nodes.h"
#include "gnnir/ir/select.h"

namespace gnnir {

/// Projection vectors, scores, choice and readout of one IR layer as one operation on the kernels.
/// memory: [num_graphs, d], the GRU's state, replaced by the new one; undefined before the first layer.
TargetCell fused_select(SelectorKind kind, const SelectorWeights& weights, const at::Tensor& h, const Batch& graphs,
                        const at::Tensor& second_direction, at::Tensor& memory,
                        const std::function<Choice(const RowKeys&)>& choose);

}  // namespace gnnir

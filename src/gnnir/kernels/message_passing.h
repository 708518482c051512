#pragma once

#include <cstdint>

#include "gnnir/kernels/conv.h"
#include "gnnir/kernels/gnn_plan.h"
#include "gnnir/kernels/gru.h"

/// One GNN call, T steps of a convolution with GRU updates over a batch of graphs or of all their branches, as one
/// operation with its own backward pass. Runs of whole graphs, of about 256 rows, go through all steps before the next
/// run begins: with 64 channels their matrices stay in the second-level cache.
namespace gnnir::kernels {

/// Floats that the forward pass keeps for the backward pass.
std::int64_t message_passing_tape_size(std::int64_t d, const GnnPlan& plan, const Conv& conv);

/// x: [plan.rows(0), d], out: [plan.rows(plan.steps()), d]. tape: as many floats as above, or null if no backward pass
/// follows.
void message_passing_forward(std::int64_t d, const GnnPlan& plan, const GruTensors<const float>& gru, Conv& conv,
                             const float* x, float* tape, float* out);

/// From g = ∂/∂out: dx = ∂/∂x; weight gradients are added to. The tape is the forward pass's.
void message_passing_backward(std::int64_t d, const GnnPlan& plan, const GruTensors<const float>& gru, Conv& conv,
                              const float* x, const float* tape, const float* g, float* dx,
                              const GruTensors<float>& gradients);

}  // namespace gnnir::kernels

#pragma once

#include <cstdint>
#include <vector>

#include "gnnir/kernels/gnn_plan.h"

/// One GNN call, T steps of GIN with GRU updates over a batch of graphs or of all their branches, as one operation with
/// its own backward pass. Runs of whole graphs, of about 256 rows, go through all steps before the next run begins:
/// with 64 channels their matrices stay in the second-level cache.
namespace gnnir::kernels {

/// What does not change from call to call.
struct GnnShape {
  std::int64_t hidden = 0;
  bool graph_norm = false;
  float norm_epsilon = 0;
};

/// Weights (T = const float) or their gradients (T = float). Norm entries are null without normalization.
template <typename T>
struct GnnTensors {
  T* epsilon;                ///< [1]
  T *in_weight, *in_bias;    ///< GIN's first map: [d, d], [d]
  T *out_weight, *out_bias;  ///< GIN's second map
  T *weight_ih, *weight_hh;  ///< GRU: [3d, d]
  T *bias_ih, *bias_hh;      ///< [3d]
  T *in_scale, *in_shift;    ///< normalization before the first ReLU: [d]
  T *out_scale, *out_shift;  ///< and before the second
};

/// Floats that the forward pass keeps for the backward pass.
std::int64_t gnn_tape_size(const GnnShape& shape, const GnnPlan& plan);

/// x: [plan.rows(0), d], out: [plan.rows(plan.steps()), d]. tape: [gnn_tape_size], or null if no backward pass follows.
void gnn_forward(const GnnShape& shape, const GnnPlan& plan, const GnnTensors<const float>& weights, const float* x,
                 float* tape, float* out);

/// From g = ∂/∂out: dx = ∂/∂x; weight gradients are added to. The tape is the forward pass's.
void gnn_backward(const GnnShape& shape, const GnnPlan& plan, const GnnTensors<const float>& weights, const float* x,
                  const float* tape, const float* g, float* dx, const GnnTensors<float>& gradients);

}  // namespace gnnir::kernels

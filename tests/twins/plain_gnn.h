#pragma once

#include <cstdint>

#include "gnnir/kernels/gin.h"
#include "gnnir/kernels/message_passing.h"

/// GIN with GRU updates in plain functions: what the twins in tests/twins/gnn.h are compared with.
namespace gnnir::kernels {

using GnnShape = GinShape;

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

  [[nodiscard]] GinTensors<T> gin() const {
    return {epsilon, in_weight, in_bias, out_weight, out_bias, in_scale, in_shift, out_scale, out_shift};
  }
  [[nodiscard]] GruTensors<T> gru() const { return {weight_ih, weight_hh, bias_ih, bias_hh}; }
};

/// Floats that the forward pass keeps for the backward pass.
std::int64_t gnn_tape_size(const GnnShape& shape, const GnnPlan& plan, const GnnTensors<const float>& weights);

/// x: [plan.rows(0), d], out: [plan.rows(plan.steps()), d]. tape: [gnn_tape_size], or null if no backward pass follows.
void gnn_forward(const GnnShape& shape, const GnnPlan& plan, const GnnTensors<const float>& weights, const float* x,
                 float* tape, float* out);

/// From g = ∂/∂out: dx = ∂/∂x; weight gradients are added to. The tape is the forward pass's.
void gnn_backward(const GnnShape& shape, const GnnPlan& plan, const GnnTensors<const float>& weights, const float* x,
                  const float* tape, const float* g, float* dx, const GnnTensors<float>& gradients);

}  // namespace gnnir::kernels

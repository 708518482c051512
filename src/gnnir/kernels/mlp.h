#pragma once

#include <cstdint>

#include "gnnir/kernels/graph_rows.h"

/// MLPs, linear → ReLU → linear, alone and under a sum. Each has a twin of the same signature in
/// tests/twins/mlp.h.
namespace gnnir::kernels {

struct MlpShape {
  std::int64_t in = 0;
  std::int64_t hidden = 0;
  std::int64_t out = 0;
};

/// Weights (T = const float) or their gradients (T = float).
template <typename T>
struct MlpTensors {
  T *in_weight, *in_bias;    ///< [hidden, in], [hidden]
  T *out_weight, *out_bias;  ///< [out, hidden], [out]
};

/// y = MLP(x). x: [rows, in]; inner: [rows, hidden], kept for the backward pass; y: [rows, out]
void mlp_forward(const MlpShape& shape, std::int64_t rows, const MlpTensors<const float>& weights, const float* x,
                 float* inner, float* y);

/// From g = ∂/∂y: dx (set, or added to if `add`) and the gradients of the weights, added to.
void mlp_backward(const MlpShape& shape, std::int64_t rows, const MlpTensors<const float>& weights, const float* x,
                  const float* inner, const float* g, float* dx, bool add, const MlpTensors<float>& gradients);

/// y_s = Σ MLP(x_v) (or their mean) over the rows v of segment s. The second map is linear, so it is applied once per
/// segment, to the sums of the hidden layer. x: [rows, in]; inner: [rows, hidden] and sums: [segments, hidden], kept
/// for the backward pass; y: [segments, out]
void mlp_sum_forward(const MlpShape& shape, std::int64_t rows, const Segments& segments, bool mean,
                     const MlpTensors<const float>& weights, const float* x, float* inner, float* sums, float* y);

/// From g = ∂/∂y: dx (set, or added to if `add`) and the gradients of the weights, added to.
void mlp_sum_backward(const MlpShape& shape, std::int64_t rows, const Segments& segments, bool mean,
                      const MlpTensors<const float>& weights, const float* x, const float* inner, const float* sums,
                      const float* g, float* dx, bool add, const MlpTensors<float>& gradients);

}  // namespace gnnir::kernels

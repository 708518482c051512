#pragma once

#include "gnnir/kernels/exact_plan.h"

/// What exact individualization computes between two matrix products. Matrices are row-major and dense.
namespace gnnir::kernels {

/// out_r = Σ_j weight_j · x_{source_j}. x: [.., d], out: [sums.count(), d]
void weighted_sum(const WeightedSums& sums, std::int64_t d, const float* x, float* out);
/// dx_{source_j} += weight_j · g_r. g: [sums.count(), d]
void weighted_sum_backward(const WeightedSums& sums, std::int64_t d, const float* g, float* dx);

/// What comes into the rows of a level; null where there is nothing of it. With edges a message is rectified:
/// out_r = h_{self_r} + Σ_j weight_j · relu(h_{source_j} + e_{edge_j}) + own_{own_r} + Σ_j weight_j · across_{source_j}
struct ExactInputs {
  const float* h;       ///< [rows before, d]
  const float* edges;   ///< [edges, d]
  const float* own;     ///< [level.own_rows, d]
  const float* across;  ///< [rows before, d]
};
/// self: [rows, d], h_{self_r} by itself.
void exact_messages(const ExactLevel& level, std::int64_t d, const ExactInputs& inputs, float* out, float* self);

struct ExactGradients {
  float *h, *edges, *own, *across;
};
/// From the gradients by out and self; all are added to.
void exact_messages_backward(const ExactLevel& level, std::int64_t d, const ExactInputs& inputs, const float* by_out,
                             const float* by_self, const ExactGradients& gradients);

/// Normalization per channel over rows that count counts_r times: x̂ = (x - mean)/√(variance + epsilon),
/// out = scale·x̂ + shift, rectified. x, out: [rows, d]; mean, variance, inverse (1/√…), scale, shift: [d]
void counted_norm(std::int64_t rows, std::int64_t d, const float* counts, float epsilon, const float* scale,
                  const float* shift, const float* x, float* out, float* mean, float* variance, float* inverse);

/// What the forward pass knew.
struct CountedNormTape {
  const float *counts, *scale, *shift, *x, *mean, *inverse;
};
/// From g = ∂/∂out: dx = ∂/∂x; dscale and dshift are added to.
void counted_norm_backward(std::int64_t rows, std::int64_t d, const CountedNormTape& tape, const float* g, float* dx,
                           float* dscale, float* dshift);

}  // namespace gnnir::kernels

#pragma once

#include "gnnir/kernels/exact_plan.h"

/// A step of message passing on the rows of exact individualization, as one pass forward and one back:
///   s_r = h_r + messages + own + across (kernels/exact_rows.h), x = relu(norm(relu(norm(s·Inᵀ))·Outᵀ)),
///   out = x, or h + x; with dropout, x times what is kept of its graph's channels.
/// Rows go through in blocks: between two products a block is still in the cache.
namespace gnnir::kernels {

enum class ExactNorms {
  none,     ///< a bias instead
  of_rows,  ///< by mean and variance of the rows at hand, each as often as it counts
  given,    ///< by mean and variance that were learned
};

struct ExactStepKind {
  std::int64_t d = 0;
  ExactNorms norms = ExactNorms::of_rows;
  bool residual = true;
  float epsilon = 0;
};

/// Weights (T = const float) or their gradients (T = float); null where there are none.
template <typename T>
struct ExactStepTensors {
  T *in, *out;              ///< [d, d]
  T *own, *across;          ///< [d, d]
  T *in_scale, *out_scale;  ///< [d]; without norms null
  T *in_shift, *out_shift;  ///< [d]; without norms the biases
};

/// Of the two norms: read if they are given, written if they are of the rows. [d] each
struct ExactMoments {
  float *in_mean, *in_variance, *out_mean, *out_variance;
};

/// Rows of the level before, and what edges add to messages, if anything.
struct ExactStepRows {
  std::int64_t before;
  const float* h;      ///< [before, d]
  const float* edges;  ///< [edges, d] or null
  const float* keep;   ///< [graphs, d]: what x is multiplied with, or null
};

/// Floats that the forward pass leaves for the backward pass.
std::int64_t exact_step_tape_size(std::int64_t d, const ExactLevel& level);

/// out: [level.rows(), d]
void exact_step_forward(const ExactStepKind& kind, const ExactLevel& level,
                        const ExactStepTensors<const float>& weights, const ExactMoments& moments,
                        const ExactStepRows& rows, float* tape, float* out);

/// From g = ∂/∂out: dh is set, [before, d]; dedges and the gradients of the weights are added to.
void exact_step_backward(const ExactStepKind& kind, const ExactLevel& level,
                         const ExactStepTensors<const float>& weights, const ExactStepRows& rows, const float* tape,
                         const float* g, float* dh, float* dedges, const ExactStepTensors<float>& gradients);

struct HiddenShape {
  std::int64_t rows, in, d;
};
/// y = Σ_j weight_j · relu(x_{source_j}·Wᵀ + b). x: [rows, in]; inner: [rows, d], kept for the backward pass;
/// y: [sums.count(), d]
void hidden_sum(const WeightedSums& sums, const HiddenShape& shape, const float* x, const float* weight,
                const float* bias, float* inner, float* y);
/// From g = ∂/∂y: dx is set, dweight and dbias are added to.
void hidden_sum_backward(const WeightedSums& sums, const HiddenShape& shape, const float* x, const float* weight,
                         const float* inner, const float* g, float* dx, float* dweight, float* dbias);

}  // namespace gnnir::kernels

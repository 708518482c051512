#pragma once

#include <cstdint>

/// The element-wise half of message passing on rows of d channels: everything between two matrix products in one pass
/// each. Matrices are row-major and dense unless a stride is given. Each has a twin of the same signature in
/// tests/twins/rows.h.
namespace gnnir::kernels {

/// Rows of one step of message passing (StepLinks): row r updates row self[r] - first_row of the level before, with
/// messages from rows sources[offsets[r]..offsets[r+1]-1] - first_row.
struct RowLinks {
  std::int64_t rows;
  const std::int32_t* self;
  const std::int32_t* offsets;
  const std::int32_t* sources;
  std::int64_t first_row;
  const std::int32_t* edges = nullptr;  ///< beside sources: which of the batch's edges it is
};

/// out_r = bias + factor·y_self(r) + Σ_u y_u over the sources u of r, rectified if `relu`.
/// y: [.., d], bias: [d], out: [rows, d]
void neighbourhood_sum(const RowLinks& links, std::int64_t d, float factor, const float* bias, bool relu,
                       const float* y, float* out);

/// The gradient by y, added: dy_self(r) += factor·g_r, dy_u += g_r. Returns Σ_r g_r·y_self(r), the gradient by factor.
/// g: [rows, d], already past the ReLU; y, dy: [.., d]
float neighbourhood_sum_backward(const RowLinks& links, std::int64_t d, float factor, const float* g, const float* y,
                                 float* dy);

/// The gates of a GRU cell from the products gi = m·W_ihᵀ, [rows, 3d] as reset|update|new, and gh = h·W_hhᵀ, [.., 3d],
/// of which row self(r) counts, both without biases:
///   r = σ(gi_r + b_ir + gh_r + b_hr), z = σ(gi_z + b_iz + gh_z + b_hz), c = gh_n + b_hn, n = tanh(gi_n + b_in + r·c),
///   out = (1-z)·n + z·h_self. h: [.., d]; gates: [rows, 4d] as r|z|n|c, kept for the backward pass; out: [rows, d]
void gru_gates(const RowLinks& links, std::int64_t d, const float* gi, const float* gh, const float* bias_ih,
               const float* bias_hh, const float* h, float* gates, float* out);

/// From g = ∂/∂out: dgi [rows, 3d] is set; to dgh [.., 3d] is added, and to dh [.., d] g·z, the part of ∂/∂h that does
/// not go through a product.
void gru_gates_backward(const RowLinks& links, std::int64_t d, const float* g, const float* h, const float* gates,
                        float* dgi, float* dgh, float* dh);

/// x ← x + bias, then rectified if `relu`. x: [rows, d], bias: [d]
void add_bias(std::int64_t rows, std::int64_t d, const float* bias, bool relu, float* x);

/// g ← g where y > 0, else 0: the gradient through a ReLU with output y. y, g: [size]
void relu_backward(std::int64_t size, const float* y, float* g);

/// sum_c += Σ_v x_vc. x: [rows, d], sum: [d]
void column_sums(std::int64_t rows, std::int64_t d, const float* x, float* sum);

/// Normalization over the rows of one graph, per channel: x̂ = (x - mean)/√(variance + epsilon), x ← scale·x̂ + shift,
/// then rectified if `relu`. counts: [rows], how many equal rows each stands for, or null if each for itself; x,
/// normalized (x̂): [rows, d]; inverse (1/√…), scale, shift: [d]
void graph_norm(std::int64_t rows, std::int64_t d, float epsilon, const float* scale, const float* shift, bool relu,
                const float* counts, float* x, float* normalized, float* inverse);

/// What graph_norm with ReLU makes of x̂, again: x = max(0, scale·x̂ + shift). normalized, x: [rows, d]
void rectified_norm(std::int64_t rows, std::int64_t d, const float* scale, const float* shift, const float* normalized,
                    float* x);

/// g ← ∂/∂x from g = ∂/∂(scale·x̂ + shift), of all rows that a row stands for together; dscale, dshift are added to.
///   ∂/∂x = inverse·(s - count·(mean(s) + x̂·mean(s·x̂))), s = scale·g
void graph_norm_backward(std::int64_t rows, std::int64_t d, const float* scale, const float* counts,
                         const float* normalized, const float* inverse, float* g, float* dscale, float* dshift);

}  // namespace gnnir::kernels

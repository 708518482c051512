#pragma once

#include <cstdint>

/// The element-wise half of message passing on rows of d channels: everything between two matrix products in one pass
/// each. Matrices are row-major and dense. Each has a twin of the same signature in kernels/reference/rows.h.
namespace gnnir::kernels {

/// The incoming edges of rows 0..rows-1: the sources of row v are sources[offsets[v]..offsets[v+1]-1] - first_row.
struct Neighbourhoods {
  std::int64_t rows;
  const std::int64_t* offsets;
  const std::int64_t* sources;
  std::int64_t first_row;  ///< where row 0 stands in the numbering of `sources`
};

/// out_v = factor·h_v + Σ_{u∈N(v)} h_u. h, out: [rows, d]
void neighbourhood_sum(const Neighbourhoods& graph, std::int64_t d, float factor, const float* h, float* out);

/// The gradient of neighbourhood_sum by h, added: dh_v += factor·g_v, dh_u += g_v for u∈N(v). g, dh: [rows, d]
void neighbourhood_sum_backward(const Neighbourhoods& graph, std::int64_t d, float factor, const float* g, float* dh);

/// x ← x + bias, then rectified if `relu`. x: [rows, d], bias: [d]
void add_bias(std::int64_t rows, std::int64_t d, const float* bias, bool relu, float* x);

/// g ← g where y > 0, else 0: the gradient through a ReLU with output y. y, g: [size]
void relu_backward(std::int64_t size, const float* y, float* g);

/// sum_c += Σ_v x_vc. x: [rows, d], sum: [d]
void column_sums(std::int64_t rows, std::int64_t d, const float* x, float* sum);

/// Σ x_i·y_i
float dot(std::int64_t size, const float* x, const float* y);

/// The gates of a GRU cell from the products gi = m·W_ihᵀ and gh = h·W_hhᵀ (without biases), each [rows, 3d] as
/// reset|update|new:
///   r = σ(gi_r + b_ir + gh_r + b_hr), z = σ(gi_z + b_iz + gh_z + b_hz), c = gh_n + b_hn, n = tanh(gi_n + b_in + r·c),
///   out = (1-z)·n + z·h. gates: [rows, 4d] as r|z|n|c, kept for the backward pass. h, out: [rows, d], biases: [3d]
void gru_gates(std::int64_t rows, std::int64_t d, const float* gi, const float* gh, const float* bias_ih,
               const float* bias_hh, const float* h, float* gates, float* out);

/// From g = ∂/∂out: dgi, dgh [rows, 3d] (the gradients by the products and so by the biases), and dh = g·z [rows, d],
/// the part of ∂/∂h that does not go through a product.
void gru_gates_backward(std::int64_t rows, std::int64_t d, const float* g, const float* h, const float* gates,
                        float* dgi, float* dgh, float* dh);

/// Normalization over the rows of one graph, per channel: x̂ = (x - mean)/√(variance + epsilon), x ← scale·x̂ + shift,
/// then rectified if `relu`. x, normalized (x̂): [rows, d]; inverse (1/√…), scale, shift: [d]
void graph_norm(std::int64_t rows, std::int64_t d, float epsilon, const float* scale, const float* shift, bool relu,
                float* x, float* normalized, float* inverse);

/// g ← ∂/∂x from g = ∂/∂(scale·x̂ + shift); dscale, dshift are added to.
///   ∂/∂x = inverse·(s - mean(s) - x̂·mean(s·x̂)), s = scale·g
void graph_norm_backward(std::int64_t rows, std::int64_t d, const float* scale, const float* normalized,
                         const float* inverse, float* g, float* dscale, float* dshift);

}  // namespace gnnir::kernels

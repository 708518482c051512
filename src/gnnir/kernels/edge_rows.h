#pragma once

#include <cstdint>

#include "gnnir/kernels/rows.h"

/// Rows per edge: what goes on between a node and the edges that come into it. The edges of some rows are those that
/// RowLinks lists, the first of them being edge row 0 here. Each has a twin of the same signature in
/// tests/twins/edge_rows.h.
namespace gnnir::kernels {

/// GINE: out_r = factor·x_self(r) + Σ_u ReLU(x_u + c_e) over the edges e = (u, r). x: [.., d]; c: [all edges, d];
/// out: [rows, d]
void gather_edges(const RowLinks& links, std::int64_t d, float factor, const float* x, const float* c, float* out);

/// From g = ∂/∂out: dx and dc are added to. Returns the gradient by factor.
float gather_edges_backward(const RowLinks& links, std::int64_t d, float factor, const float* x, const float* c,
                            const float* g, float* dx, float* dc);

/// PNA, the hidden layer of a message: inner_e = ReLU(z_self(r) + z'_u + c_e + bias), z and z' being the first and
/// second d columns of z: [.., 3d]. c: [all edges, d] or null; bias: [d]; inner: [edge rows, d]
void message_layer(const RowLinks& links, std::int64_t d, const float* z, const float* c, const float* bias,
                   float* inner);

/// From g = ∂/∂(what was rectified): the first 2d columns of dz and dc (unless null) are added to. g: [edge rows, d]
void message_layer_backward(const RowLinks& links, std::int64_t d, const float* g, float* dz, float* dc);

/// PNA's four aggregators of the messages that come into each row: a = mean | max | min | √(variance + 1e-5); without
/// messages 0 | 0 | 0 | √1e-5. m: [edge rows, d]; a: [rows, 4d]
void pna_aggregate(const RowLinks& links, std::int64_t d, const float* m, float* a);

/// From g = ∂/∂a: dm is set. Where several messages are the largest (smallest), each gets an equal share.
void pna_aggregate_backward(const RowLinks& links, std::int64_t d, const float* m, const float* a, const float* g,
                            float* dm);

/// PNA's combining map of rows that are amplified by `scale`: out = w + scale·w' + w″/scale. w|w'|w″: [3, size]
void pna_mix(std::int64_t size, float scale, const float* w, float* out);

/// From g = ∂/∂out: dw is added to.
void pna_mix_backward(std::int64_t size, float scale, const float* g, float* dw);

/// PNA's last sum, into rows of another order: y_rows(r) = z″_self(r) + bias + u_r, rectified if `relu`, z″ being the
/// last d columns of z. rows: [rows], each once; u, y: [rows, d]
void pna_sum(const RowLinks& links, const std::int32_t* rows, std::int64_t d, const float* z, const float* bias,
             const float* u, bool relu, float* y);

/// From g = ∂/∂(what was rectified), in the order of y: du is set, the last d columns of dz are added to.
void pna_sum_backward(const RowLinks& links, const std::int32_t* rows, std::int64_t d, const float* g, float* dz,
                      float* du);

/// NNConv: for each row the mean over its edges of a_e ⊗ x_u, a_e having `channels` numbers and a 1 behind them.
/// a: [all edges, channels]; x: [.., d]; s: [rows, channels + 1, d]
void mean_outer_products(const RowLinks& links, std::int64_t d, std::int64_t channels, const float* a, const float* x,
                         float* s);

/// From g = ∂/∂s: da and dx are added to.
void mean_outer_products_backward(const RowLinks& links, std::int64_t d, std::int64_t channels, const float* a,
                                  const float* x, const float* g, float* da, float* dx);

}  // namespace gnnir::kernels

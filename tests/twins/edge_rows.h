#pragma once

#include "gnnir/kernels/edge_rows.h"

/// The obvious version of each function of kernels/edge_rows.h, with the same signature and meaning. Sums are in
/// double.
namespace gnnir::kernels::reference {

void gather_edges(const RowLinks& links, std::int64_t d, float factor, const float* x, const float* c, float* out);

float gather_edges_backward(const RowLinks& links, std::int64_t d, float factor, const float* x, const float* c,
                            const float* g, float* dx, float* dc);

void message_layer(const RowLinks& links, std::int64_t d, const float* z, const float* c, const float* bias,
                   float* inner);

void message_layer_backward(const RowLinks& links, std::int64_t d, const float* g, float* dz, float* dc);

void pna_aggregate(const RowLinks& links, std::int64_t d, const float* m, float* a);

void pna_aggregate_backward(const RowLinks& links, std::int64_t d, const float* m, const float* a, const float* g,
                            float* dm);

void pna_mix(std::int64_t size, float scale, const float* w, float* out);

void pna_mix_backward(std::int64_t size, float scale, const float* g, float* dw);

void pna_sum(const RowLinks& links, const std::int32_t* rows, std::int64_t d, const float* z, const float* bias,
             const float* u, bool relu, float* y);

void pna_sum_backward(const RowLinks& links, const std::int32_t* rows, std::int64_t d, const float* g, float* dz,
                      float* du);

void mean_outer_products(const RowLinks& links, std::int64_t d, std::int64_t channels, const float* a, const float* x,
                         float* s);

void mean_outer_products_backward(const RowLinks& links, std::int64_t d, std::int64_t channels, const float* a,
                                  const float* x, const float* g, float* da, float* dx);

}  // namespace gnnir::kernels::reference

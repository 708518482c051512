#pragma once

#include "gnnir/kernels/adam_step.h"
#include "gnnir/kernels/graph_rows.h"
#include "gnnir/kernels/rows.h"

/// The obvious version of each function of kernels/rows.h, graph_rows.h and adam_step.h, with the same signature and
/// meaning. Sums are in double.
namespace gnnir::kernels::reference {

void neighbourhood_sum(const RowLinks& links, std::int64_t d, float factor, const float* bias, bool relu,
                       const float* y, float* out);

float neighbourhood_sum_backward(const RowLinks& links, std::int64_t d, float factor, const float* g, const float* y,
                                 float* dy);

void gru_gates(const RowLinks& links, std::int64_t d, const float* gi, const float* gh, const float* bias_ih,
               const float* bias_hh, const float* h, float* gates, float* out);

void gru_gates_backward(const RowLinks& links, std::int64_t d, const float* g, const float* h, const float* gates,
                        float* dgi, float* dgh, float* dh);

void add_bias(std::int64_t rows, std::int64_t d, const float* bias, bool relu, float* x);

void relu_backward(std::int64_t size, const float* y, float* g);

void column_sums(std::int64_t rows, std::int64_t d, const float* x, float* sum);

void graph_norm(std::int64_t rows, std::int64_t d, float epsilon, const float* scale, const float* shift, bool relu,
                const float* counts, float* x, float* normalized, float* inverse);

void rectified_norm(std::int64_t rows, std::int64_t d, const float* scale, const float* shift, const float* normalized,
                    float* x);

void graph_norm_backward(std::int64_t rows, std::int64_t d, const float* scale, const float* counts,
                         const float* normalized, const float* inverse, float* g, float* dscale, float* dshift);

void segment_sums(const Segments& segments, std::int64_t d, bool mean, const float* x, float* sums);

void segment_sums_backward(const Segments& segments, std::int64_t d, bool mean, const float* g, float* dx);

void score_rows(std::int64_t rows, std::int64_t d, const float* h, const float* p, const float* u, float* score,
                float* second, float* length);

void selector_readout(std::int64_t count, const std::int32_t* chosen, std::int64_t d, const float* score,
                      const float* p, float* s);

void selector_readout_backward(std::int64_t count, const std::int32_t* chosen, std::int64_t d, const float* h,
                               const float* score, const float* p, const float* g, float* dh, float* dp);

void merge_branches(const GraphBranches& branches, std::int64_t d, MergeBy by, const float* x, const float* offset,
                    float* out, std::int32_t* winner);

void merge_branches_backward(const GraphBranches& branches, std::int64_t d, MergeBy by, const std::int32_t* winner,
                             const float* g, float* dx, float* doffset);

void adam_step(std::int64_t size, const AdamStep& step, const float* gradient, float* mean, float* square,
               float* weight);

}  // namespace gnnir::kernels::reference

#pragma once

#include "gnnir/kernels/rows.h"

/// The obvious version of each function of kernels/rows.h, with the same signature and meaning.
namespace gnnir::kernels::reference {

void neighbourhood_sum(const Neighbourhoods& graph, std::int64_t d, float factor, const float* h, float* out);

void neighbourhood_sum_backward(const Neighbourhoods& graph, std::int64_t d, float factor, const float* g, float* dh);

void add_bias(std::int64_t rows, std::int64_t d, const float* bias, bool relu, float* x);

void relu_backward(std::int64_t size, const float* y, float* g);

void column_sums(std::int64_t rows, std::int64_t d, const float* x, float* sum);

float dot(std::int64_t size, const float* x, const float* y);

void gru_gates(std::int64_t rows, std::int64_t d, const float* gi, const float* gh, const float* bias_ih,
               const float* bias_hh, const float* h, float* gates, float* out);

void gru_gates_backward(std::int64_t rows, std::int64_t d, const float* g, const float* h, const float* gates,
                        float* dgi, float* dgh, float* dh);

void graph_norm(std::int64_t rows, std::int64_t d, float epsilon, const float* scale, const float* shift, bool relu,
                float* x, float* normalized, float* inverse);

void graph_norm_backward(std::int64_t rows, std::int64_t d, const float* scale, const float* normalized,
                         const float* inverse, float* g, float* dscale, float* dshift);

}  // namespace gnnir::kernels::reference

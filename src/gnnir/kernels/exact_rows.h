#pragma once

#include "gnnir/kernels/exact_plan.h"

/// What exact individualization computes between two matrix products, on blocks of rows that stay in the cache.
/// Matrices are row-major and dense. Each is held against libtorch's operations by tests/models/exact_ir_test.cpp.
namespace gnnir::kernels {

/// out_r = Σ_j weight_j · x_{source_j}. x: [.., d], out: [sums.count(), d]
void weighted_sum(const WeightedSums& sums, std::int64_t d, const float* x, float* out);
/// dx_{source_j} += weight_j · g_r. g: [sums.count(), d]
void weighted_sum_backward(const WeightedSums& sums, std::int64_t d, const float* g, float* dx);

/// out_r = x_{rows_r}. x: [.., d], out: [count, d]
void gather_rows(std::int64_t count, std::int64_t d, const std::int32_t* rows, const float* x, float* out);
/// dx_{rows_r} += g_r
void gather_rows_backward(std::int64_t count, std::int64_t d, const std::int32_t* rows, const float* g, float* dx);

struct RowRange {
  std::int64_t first, count;
};

/// What comes into the rows of a level; null where there is nothing of it. With edges a message is rectified:
/// out_r = h_{self_r} + Σ_j weight_j · relu(h_{source_j} + e_{edge_j}) + own_{own_r} + Σ_j weight_j · across_{source_j}
struct ExactInputs {
  const float* h;       ///< [rows before, d]
  const float* edges;   ///< [edges, d]
  const float* own;     ///< [level.own_rows, d]
  const float* across;  ///< [rows before, d]
};
/// out: [range.count, d]
void exact_messages(const ExactLevel& level, RowRange range, std::int64_t d, const ExactInputs& inputs, float* out);

struct ExactGradients {
  float *h, *edges, *own, *across;
};
/// From the gradients of a range by out; all are added to. g: [range.count, d]
void exact_messages_backward(const ExactLevel& level, RowRange range, std::int64_t d, const ExactInputs& inputs,
                             const float* g, const ExactGradients& gradients);

/// A normalization as it acts on a channel: x̂ = inverse·(x - mean), y = gain·(x - mean) + shift. All: [d]
struct NormLine {
  const float *mean, *inverse, *gain, *shift;
};
/// sums_c += Σ_r counts_r·(x_rc - pivot_c), sums_{d+c} += Σ_r counts_r·(x_rc - pivot_c)². x: [rows, d]; pivot: [d]
void add_moments(std::int64_t rows, std::int64_t d, const float* counts, const float* pivot, const float* x,
                 double* sums);
/// out = relu(y). x, out: [rows, d]
void norm_relu(std::int64_t rows, std::int64_t d, const NormLine& line, const float* x, float* out);
/// out_r = relu(y_r) + h_{self_r}. h: [.., d]
void norm_relu_add(std::int64_t rows, std::int64_t d, const NormLine& line, const float* x, const std::int32_t* self,
                   const float* h, float* out);
/// From g = ∂/∂relu(y): sums_c += Σ_r g_rc, sums_{d+c} += Σ_r g_rc·x̂_rc, where y > 0. g: [rows, d], sums: [2d]
void add_norm_gradients(std::int64_t rows, std::int64_t d, const NormLine& line, const float* x, const float* g,
                        float* sums);
/// dx = gain·(g - share_r·(sums_c + x̂·sums_{d+c})), with g where y > 0 and share_r = counts_r/all: a row that counts
/// twice moves mean and variance twice as much. all = 0: mean and variance were given, share_r = 0. dx may be g.
void norm_backward(std::int64_t rows, std::int64_t d, const NormLine& line, const float* counts, float all,
                   const float* sums, const float* x, const float* g, float* dx);

}  // namespace gnnir::kernels

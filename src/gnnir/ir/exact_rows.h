#pragma once

#include <ATen/core/Tensor.h>

#include <memory>

#include "gnnir/kernels/exact_plan.h"
#include "gnnir/nn/execution.h"
#include "gnnir/nn/operation.h"

/// The rows of exact individualization on tensors: on the kernels, or by libtorch's operations. A plan must outlive the
/// backward pass: it is shared.
namespace gnnir {

using SharedPlan = std::shared_ptr<const kernels::ExactPlan>;

/// Σ_j weight_j · x_{source_j}: sums is part of what `plan` owns. x: [rows, d] → [sums, d]
at::Tensor weighted_sum(const SharedPlan& plan, const kernels::WeightedSums& sums, const at::Tensor& x,
                        const Execution& execution);

/// Rows by number. x: [.., d] → [rows.size(), d]
at::Tensor rows_of(const at::Tensor& x, const std::vector<std::int32_t>& rows);

/// Σ_j weight_j · relu(x_{source_j}·Wᵀ + b): the sums of an MLP's hidden layer, whose second map may wait for them.
/// x: [rows, in], weight: [d, in], bias: [d] → [sums, d]
at::Tensor weighted_hidden_sum(const SharedPlan& plan, const kernels::WeightedSums& sums, const at::Tensor& x,
                               const at::Tensor& weight, const at::Tensor& bias, const Execution& execution);

/// What goes into a level beside h, the rows of the level before, [.., d]; undefined where there is none.
struct ExactTerms {
  at::Tensor edges;   ///< [edges, d]
  at::Tensor own;     ///< [own_rows, d]
  at::Tensor across;  ///< [rows before, d]
};
struct ExactSums {
  at::Tensor sum;   ///< [rows, d]: kernels/exact_rows.h
  at::Tensor self;  ///< [rows, d]: each row as it was
};
/// By libtorch's operations. step: 1, 2, …
ExactSums exact_messages(const kernels::ExactPlan& plan, std::int64_t step, const at::Tensor& h,
                         const ExactTerms& terms);

/// Normalization over rows that count more than once, and ReLU, in training: mean and variance are of this call. By
/// libtorch's operations.
struct CountedNormed {
  at::Tensor rows;            ///< [rows, d]
  at::Tensor mean, variance;  ///< [d], without gradients
};
CountedNormed counted_norm(const at::Tensor& x, const std::vector<float>& counts, const at::Tensor& scale,
                           const at::Tensor& shift, double epsilon);

/// The numbers as a tensor like `like`.
at::Tensor count_tensor(const std::vector<float>& counts, const at::Tensor& like);

}  // namespace gnnir

#pragma once

#include "gnnir/ir/exact_rows.h"
#include "gnnir/kernels/exact_step.h"

namespace gnnir {

/// The weights of a step; undefined where it has none.
struct ExactStepWeights {
  at::Tensor in, out;              ///< [d, d]
  at::Tensor own, across;          ///< [d, d]
  at::Tensor in_scale, out_scale;  ///< [d]
  at::Tensor in_shift, out_shift;  ///< [d]; without norms the biases
};

/// Means and variances of the norms, [d] each: in.mean, in.variance, out.mean, out.variance.
using ExactStepMoments = std::vector<at::Tensor>;

/// A step on the kernels (kernels/exact_step.h), one operation. moments: read where kind.norms is `given`, made where
/// it is `of_rows`. h: [rows before, d], e: [edges, d], keep: [graphs, d], both or one undefined → [rows, d]
at::Tensor fused_exact_step(const kernels::ExactStepKind& kind, const SharedPlan& plan, std::int64_t step,
                            const ExactStepWeights& weights, const at::Tensor& h, const at::Tensor& e,
                            const at::Tensor& keep, ExactStepMoments& moments);

/// GRU(x_r, h_self(r)) on the kernels. gru: weight_ih, weight_hh, bias_ih, bias_hh; x: [rows, d], h: [rows before, d]
/// → [rows, d]
at::Tensor fused_exact_gru(const SharedPlan& plan, std::int64_t step, const std::vector<at::Tensor>& gru,
                           const at::Tensor& x, const at::Tensor& h);

}  // namespace gnnir

#pragma once

#include "gnnir/kernels/mlp.h"

/// The obvious version of each function of kernels/mlp.h, with the same signature and meaning. `inner` and `sums`
/// belong to the version that filled them.
namespace gnnir::kernels::reference {

void mlp_forward(const MlpShape& shape, std::int64_t rows, const MlpTensors<const float>& weights, const float* x,
                 float* inner, float* y);

void mlp_backward(const MlpShape& shape, std::int64_t rows, const MlpTensors<const float>& weights, const float* x,
                  const float* inner, const float* g, float* dx, bool add, const MlpTensors<float>& gradients);

void mlp_sum_forward(const MlpShape& shape, std::int64_t rows, const Segments& segments, bool mean,
                     const MlpTensors<const float>& weights, const float* x, float* inner, float* sums, float* y);

void mlp_sum_backward(const MlpShape& shape, std::int64_t rows, const Segments& segments, bool mean,
                      const MlpTensors<const float>& weights, const float* x, const float* inner, const float* sums,
                      const float* g, float* dx, bool add, const MlpTensors<float>& gradients);

}  // namespace gnnir::kernels::reference

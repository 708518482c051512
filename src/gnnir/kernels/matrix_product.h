#pragma once

#include <cstdint>

namespace gnnir::kernels {

/// All matrix products of the kernels stand here, so that another library or number format can take their place.
/// Matrices are row-major and dense.

/// y = x·wᵀ. x: [rows, in], w: [out, in], y: [rows, out]
void product(std::int64_t rows, std::int64_t in, std::int64_t out, const float* x, const float* w, float* y);

/// dx (+)= dy·w, the gradient of `product` by x. dy: [rows, out], w: [out, in], dx: [rows, in]
void product_backward_input(std::int64_t rows, std::int64_t in, std::int64_t out, const float* dy, const float* w,
                            float* dx, bool add);

/// dw += dyᵀ·x, the gradient of `product` by w. dy: [rows, out], x: [rows, in], dw: [out, in]
void product_backward_weight(std::int64_t rows, std::int64_t in, std::int64_t out, const float* dy, const float* x,
                             float* dw);

}  // namespace gnnir::kernels

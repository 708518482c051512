#pragma once

#include <cstddef>
#include <cstdint>

/// All matrix products of the kernels stand here, so that another library or number format can take their place.
/// Matrices are row-major and dense. Each has a twin of the same signature in tests/twins/matrix_product.h.
namespace gnnir::kernels {

/// For so many threads that multiply at one time: makes OpenBLAS take the memory that it works in, or throws an Error
/// of kind usage where a limit (ulimit -v, -d) does not leave it. OpenBLAS itself would try again for ever.
void reserve_products(std::size_t threads);

/// For programs, once: OpenBLAS computes each product on the thread that asks for it, in the whole process. It knows no
/// other way; with threads of its own, those who ask would wait for each other.
void multiply_on_own_thread();

/// y = x·w, or y += x·w. x: [rows, in], w: [in, out], y: [rows, out]
void product(std::int64_t rows, std::int64_t in, std::int64_t out, const float* x, const float* w, float* y,
             bool add = false);

/// y = x·wᵀ with w as a linear map has it, [out, in]; for few rows, where transposing w would not pay.
void product_transposed(std::int64_t rows, std::int64_t in, std::int64_t out, const float* x, const float* w, float* y);

/// dw += dyᵀ·x, the gradient of a linear map's weight. dy: [rows, out], x: [rows, in], dw: [out, in]
void weight_gradient(std::int64_t rows, std::int64_t in, std::int64_t out, const float* dy, const float* x, float* dw);

/// to[column, row] = from[row, column]. from: [rows, columns]
void transpose(std::int64_t rows, std::int64_t columns, const float* from, float* to);

}  // namespace gnnir::kernels

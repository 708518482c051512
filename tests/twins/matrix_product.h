#pragma once

#include "gnnir/kernels/matrix_product.h"

/// The obvious version of each function of kernels/matrix_product.h, with the same signature and meaning.
namespace gnnir::kernels::reference {

void product(std::int64_t rows, std::int64_t in, std::int64_t out, const float* x, const float* w, float* y,
             bool add = false);

void product_transposed(std::int64_t rows, std::int64_t in, std::int64_t out, const float* x, const float* w, float* y);

void weight_gradient(std::int64_t rows, std::int64_t in, std::int64_t out, const float* dy, const float* x, float* dw);

void transpose(std::int64_t rows, std::int64_t columns, const float* from, float* to);

}  // namespace gnnir::kernels::reference

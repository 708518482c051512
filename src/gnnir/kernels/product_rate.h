#pragma once

#include <cstdint>

#include "gnnir/base/thread_pool.h"

namespace gnnir::kernels {

/// Floating-point operations a second that single-precision matrix products reach on this machine at a model's shapes:
/// [rows, d] times [d, d] and [d, 3d], as many products of each as a GNN step has, every thread of the pool multiplying
/// matrices of its own. The better of sgemm called as it is and of our own way to call it (matrix_product.h).
double product_rate(std::int64_t rows, std::int64_t d, ThreadPool& pool);

}  // namespace gnnir::kernels

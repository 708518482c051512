#pragma once

#include <cstdint>

namespace gnnir::kernels {

/// Whether none of n numbers is NaN or infinite.
bool all_finite(std::int64_t n, const float* x);

}  // namespace gnnir::kernels

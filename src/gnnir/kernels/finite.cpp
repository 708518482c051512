#include "gnnir/kernels/finite.h"

#include <bit>

namespace gnnir::kernels {

bool all_finite(std::int64_t n, const float* x) {
  constexpr std::uint32_t exponent = 0x7F800000U;  // all of its bits are set in NaN and infinity, and only there
  std::uint32_t found = 0;                         // a branch would keep the compiler from using vectors
  for (std::int64_t i = 0; i < n; ++i) found |= (std::bit_cast<std::uint32_t>(x[i]) & exponent) == exponent ? 1U : 0U;
  return found == 0;
}

}  // namespace gnnir::kernels

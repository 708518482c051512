#pragma once

#include <cstdint>

namespace gnnir::kernels {

/// One step of Adam (Kingma and Ba 2015) on `size` numbers, with L2 weight decay added to the gradient.
struct AdamStep {
  float lr, beta1, beta2, epsilon, weight_decay;
  float rest1, rest2;              ///< 1 - beta1, 1 - beta2: rounded once, not from beta rounded
  float correction1, correction2;  ///< 1 - beta1^t, 1 - beta2^t
};
void adam_step(std::int64_t size, const AdamStep& step, const float* gradient, float* mean, float* square,
               float* weight);

}  // namespace gnnir::kernels

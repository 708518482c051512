#include "gnnir/kernels/adam_step.h"

#include <cmath>

// Highway compiles this file once per instruction set and chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "gnnir/kernels/adam_step.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

#include "gnnir/kernels/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gnnir::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

void Adam(std::int64_t size, const AdamStep& step, const float* gradient, float* mean, float* square, float* weight) {
  const float lr = step.lr / step.correction1;
  const float root = 1.0F / std::sqrt(step.correction2);
  for_each_lane(size, [&](auto t, std::int64_t i) HWY_ATTR {
    const auto w = hn::LoadU(t, weight + i);
    const auto g = hn::MulAdd(hn::Set(t, step.weight_decay), w, hn::LoadU(t, gradient + i));
    const auto m = hn::MulAdd(hn::Set(t, step.rest1), g, hn::Mul(hn::Set(t, step.beta1), hn::LoadU(t, mean + i)));
    const auto v =
        hn::MulAdd(hn::Set(t, step.rest2), hn::Mul(g, g), hn::Mul(hn::Set(t, step.beta2), hn::LoadU(t, square + i)));
    hn::StoreU(m, t, mean + i);
    hn::StoreU(v, t, square + i);
    const auto scale = hn::MulAdd(hn::Sqrt(v), hn::Set(t, root), hn::Set(t, step.epsilon));
    hn::StoreU(hn::NegMulAdd(hn::Set(t, lr), hn::Div(m, scale), w), t, weight + i);
  });
}

}  // namespace gnnir::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gnnir::kernels {

HWY_EXPORT(Adam);

void adam_step(std::int64_t size, const AdamStep& step, const float* gradient, float* mean, float* square,
               float* weight) {
  HWY_DYNAMIC_DISPATCH(Adam)(size, step, gradient, mean, square, weight);
}

}  // namespace gnnir::kernels
#endif

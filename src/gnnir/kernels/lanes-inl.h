// Vectors of the instruction set that Highway is compiling for; included once per set.
#if defined(GNNIR_KERNELS_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef GNNIR_KERNELS_LANES_INL_H
#undef GNNIR_KERNELS_LANES_INL_H
#else
#define GNNIR_KERNELS_LANES_INL_H
#endif

#include <hwy/highway.h>

#include <cstdint>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace gnnir::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Calls body(tag, i) for i = 0..n-1 in steps of whole vectors, then of four, then one by one.
template <typename Body>
HWY_INLINE void for_each_lane(std::int64_t n, const Body& body) {
  const hn::ScalableTag<float> whole;
  const auto step = static_cast<std::int64_t>(hn::Lanes(whole));
  std::int64_t i = 0;
  for (; i + step <= n; i += step) body(whole, i);
  const hn::CappedTag<float, 4> four;
  const auto small_step = static_cast<std::int64_t>(hn::Lanes(four));
  for (; i + small_step <= n; i += small_step) body(four, i);
  const hn::CappedTag<float, 1> single;
  for (; i < n; ++i) body(single, i);
}

// What is no number must stay none: minima, maxima and Highway's exp would quietly turn it into one.

/// max(x, 0)
template <typename V>
HWY_INLINE V rectified(V x) {
  const hn::DFromV<V> t;
  return hn::IfThenZeroElse(hn::Lt(x, hn::Zero(t)), x);
}

/// y where all of x is a number, else x.
template <typename V>
HWY_INLINE V unless_nan(V x, V y) {
  return hn::IfThenElse(hn::IsNaN(x), x, y);
}

/// A sum over what for_each_lane visits: whole vectors are added to `whole` lane by lane, the rest to `rest`, so that
/// lanes are summed up once, at the end.
template <typename Tag, typename V, typename Whole>
HWY_INLINE void add_up(Tag t, V value, Whole& whole, float& rest) {
  if constexpr (std::is_same_v<Tag, hn::ScalableTag<float>>) {
    whole = hn::Add(whole, value);
  } else {
    rest += hn::GetLane(hn::SumOfLanes(t, value));
  }
}

/// to[0…] += value
template <typename Tag, typename V>
HWY_INLINE void add_to(Tag t, V value, float* to) {
  hn::StoreU(hn::Add(hn::LoadU(t, to), value), t, to);
}

}  // namespace gnnir::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

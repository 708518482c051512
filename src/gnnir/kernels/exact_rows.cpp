#include "gnnir/kernels/exact_rows.h"

#include <algorithm>
#include <cmath>

// Highway compiles this file once per instruction set and chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "gnnir/kernels/exact_rows.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

#include "gnnir/kernels/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gnnir::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Legend: r row, c channel, d channels, j entry of a sum, t the vector type's tag.

/// sum + Σ_j weight_j · x_{source_j}, of channels from c on.
template <typename Tag, typename V>
HWY_INLINE V plus_entries(Tag t, const WeightedSums& sums, std::int64_t r, std::int64_t d, std::int64_t c,
                          const float* x, V sum) {
  const std::int32_t* const offsets = sums.offsets.data() + r;
  for (std::int64_t j = offsets[0]; j < offsets[1]; ++j) {
    const float* from = x + static_cast<std::int64_t>(sums.sources.data()[j]) * d + c;
    sum = hn::MulAdd(hn::Set(t, sums.weights.data()[j]), hn::LoadU(t, from), sum);
  }
  return sum;
}

void WeightedSum(const WeightedSums& sums, std::int64_t d, const float* x, float* out) {
  for (std::int64_t r = 0; r < sums.count(); ++r) {
    for_each_lane(d, [&](auto t, std::int64_t c)
                         HWY_ATTR { hn::StoreU(plus_entries(t, sums, r, d, c, x, hn::Zero(t)), t, out + r * d + c); });
  }
}

void WeightedSumBackward(const WeightedSums& sums, std::int64_t d, const float* g, float* dx) {
  for (std::int64_t r = 0; r < sums.count(); ++r) {
    const std::int32_t* const offsets = sums.offsets.data() + r;
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
      const auto from = hn::LoadU(t, g + r * d + c);
      for (std::int64_t j = offsets[0]; j < offsets[1]; ++j) {
        add_to(t, hn::Mul(hn::Set(t, sums.weights.data()[j]), from),
               dx + static_cast<std::int64_t>(sums.sources.data()[j]) * d + c);
      }
    });
  }
}

void Messages(const ExactLevel& level, std::int64_t d, const ExactInputs& in, float* out, float* self) {
  const WeightedSums& messages = level.messages;
  for (std::int64_t r = 0; r < level.rows(); ++r) {
    const std::int32_t* const offsets = messages.offsets.data() + r;
    const float* const before = in.h + static_cast<std::int64_t>(level.self.data()[r]) * d;
    const float* const own = in.own ? in.own + static_cast<std::int64_t>(level.own.data()[r]) * d : nullptr;
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
      auto sum = hn::LoadU(t, before + c);
      hn::StoreU(sum, t, self + r * d + c);
      if (own) sum = hn::Add(sum, hn::LoadU(t, own + c));
      if (in.edges) {
        for (std::int64_t j = offsets[0]; j < offsets[1]; ++j) {
          const auto h = hn::LoadU(t, in.h + static_cast<std::int64_t>(messages.sources.data()[j]) * d + c);
          const auto e = hn::LoadU(t, in.edges + static_cast<std::int64_t>(level.edges.data()[j]) * d + c);
          sum = hn::MulAdd(hn::Set(t, messages.weights.data()[j]), rectified(hn::Add(h, e)), sum);
        }
      } else {
        sum = plus_entries(t, messages, r, d, c, in.h, sum);
      }
      if (in.across) sum = plus_entries(t, level.across, r, d, c, in.across, sum);
      hn::StoreU(sum, t, out + r * d + c);
    });
  }
}

void MessagesBackward(const ExactLevel& level, std::int64_t d, const ExactInputs& in, const float* by_out,
                      const float* by_self, const ExactGradients& to) {
  const WeightedSums& messages = level.messages;
  for (std::int64_t r = 0; r < level.rows(); ++r) {
    const std::int32_t* const offsets = messages.offsets.data() + r;
    const std::int64_t before = static_cast<std::int64_t>(level.self.data()[r]) * d;
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
      const auto g = hn::LoadU(t, by_out + r * d + c);
      add_to(t, hn::Add(g, hn::LoadU(t, by_self + r * d + c)), to.h + before + c);
      if (to.own) add_to(t, g, to.own + static_cast<std::int64_t>(level.own.data()[r]) * d + c);
      for (std::int64_t j = offsets[0]; j < offsets[1]; ++j) {
        const std::int64_t source = static_cast<std::int64_t>(messages.sources.data()[j]) * d + c;
        auto passed = hn::Mul(hn::Set(t, messages.weights.data()[j]), g);
        if (to.edges) {
          const std::int64_t edge = static_cast<std::int64_t>(level.edges.data()[j]) * d + c;
          const auto sum = hn::Add(hn::LoadU(t, in.h + source), hn::LoadU(t, in.edges + edge));
          passed = hn::IfThenElseZero(hn::Gt(sum, hn::Zero(t)), passed);
          add_to(t, passed, to.edges + edge);
        }
        add_to(t, passed, to.h + source);
      }
    });
  }
}

void CountedNorm(std::int64_t rows, std::int64_t d, const float* counts, float epsilon, const float* scale,
                 const float* shift, const float* x, float* out, float* mean, float* variance, float* inverse) {
  float all = 0;
  std::fill_n(mean, d, 0.0F);
  std::fill_n(variance, d, 0.0F);
  for (std::int64_t r = 0; r < rows; ++r) all += counts[r];
  const float share = all > 0 ? 1 / all : 0;
  for (std::int64_t r = 0; r < rows; ++r) {
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
      add_to(t, hn::Mul(hn::Set(t, counts[r] * share), hn::LoadU(t, x + r * d + c)), mean + c);
    });
  }
  for (std::int64_t r = 0; r < rows; ++r) {
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
      const auto centred = hn::Sub(hn::LoadU(t, x + r * d + c), hn::LoadU(t, mean + c));
      add_to(t, hn::Mul(hn::Set(t, counts[r] * share), hn::Mul(centred, centred)), variance + c);
    });
  }
  for (std::int64_t c = 0; c < d; ++c) inverse[c] = 1 / std::sqrt(variance[c] + epsilon);
  for (std::int64_t r = 0; r < rows; ++r) {
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
      const auto hat = hn::Mul(hn::Sub(hn::LoadU(t, x + r * d + c), hn::LoadU(t, mean + c)), hn::LoadU(t, inverse + c));
      hn::StoreU(rectified(hn::MulAdd(hn::LoadU(t, scale + c), hat, hn::LoadU(t, shift + c))), t, out + r * d + c);
    });
  }
}

/// The gradient behind the ReLU, and x̂, of channels from c on.
template <typename Tag, typename V>
HWY_INLINE V gradient_before_relu(Tag t, const CountedNormTape& tape, const float* x, const float* g, std::int64_t c,
                                  V& hat) {
  hat = hn::Mul(hn::Sub(hn::LoadU(t, x + c), hn::LoadU(t, tape.mean + c)), hn::LoadU(t, tape.inverse + c));
  const V y = hn::MulAdd(hn::LoadU(t, tape.scale + c), hat, hn::LoadU(t, tape.shift + c));
  return hn::IfThenElseZero(hn::Gt(y, hn::Zero(t)), hn::LoadU(t, g + c));
}

void CountedNormBackward(std::int64_t rows, std::int64_t d, const CountedNormTape& tape, const float* g, float* dx,
                         float* dscale, float* dshift) {
  std::vector<float> sums(static_cast<std::size_t>(2 * d), 0.0F);
  float* const sum = sums.data();
  float* const sum_hat = sums.data() + d;
  float all = 0;
  for (std::int64_t r = 0; r < rows; ++r) {
    all += tape.counts[r];
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
      auto hat = hn::Zero(t);
      const auto before = gradient_before_relu(t, tape, tape.x + r * d, g + r * d, c, hat);
      add_to(t, before, sum + c);
      add_to(t, hn::Mul(before, hat), sum_hat + c);
    });
  }
  for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
    add_to(t, hn::LoadU(t, sum + c), dshift + c);
    add_to(t, hn::LoadU(t, sum_hat + c), dscale + c);
  });
  // A row that counts twice moves mean and variance twice as much.
  for (std::int64_t r = 0; r < rows; ++r) {
    const float share = all > 0 ? tape.counts[r] / all : 0;
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
      auto hat = hn::Zero(t);
      const auto before = gradient_before_relu(t, tape, tape.x + r * d, g + r * d, c, hat);
      const auto moved = hn::MulAdd(hat, hn::LoadU(t, sum_hat + c), hn::LoadU(t, sum + c));
      const auto factor = hn::Mul(hn::LoadU(t, tape.scale + c), hn::LoadU(t, tape.inverse + c));
      hn::StoreU(hn::Mul(factor, hn::NegMulAdd(hn::Set(t, share), moved, before)), t, dx + r * d + c);
    });
  }
}

}  // namespace gnnir::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gnnir::kernels {

HWY_EXPORT(WeightedSum);
HWY_EXPORT(WeightedSumBackward);
HWY_EXPORT(Messages);
HWY_EXPORT(MessagesBackward);
HWY_EXPORT(CountedNorm);
HWY_EXPORT(CountedNormBackward);

void weighted_sum(const WeightedSums& sums, std::int64_t d, const float* x, float* out) {
  HWY_DYNAMIC_DISPATCH(WeightedSum)(sums, d, x, out);
}
void weighted_sum_backward(const WeightedSums& sums, std::int64_t d, const float* g, float* dx) {
  HWY_DYNAMIC_DISPATCH(WeightedSumBackward)(sums, d, g, dx);
}
void exact_messages(const ExactLevel& level, std::int64_t d, const ExactInputs& inputs, float* out, float* self) {
  HWY_DYNAMIC_DISPATCH(Messages)(level, d, inputs, out, self);
}
void exact_messages_backward(const ExactLevel& level, std::int64_t d, const ExactInputs& inputs, const float* by_out,
                             const float* by_self, const ExactGradients& gradients) {
  HWY_DYNAMIC_DISPATCH(MessagesBackward)(level, d, inputs, by_out, by_self, gradients);
  if (gradients.across) weighted_sum_backward(level.across, d, by_out, gradients.across);
}
void counted_norm(std::int64_t rows, std::int64_t d, const float* counts, float epsilon, const float* scale,
                  const float* shift, const float* x, float* out, float* mean, float* variance, float* inverse) {
  HWY_DYNAMIC_DISPATCH(CountedNorm)(rows, d, counts, epsilon, scale, shift, x, out, mean, variance, inverse);
}
void counted_norm_backward(std::int64_t rows, std::int64_t d, const CountedNormTape& tape, const float* g, float* dx,
                           float* dscale, float* dshift) {
  HWY_DYNAMIC_DISPATCH(CountedNormBackward)(rows, d, tape, g, dx, dscale, dshift);
}

}  // namespace gnnir::kernels
#endif

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

void GatherRows(std::int64_t count, std::int64_t d, const std::int32_t* rows, const float* x, float* out) {
  for (std::int64_t r = 0; r < count; ++r) {
    const float* from = x + static_cast<std::int64_t>(rows[r]) * d;
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR { hn::StoreU(hn::LoadU(t, from + c), t, out + r * d + c); });
  }
}

void GatherRowsBackward(std::int64_t count, std::int64_t d, const std::int32_t* rows, const float* g, float* dx) {
  for (std::int64_t r = 0; r < count; ++r) {
    float* to = dx + static_cast<std::int64_t>(rows[r]) * d;
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR { add_to(t, hn::LoadU(t, g + r * d + c), to + c); });
  }
}

void Messages(const ExactLevel& level, RowRange range, std::int64_t d, const ExactInputs& in, float* out) {
  const WeightedSums& messages = level.messages;
  for (std::int64_t r = range.first; r < range.first + range.count; ++r, out += d) {
    const std::int32_t* const offsets = messages.offsets.data() + r;
    const float* const before = in.h + static_cast<std::int64_t>(level.self.data()[r]) * d;
    const float* const own = in.own ? in.own + static_cast<std::int64_t>(level.own.data()[r]) * d : nullptr;
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
      auto sum = hn::LoadU(t, before + c);
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
      hn::StoreU(sum, t, out + c);
    });
  }
}

void MessagesBackward(const ExactLevel& level, RowRange range, std::int64_t d, const ExactInputs& in, const float* by,
                      const ExactGradients& to) {
  const WeightedSums& messages = level.messages;
  for (std::int64_t r = range.first; r < range.first + range.count; ++r, by += d) {
    const std::int32_t* const offsets = messages.offsets.data() + r;
    const std::int32_t* const across = level.across.offsets.data() + (to.across ? r : 0);
    const std::int64_t before = static_cast<std::int64_t>(level.self.data()[r]) * d;
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
      const auto g = hn::LoadU(t, by + c);
      add_to(t, g, to.h + before + c);
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
      for (std::int64_t j = across[0]; to.across && j < across[1]; ++j) {
        const std::int64_t source = static_cast<std::int64_t>(level.across.sources.data()[j]) * d + c;
        add_to(t, hn::Mul(hn::Set(t, level.across.weights.data()[j]), g), to.across + source);
      }
    });
  }
}

// Below, rows are the inner loop: a channel's sums stay in registers.

void AddMoments(std::int64_t rows, std::int64_t d, const float* counts, const float* pivot, const float* x,
                double* sums) {
  for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
    const auto middle = hn::LoadU(t, pivot + c);
    auto sum = hn::Zero(t);
    auto squares = hn::Zero(t);
    for (std::int64_t r = 0; r < rows; ++r) {
      const auto off = hn::Sub(hn::LoadU(t, x + r * d + c), middle);
      const auto counted = hn::Mul(hn::Set(t, counts[r]), off);
      sum = hn::Add(sum, counted);
      squares = hn::MulAdd(counted, off, squares);
    }
    HWY_ALIGN float lanes[2][HWY_MAX_BYTES / sizeof(float)];
    hn::StoreU(sum, t, lanes[0]);
    hn::StoreU(squares, t, lanes[1]);
    for (std::size_t i = 0; i < hn::Lanes(t); ++i) {
      sums[static_cast<std::size_t>(c) + i] += lanes[0][i];
      sums[static_cast<std::size_t>(d + c) + i] += lanes[1][i];
    }
  });
}

/// x - mean, and y, of channels from c on.
template <typename Tag>
HWY_INLINE auto centred_at(Tag t, const NormLine& line, const float* x, std::int64_t c) {
  return hn::Sub(hn::LoadU(t, x + c), hn::LoadU(t, line.mean + c));
}
template <typename Tag>
HWY_INLINE auto line_at(Tag t, const NormLine& line, const float* x, std::int64_t c) {
  return hn::MulAdd(hn::LoadU(t, line.gain + c), centred_at(t, line, x, c), hn::LoadU(t, line.shift + c));
}

void NormRelu(std::int64_t rows, std::int64_t d, const NormLine& line, const float* x, float* out) {
  for (std::int64_t r = 0; r < rows; ++r, x += d, out += d) {
    for_each_lane(d,
                  [&](auto t, std::int64_t c) HWY_ATTR { hn::StoreU(rectified(line_at(t, line, x, c)), t, out + c); });
  }
}

void NormReluAdd(std::int64_t rows, std::int64_t d, const NormLine& line, const float* x, const std::int32_t* self,
                 const float* h, float* out) {
  for (std::int64_t r = 0; r < rows; ++r, x += d, out += d) {
    const float* const before = h + static_cast<std::int64_t>(self[r]) * d;
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
      hn::StoreU(hn::Add(rectified(line_at(t, line, x, c)), hn::LoadU(t, before + c)), t, out + c);
    });
  }
}

/// The gradient behind the ReLU, and x̂, of channels from c on.
template <typename Tag, typename V>
HWY_INLINE V gradient_before_relu(Tag t, const NormLine& line, const float* x, const float* g, std::int64_t c, V& hat) {
  hat = hn::Mul(hn::LoadU(t, line.inverse + c), centred_at(t, line, x, c));
  return hn::IfThenElseZero(hn::Gt(line_at(t, line, x, c), hn::Zero(t)), hn::LoadU(t, g + c));
}

void AddNormGradients(std::int64_t rows, std::int64_t d, const NormLine& line, const float* x, const float* g,
                      float* sums) {
  for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
    auto sum = hn::Zero(t);
    auto sum_hat = hn::Zero(t);
    for (std::int64_t r = 0; r < rows; ++r) {
      auto hat = hn::Zero(t);
      const auto before = gradient_before_relu(t, line, x + r * d, g + r * d, c, hat);
      sum = hn::Add(sum, before);
      sum_hat = hn::MulAdd(before, hat, sum_hat);
    }
    add_to(t, sum, sums + c);
    add_to(t, sum_hat, sums + d + c);
  });
}

void NormBackward(std::int64_t rows, std::int64_t d, const NormLine& line, const float* counts, float all,
                  const float* sums, const float* x, const float* g, float* dx) {
  for (std::int64_t r = 0; r < rows; ++r, x += d, g += d, dx += d) {
    const float of_row = all > 0 ? counts[r] / all : 0.0F;  // exactly 1 where a row is the only one
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
      auto hat = hn::Zero(t);
      const auto before = gradient_before_relu(t, line, x, g, c, hat);
      const auto moved = hn::MulAdd(hat, hn::LoadU(t, sums + d + c), hn::LoadU(t, sums + c));
      const auto left = hn::NegMulAdd(hn::Set(t, of_row), moved, before);
      hn::StoreU(hn::Mul(hn::LoadU(t, line.gain + c), left), t, dx + c);
    });
  }
}

}  // namespace gnnir::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gnnir::kernels {

HWY_EXPORT(WeightedSum);
HWY_EXPORT(WeightedSumBackward);
HWY_EXPORT(GatherRows);
HWY_EXPORT(GatherRowsBackward);
HWY_EXPORT(Messages);
HWY_EXPORT(MessagesBackward);
HWY_EXPORT(AddMoments);
HWY_EXPORT(NormRelu);
HWY_EXPORT(NormReluAdd);
HWY_EXPORT(AddNormGradients);
HWY_EXPORT(NormBackward);

void weighted_sum(const WeightedSums& sums, std::int64_t d, const float* x, float* out) {
  HWY_DYNAMIC_DISPATCH(WeightedSum)(sums, d, x, out);
}
void weighted_sum_backward(const WeightedSums& sums, std::int64_t d, const float* g, float* dx) {
  HWY_DYNAMIC_DISPATCH(WeightedSumBackward)(sums, d, g, dx);
}
void gather_rows(std::int64_t count, std::int64_t d, const std::int32_t* rows, const float* x, float* out) {
  HWY_DYNAMIC_DISPATCH(GatherRows)(count, d, rows, x, out);
}
void gather_rows_backward(std::int64_t count, std::int64_t d, const std::int32_t* rows, const float* g, float* dx) {
  HWY_DYNAMIC_DISPATCH(GatherRowsBackward)(count, d, rows, g, dx);
}
void exact_messages(const ExactLevel& level, RowRange range, std::int64_t d, const ExactInputs& inputs, float* out) {
  HWY_DYNAMIC_DISPATCH(Messages)(level, range, d, inputs, out);
}
void exact_messages_backward(const ExactLevel& level, RowRange range, std::int64_t d, const ExactInputs& inputs,
                             const float* g, const ExactGradients& gradients) {
  HWY_DYNAMIC_DISPATCH(MessagesBackward)(level, range, d, inputs, g, gradients);
}
void add_moments(std::int64_t rows, std::int64_t d, const float* counts, const float* pivot, const float* x,
                 double* sums) {
  HWY_DYNAMIC_DISPATCH(AddMoments)(rows, d, counts, pivot, x, sums);
}
void norm_relu(std::int64_t rows, std::int64_t d, const NormLine& line, const float* x, float* out) {
  HWY_DYNAMIC_DISPATCH(NormRelu)(rows, d, line, x, out);
}
void norm_relu_add(std::int64_t rows, std::int64_t d, const NormLine& line, const float* x, const std::int32_t* self,
                   const float* h, float* out) {
  HWY_DYNAMIC_DISPATCH(NormReluAdd)(rows, d, line, x, self, h, out);
}
void add_norm_gradients(std::int64_t rows, std::int64_t d, const NormLine& line, const float* x, const float* g,
                        float* sums) {
  HWY_DYNAMIC_DISPATCH(AddNormGradients)(rows, d, line, x, g, sums);
}
void norm_backward(std::int64_t rows, std::int64_t d, const NormLine& line, const float* counts, float all,
                   const float* sums, const float* x, const float* g, float* dx) {
  HWY_DYNAMIC_DISPATCH(NormBackward)(rows, d, line, counts, all, sums, x, g, dx);
}

}  // namespace gnnir::kernels
#endif

#include "gnnir/kernels/graph_rows.h"

#include <algorithm>
#include <cmath>

// Highway compiles this file once per instruction set and chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "gnnir/kernels/graph_rows.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

#include "gnnir/kernels/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gnnir::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Legend: v row, c channel, d channels, i flat index, s segment, b branch, t the vector type's tag.

/// Calls body(row) for the rows of segment s.
template <typename Body>
HWY_INLINE void for_each_row(const Segments& segments, std::int64_t s, const Body& body) {
  for (std::int64_t i = segments.offsets[s]; i < segments.offsets[s + 1]; ++i) {
    body(segments.map == nullptr ? i : segments.map[i]);
  }
}

/// 1, or one over the number of rows of segment s.
float share_of(const Segments& segments, std::int64_t s, bool mean) {
  const std::int64_t rows = segments.offsets[s + 1] - segments.offsets[s];
  return mean && rows > 0 ? 1.0F / static_cast<float>(rows) : 1.0F;
}

void SegmentSums(const Segments& segments, std::int64_t d, bool mean, const float* x, float* sums) {
  for (std::int64_t s = 0; s < segments.count; ++s) {
    const float share = share_of(segments, s, mean);
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
      auto sum = hn::Zero(t);
      for_each_row(segments, s, [&](std::int64_t row) HWY_ATTR { sum = hn::Add(sum, hn::LoadU(t, x + row * d + c)); });
      hn::StoreU(hn::Mul(sum, hn::Set(t, share)), t, sums + s * d + c);
    });
  }
}

void SegmentSumsBackward(const Segments& segments, std::int64_t d, bool mean, const float* g, float* dx) {
  for (std::int64_t s = 0; s < segments.count; ++s) {
    const float share = share_of(segments, s, mean);
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
      const auto from = hn::Mul(hn::LoadU(t, g + s * d + c), hn::Set(t, share));
      for_each_row(segments, s, [&](std::int64_t row) HWY_ATTR {
        hn::StoreU(hn::Add(hn::LoadU(t, dx + row * d + c), from), t, dx + row * d + c);
      });
    });
  }
}

/// Σ x_i·y_i
HWY_INLINE float Dot(std::int64_t size, const float* x, const float* y) {
  const hn::ScalableTag<float> t;
  const auto step = static_cast<std::int64_t>(hn::Lanes(t));
  auto sum = hn::Zero(t);
  std::int64_t i = 0;
  for (; i + step <= size; i += step) sum = hn::MulAdd(hn::LoadU(t, x + i), hn::LoadU(t, y + i), sum);
  float total = hn::GetLane(hn::SumOfLanes(t, sum));
  for (; i < size; ++i) total += x[i] * y[i];
  return total;
}

/// y += factor·x
HWY_INLINE void AddScaled(std::int64_t size, float factor, const float* x, float* y) {
  for_each_lane(size, [&](auto t, std::int64_t i) HWY_ATTR {
    hn::StoreU(hn::MulAdd(hn::Set(t, factor), hn::LoadU(t, x + i), hn::LoadU(t, y + i)), t, y + i);
  });
}

HWY_INLINE float LengthOf(std::int64_t d, const float* p) { return std::max(std::sqrt(Dot(d, p, p)), 1e-12F); }

void ScoreRows(std::int64_t rows, std::int64_t d, const float* h, const float* p, const float* u, float* score,
               float* second, float* length) {
  const float p_length = LengthOf(d, p);
  for (std::int64_t v = 0; v < rows; ++v) {
    const float* row = h + v * d;
    score[v] = Dot(d, row, p) / p_length;
    second[v] = Dot(d, row, u);
    length[v] = std::sqrt(Dot(d, row, row));
  }
}

void SelectorReadout(std::int64_t count, const std::int32_t* chosen, std::int64_t d, const float* score, const float* p,
                     float* s) {
  float total = 0;
  for (std::int64_t i = 0; i < count; ++i) total += std::tanh(score[chosen[i]]);
  for_each_lane(d, [&](auto t, std::int64_t c)
                       HWY_ATTR { hn::StoreU(hn::Mul(hn::Set(t, total), hn::LoadU(t, p + c)), t, s + c); });
}

void SelectorReadoutBackward(std::int64_t count, const std::int32_t* chosen, std::int64_t d, const float* h,
                             const float* score, const float* p, const float* g, float* dh, float* dp) {
  const float length = LengthOf(d, p);
  // Where ‖p‖ is held at its floor the length has no gradient.
  const bool floored = Dot(d, p, p) < 1e-24F;
  const float by_score = Dot(d, g, p);
  for (std::int64_t i = 0; i < count; ++i) {
    const float* row = h + chosen[i] * d;
    const float value = std::tanh(score[chosen[i]]);
    const float dscore = by_score * (1 - value * value);
    AddScaled(d, value, g, dp);
    AddScaled(d, dscore / length, row, dp);
    if (!floored) AddScaled(d, -dscore * score[chosen[i]] / (length * length), p, dp);
    AddScaled(d, dscore / length, p, dh + chosen[i] * d);
  }
}

void MergeBranches(const GraphBranches& branches, std::int64_t d, MergeBy by, const float* x, const float* offset,
                   float* out, std::int32_t* winner) {
  const float share = by == MergeBy::mean ? 1.0F / static_cast<float>(branches.count) : 1.0F;
  for (std::int64_t v = 0; v < branches.rows; ++v) {
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
      const hn::RebindToSigned<decltype(t)> ti;
      const auto value = [&](std::int64_t b) HWY_ATTR {
        return hn::Add(hn::LoadU(t, x + branches.map[b * branches.rows + v] * d + c), hn::LoadU(t, offset + b * d + c));
      };
      auto result = value(0);
      if (by == MergeBy::max) {
        auto best = hn::Zero(ti);
        for (std::int64_t b = 1; b < branches.count; ++b) {
          const auto candidate = value(b);
          const auto better = hn::Or(hn::Gt(candidate, result), hn::IsNaN(candidate));
          result = hn::IfThenElse(better, candidate, result);
          best = hn::IfThenElse(hn::RebindMask(ti, better), hn::Set(ti, static_cast<std::int32_t>(b)), best);
        }
        hn::StoreU(best, ti, winner + v * d + c);
      } else {
        for (std::int64_t b = 1; b < branches.count; ++b) result = hn::Add(result, value(b));
        result = hn::Mul(result, hn::Set(t, share));
      }
      hn::StoreU(result, t, out + v * d + c);
    });
  }
}

void MergeBranchesBackward(const GraphBranches& branches, std::int64_t d, MergeBy by, const std::int32_t* winner,
                           const float* g, float* dx, float* doffset) {
  const float share = by == MergeBy::mean ? 1.0F / static_cast<float>(branches.count) : 1.0F;
  for (std::int64_t v = 0; v < branches.rows; ++v) {
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
      const hn::RebindToSigned<decltype(t)> ti;
      const auto from = hn::Mul(hn::LoadU(t, g + v * d + c), hn::Set(t, share));
      for (std::int64_t b = 0; b < branches.count; ++b) {
        float* to = dx + branches.map[b * branches.rows + v] * d + c;
        float* to_offset = doffset + b * d + c;
        auto part = from;
        if (by == MergeBy::max) {
          const auto won = hn::Eq(hn::LoadU(ti, winner + v * d + c), hn::Set(ti, static_cast<std::int32_t>(b)));
          part = hn::IfThenElseZero(hn::RebindMask(t, won), from);
        }
        hn::StoreU(hn::Add(hn::LoadU(t, to), part), t, to);
        hn::StoreU(hn::Add(hn::LoadU(t, to_offset), part), t, to_offset);
      }
    });
  }
}

}  // namespace gnnir::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gnnir::kernels {

HWY_EXPORT(SegmentSums);
HWY_EXPORT(SegmentSumsBackward);
HWY_EXPORT(ScoreRows);
HWY_EXPORT(SelectorReadout);
HWY_EXPORT(SelectorReadoutBackward);
HWY_EXPORT(MergeBranches);
HWY_EXPORT(MergeBranchesBackward);

void segment_sums(const Segments& segments, std::int64_t d, bool mean, const float* x, float* sums) {
  HWY_DYNAMIC_DISPATCH(SegmentSums)(segments, d, mean, x, sums);
}
void segment_sums_backward(const Segments& segments, std::int64_t d, bool mean, const float* g, float* dx) {
  HWY_DYNAMIC_DISPATCH(SegmentSumsBackward)(segments, d, mean, g, dx);
}
void score_rows(std::int64_t rows, std::int64_t d, const float* h, const float* p, const float* u, float* score,
                float* second, float* length) {
  HWY_DYNAMIC_DISPATCH(ScoreRows)(rows, d, h, p, u, score, second, length);
}
void selector_readout(std::int64_t count, const std::int32_t* chosen, std::int64_t d, const float* score,
                      const float* p, float* s) {
  HWY_DYNAMIC_DISPATCH(SelectorReadout)(count, chosen, d, score, p, s);
}
void selector_readout_backward(std::int64_t count, const std::int32_t* chosen, std::int64_t d, const float* h,
                               const float* score, const float* p, const float* g, float* dh, float* dp) {
  HWY_DYNAMIC_DISPATCH(SelectorReadoutBackward)(count, chosen, d, h, score, p, g, dh, dp);
}
void merge_branches(const GraphBranches& branches, std::int64_t d, MergeBy by, const float* x, const float* offset,
                    float* out, std::int32_t* winner) {
  HWY_DYNAMIC_DISPATCH(MergeBranches)(branches, d, by, x, offset, out, winner);
}
void merge_branches_backward(const GraphBranches& branches, std::int64_t d, MergeBy by, const std::int32_t* winner,
                             const float* g, float* dx, float* doffset) {
  HWY_DYNAMIC_DISPATCH(MergeBranchesBackward)(branches, d, by, winner, g, dx, doffset);
}

}  // namespace gnnir::kernels
#endif

#include "gnnir/kernels/rows.h"

// Highway compiles this file once per instruction set and chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "gnnir/kernels/rows.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

#include <hwy/contrib/math/math-inl.h>
#include <numeric>

#include "gnnir/kernels/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gnnir::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Legend: v row, c channel, d channels, i flat index, t the vector type's tag.

/// Beyond ±80 the sigmoid is within 2e-35 of 0 or 1; Highway's exp is not defined above 104.
template <typename Tag, typename V>
HWY_INLINE V sigmoid(Tag t, V x) {
  const V bounded = hn::Min(hn::Max(x, hn::Set(t, -80.0F)), hn::Set(t, 80.0F));
  return hn::Div(hn::Set(t, 1.0F), hn::Add(hn::Set(t, 1.0F), hn::Exp(t, hn::Neg(bounded))));
}

void NeighbourhoodSum(const RowLinks& links, std::int64_t d, float factor, const float* bias, bool relu, const float* y,
                      float* out) {
  const std::int64_t first = links.first_row;
  for (std::int64_t r = 0; r < links.rows; ++r) {
    const std::int64_t begin = links.offsets[r];
    const std::int64_t end = links.offsets[r + 1];
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
      const auto self = hn::LoadU(t, y + (links.self[r] - first) * d + c);
      auto sum = hn::MulAdd(hn::Set(t, factor), self, hn::LoadU(t, bias + c));
      for (std::int64_t e = begin; e < end; ++e) {
        sum = hn::Add(sum, hn::LoadU(t, y + (links.sources[e] - first) * d + c));
      }
      hn::StoreU(relu ? rectified(sum) : sum, t, out + r * d + c);
    });
  }
}

float NeighbourhoodSumBackward(const RowLinks& links, std::int64_t d, float factor, const float* g, const float* y,
                               float* dy) {
  const hn::ScalableTag<float> whole;
  const std::int64_t first = links.first_row;
  auto by_factor = hn::Zero(whole);
  float rest = 0;
  for (std::int64_t r = 0; r < links.rows; ++r) {
    const std::int64_t begin = links.offsets[r];
    const std::int64_t end = links.offsets[r + 1];
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
      const auto from = hn::LoadU(t, g + r * d + c);
      const std::int64_t self = (links.self[r] - first) * d + c;
      add_up(t, hn::Mul(from, hn::LoadU(t, y + self)), by_factor, rest);
      hn::StoreU(hn::MulAdd(hn::Set(t, factor), from, hn::LoadU(t, dy + self)), t, dy + self);
      for (std::int64_t e = begin; e < end; ++e) {
        add_to(t, from, dy + (links.sources[e] - first) * d + c);
      }
    });
  }
  return rest + hn::GetLane(hn::SumOfLanes(whole, by_factor));
}

void AddBias(std::int64_t rows, std::int64_t d, const float* bias, bool relu, float* x) {
  for (std::int64_t v = 0; v < rows; ++v) {
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
      const auto y = hn::Add(hn::LoadU(t, x + v * d + c), hn::LoadU(t, bias + c));
      hn::StoreU(relu ? rectified(y) : y, t, x + v * d + c);
    });
  }
}

void ReluBackward(std::int64_t size, const float* y, float* g) {
  for_each_lane(size, [&](auto t, std::int64_t i) HWY_ATTR {
    const auto active = hn::Gt(hn::LoadU(t, y + i), hn::Zero(t));
    hn::StoreU(hn::IfThenElseZero(active, hn::LoadU(t, g + i)), t, g + i);
  });
}

void ColumnSums(std::int64_t rows, std::int64_t d, const float* x, float* sum) {
  for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
    auto total = hn::LoadU(t, sum + c);
    for (std::int64_t v = 0; v < rows; ++v) total = hn::Add(total, hn::LoadU(t, x + v * d + c));
    hn::StoreU(total, t, sum + c);
  });
}

void GruGates(const RowLinks& links, std::int64_t d, const float* gi, const float* gh, const float* bias_ih,
              const float* bias_hh, const float* h, float* gates, float* out) {
  for (std::int64_t v = 0; v < links.rows; ++v) {
    const std::int64_t self = links.self[v] - links.first_row;
    const float* input = gi + v * 3 * d;
    const float* hidden = gh + self * 3 * d;
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
      const auto part = [&](const float* base, std::int64_t gate)
                            HWY_ATTR { return hn::LoadU(t, base + gate * d + c); };
      const auto sum = [&](std::int64_t gate) HWY_ATTR {
        return hn::Add(hn::Add(part(input, gate), part(bias_ih, gate)),
                       hn::Add(part(hidden, gate), part(bias_hh, gate)));
      };
      const auto reset = sum(0);
      const auto update = sum(1);
      const auto r = sigmoid(t, reset);
      const auto z = sigmoid(t, update);
      const auto candidate = hn::Add(part(hidden, 2), part(bias_hh, 2));
      const auto fresh = hn::MulAdd(r, candidate, hn::Add(part(input, 2), part(bias_ih, 2)));
      // tanh x = 2σ(2x) - 1: half the price of Highway's, and as near in absolute terms, which is what counts in a sum.
      const auto n = hn::MulSub(hn::Set(t, 2.0F), sigmoid(t, hn::Add(fresh, fresh)), hn::Set(t, 1.0F));
      const auto next = hn::MulAdd(z, hn::Sub(hn::LoadU(t, h + self * d + c), n), n);
      float* saved = gates + v * 4 * d + c;
      hn::StoreU(r, t, saved);
      hn::StoreU(z, t, saved + d);
      hn::StoreU(n, t, saved + 2 * d);
      hn::StoreU(candidate, t, saved + 3 * d);
      hn::StoreU(unless_nan(hn::Add(hn::Add(reset, update), fresh), next), t, out + v * d + c);
    });
  }
}

void GruGatesBackward(const RowLinks& links, std::int64_t d, const float* g, const float* h, const float* gates,
                      float* dgi, float* dgh, float* dh) {
  for (std::int64_t v = 0; v < links.rows; ++v) {
    const std::int64_t self = links.self[v] - links.first_row;
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
      const auto one = hn::Set(t, 1.0F);
      const float* saved = gates + v * 4 * d + c;
      const auto r = hn::LoadU(t, saved);
      const auto z = hn::LoadU(t, saved + d);
      const auto n = hn::LoadU(t, saved + 2 * d);
      const auto candidate = hn::LoadU(t, saved + 3 * d);
      const auto g_out = hn::LoadU(t, g + v * d + c);
      const auto dn = hn::Mul(hn::Mul(g_out, hn::Sub(one, z)), hn::NegMulAdd(n, n, one));
      const auto dz = hn::Mul(hn::Mul(g_out, hn::Sub(hn::LoadU(t, h + self * d + c), n)), hn::Mul(z, hn::Sub(one, z)));
      const auto dr = hn::Mul(hn::Mul(dn, candidate), hn::Mul(r, hn::Sub(one, r)));
      float* by_input = dgi + v * 3 * d + c;
      hn::StoreU(dr, t, by_input);
      hn::StoreU(dz, t, by_input + d);
      hn::StoreU(dn, t, by_input + 2 * d);
      float* by_hidden = dgh + self * 3 * d + c;
      add_to(t, dr, by_hidden);
      add_to(t, dz, by_hidden + d);
      add_to(t, hn::Mul(dn, r), by_hidden + 2 * d);
      add_to(t, hn::Mul(g_out, z), dh + self * d + c);
    });
  }
}

/// How many rows some rows stand for.
HWY_INLINE float CountAll(std::int64_t rows, const float* counts) {
  if (counts == nullptr) return static_cast<float>(rows);
  return std::accumulate(counts, counts + rows, 0.0F);
}

void GraphNorm(std::int64_t rows, std::int64_t d, float epsilon, const float* scale, const float* shift, bool relu,
               const float* counts, float* x, float* normalized, float* inverse) {
  const float one_of_all = 1.0F / CountAll(rows, counts);
  for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
    const auto share = hn::Set(t, one_of_all);
    const auto count = [&](std::int64_t v) HWY_ATTR { return hn::Set(t, counts == nullptr ? 1.0F : counts[v]); };
    auto sum = hn::Zero(t);
    for (std::int64_t v = 0; v < rows; ++v) sum = hn::MulAdd(count(v), hn::LoadU(t, x + v * d + c), sum);
    const auto mean = hn::Mul(sum, share);
    auto squares = hn::Zero(t);
    for (std::int64_t v = 0; v < rows; ++v) {
      const auto centred = hn::Sub(hn::LoadU(t, x + v * d + c), mean);
      squares = hn::MulAdd(hn::Mul(count(v), centred), centred, squares);
    }
    const auto inv = hn::Div(hn::Set(t, 1.0F), hn::Sqrt(hn::MulAdd(squares, share, hn::Set(t, epsilon))));
    hn::StoreU(inv, t, inverse + c);
    for (std::int64_t v = 0; v < rows; ++v) {
      const auto unit = hn::Mul(hn::Sub(hn::LoadU(t, x + v * d + c), mean), inv);
      hn::StoreU(unit, t, normalized + v * d + c);
      const auto y = hn::MulAdd(hn::LoadU(t, scale + c), unit, hn::LoadU(t, shift + c));
      hn::StoreU(relu ? rectified(y) : y, t, x + v * d + c);
    }
  });
}

void RectifiedNorm(std::int64_t rows, std::int64_t d, const float* scale, const float* shift, const float* normalized,
                   float* x) {
  for (std::int64_t v = 0; v < rows; ++v) {
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
      const auto y = hn::MulAdd(hn::LoadU(t, scale + c), hn::LoadU(t, normalized + v * d + c), hn::LoadU(t, shift + c));
      hn::StoreU(rectified(y), t, x + v * d + c);
    });
  }
}

void GraphNormBackward(std::int64_t rows, std::int64_t d, const float* scale, const float* counts,
                       const float* normalized, const float* inverse, float* g, float* dscale, float* dshift) {
  const float one_of_all = 1.0F / CountAll(rows, counts);
  for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
    auto sum = hn::Zero(t);
    auto sum_normalized = hn::Zero(t);
    for (std::int64_t v = 0; v < rows; ++v) {
      const auto from = hn::LoadU(t, g + v * d + c);
      sum = hn::Add(sum, from);
      sum_normalized = hn::MulAdd(from, hn::LoadU(t, normalized + v * d + c), sum_normalized);
    }
    hn::StoreU(hn::Add(hn::LoadU(t, dshift + c), sum), t, dshift + c);
    hn::StoreU(hn::Add(hn::LoadU(t, dscale + c), sum_normalized), t, dscale + c);
    const auto share = hn::Set(t, one_of_all);
    const auto mean = hn::Mul(sum, share);
    const auto mean_normalized = hn::Mul(sum_normalized, share);
    const auto factor = hn::Mul(hn::LoadU(t, inverse + c), hn::LoadU(t, scale + c));
    for (std::int64_t v = 0; v < rows; ++v) {
      const auto count = hn::Set(t, counts == nullptr ? 1.0F : counts[v]);
      const auto centred = hn::NegMulAdd(count, mean, hn::LoadU(t, g + v * d + c));
      const auto unit = hn::Mul(count, hn::LoadU(t, normalized + v * d + c));
      hn::StoreU(hn::Mul(factor, hn::NegMulAdd(unit, mean_normalized, centred)), t, g + v * d + c);
    }
  });
}

}  // namespace gnnir::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gnnir::kernels {

HWY_EXPORT(NeighbourhoodSum);
HWY_EXPORT(NeighbourhoodSumBackward);
HWY_EXPORT(GruGates);
HWY_EXPORT(GruGatesBackward);
HWY_EXPORT(AddBias);
HWY_EXPORT(ReluBackward);
HWY_EXPORT(ColumnSums);
HWY_EXPORT(GraphNorm);
HWY_EXPORT(RectifiedNorm);
HWY_EXPORT(GraphNormBackward);

void neighbourhood_sum(const RowLinks& links, std::int64_t d, float factor, const float* bias, bool relu,
                       const float* y, float* out) {
  HWY_DYNAMIC_DISPATCH(NeighbourhoodSum)(links, d, factor, bias, relu, y, out);
}
float neighbourhood_sum_backward(const RowLinks& links, std::int64_t d, float factor, const float* g, const float* y,
                                 float* dy) {
  return HWY_DYNAMIC_DISPATCH(NeighbourhoodSumBackward)(links, d, factor, g, y, dy);
}
void gru_gates(const RowLinks& links, std::int64_t d, const float* gi, const float* gh, const float* bias_ih,
               const float* bias_hh, const float* h, float* gates, float* out) {
  HWY_DYNAMIC_DISPATCH(GruGates)(links, d, gi, gh, bias_ih, bias_hh, h, gates, out);
}
void gru_gates_backward(const RowLinks& links, std::int64_t d, const float* g, const float* h, const float* gates,
                        float* dgi, float* dgh, float* dh) {
  HWY_DYNAMIC_DISPATCH(GruGatesBackward)(links, d, g, h, gates, dgi, dgh, dh);
}
void add_bias(std::int64_t rows, std::int64_t d, const float* bias, bool relu, float* x) {
  HWY_DYNAMIC_DISPATCH(AddBias)(rows, d, bias, relu, x);
}
void relu_backward(std::int64_t size, const float* y, float* g) { HWY_DYNAMIC_DISPATCH(ReluBackward)(size, y, g); }
void column_sums(std::int64_t rows, std::int64_t d, const float* x, float* sum) {
  HWY_DYNAMIC_DISPATCH(ColumnSums)(rows, d, x, sum);
}
void graph_norm(std::int64_t rows, std::int64_t d, float epsilon, const float* scale, const float* shift, bool relu,
                const float* counts, float* x, float* normalized, float* inverse) {
  HWY_DYNAMIC_DISPATCH(GraphNorm)(rows, d, epsilon, scale, shift, relu, counts, x, normalized, inverse);
}
void rectified_norm(std::int64_t rows, std::int64_t d, const float* scale, const float* shift, const float* normalized,
                    float* x) {
  HWY_DYNAMIC_DISPATCH(RectifiedNorm)(rows, d, scale, shift, normalized, x);
}
void graph_norm_backward(std::int64_t rows, std::int64_t d, const float* scale, const float* counts,
                         const float* normalized, const float* inverse, float* g, float* dscale, float* dshift) {
  HWY_DYNAMIC_DISPATCH(GraphNormBackward)(rows, d, scale, counts, normalized, inverse, g, dscale, dshift);
}

}  // namespace gnnir::kernels
#endif

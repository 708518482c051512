#include "gnnir/kernels/edge_rows.h"

#include <algorithm>
#include <cmath>

// Highway compiles this file once per instruction set and chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "gnnir/kernels/edge_rows.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

#include "gnnir/kernels/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gnnir::kernels::HWY_NAMESPACE {

// Legend: r row, e edge, c channel, d channels, t the vector type's tag.

/// Calls body(r, self, first edge, end edge, first edge row) for every row; self and sources count from the level's
/// first row.
template <typename Body>
HWY_INLINE void for_each_row(const RowLinks& links, const Body& body) {
  for (std::int64_t r = 0; r < links.rows; ++r) {
    body(r, links.self[r] - links.first_row, links.offsets[r], links.offsets[r + 1],
         links.offsets[r] - links.offsets[0]);
  }
}

void GatherEdges(const RowLinks& links, std::int64_t d, float factor, const float* x, const float* terms, float* out) {
  for_each_row(links, [&](std::int64_t r, std::int64_t self, std::int64_t begin, std::int64_t end, std::int64_t) {
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
      auto sum = hn::Mul(hn::Set(t, factor), hn::LoadU(t, x + self * d + c));
      for (std::int64_t e = begin; e < end; ++e) {
        const std::int64_t source = links.sources[e] - links.first_row;
        const std::int64_t edge = links.edges[e];
        sum = hn::Add(sum, rectified(hn::Add(hn::LoadU(t, x + source * d + c), hn::LoadU(t, terms + edge * d + c))));
      }
      hn::StoreU(sum, t, out + r * d + c);
    });
  });
}

float GatherEdgesBackward(const RowLinks& links, std::int64_t d, float factor, const float* x, const float* terms,
                          const float* g, float* dx, float* dterms) {
  const hn::ScalableTag<float> whole;
  auto by_factor = hn::Zero(whole);
  float rest = 0;
  for_each_row(links, [&](std::int64_t r, std::int64_t self, std::int64_t begin, std::int64_t end, std::int64_t) {
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
      const auto from = hn::LoadU(t, g + r * d + c);
      add_up(t, hn::Mul(from, hn::LoadU(t, x + self * d + c)), by_factor, rest);
      add_to(t, hn::Mul(hn::Set(t, factor), from), dx + self * d + c);
      for (std::int64_t e = begin; e < end; ++e) {
        const std::int64_t source = links.sources[e] - links.first_row;
        const std::int64_t edge = links.edges[e];
        const auto sum = hn::Add(hn::LoadU(t, x + source * d + c), hn::LoadU(t, terms + edge * d + c));
        const auto passed = hn::IfThenElseZero(hn::Gt(sum, hn::Zero(t)), from);
        add_to(t, passed, dx + source * d + c);
        add_to(t, passed, dterms + edge * d + c);
      }
    });
  });
  return rest + hn::GetLane(hn::SumOfLanes(whole, by_factor));
}

void MessageLayer(const RowLinks& links, std::int64_t d, const float* z, const float* terms, const float* bias,
                  float* inner) {
  for_each_row(links, [&](std::int64_t, std::int64_t self, std::int64_t begin, std::int64_t end, std::int64_t row) {
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
      const auto own = hn::Add(hn::LoadU(t, z + self * 3 * d + c), hn::LoadU(t, bias + c));
      for (std::int64_t e = begin; e < end; ++e) {
        const std::int64_t source = links.sources[e] - links.first_row;
        auto sum = hn::Add(own, hn::LoadU(t, z + source * 3 * d + d + c));
        if (terms != nullptr) sum = hn::Add(sum, hn::LoadU(t, terms + std::int64_t{links.edges[e]} * d + c));
        hn::StoreU(rectified(sum), t, inner + (row + e - begin) * d + c);
      }
    });
  });
}

void MessageLayerBackward(const RowLinks& links, std::int64_t d, const float* g, float* dz, float* dterms) {
  for_each_row(links, [&](std::int64_t, std::int64_t self, std::int64_t begin, std::int64_t end, std::int64_t row) {
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
      auto own = hn::LoadU(t, dz + self * 3 * d + c);
      for (std::int64_t e = begin; e < end; ++e) {
        const std::int64_t source = links.sources[e] - links.first_row;
        const auto from = hn::LoadU(t, g + (row + e - begin) * d + c);
        own = hn::Add(own, from);
        add_to(t, from, dz + source * 3 * d + d + c);
        if (dterms != nullptr) add_to(t, from, dterms + std::int64_t{links.edges[e]} * d + c);
      }
      hn::StoreU(own, t, dz + self * 3 * d + c);
    });
  });
}

constexpr float variance_floor = 1e-5F;

void PnaAggregate(const RowLinks& links, std::int64_t d, const float* m, float* a) {
  for_each_row(links, [&](std::int64_t r, std::int64_t, std::int64_t begin, std::int64_t end, std::int64_t row) {
    const std::int64_t count = end - begin;
    const float* first = m + row * d;
    float* to = a + r * 4 * d;
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
      const auto share = hn::Set(t, 1.0F / static_cast<float>(std::max<std::int64_t>(count, 1)));
      auto sum = hn::Zero(t);
      auto most = hn::Zero(t);
      auto least = hn::Zero(t);
      for (std::int64_t i = 0; i < count; ++i) {
        const auto value = hn::LoadU(t, first + i * d + c);
        sum = hn::Add(sum, value);
        most = i == 0 ? value : hn::Max(most, value);
        least = i == 0 ? value : hn::Min(least, value);
      }
      const auto mean = hn::Mul(sum, share);
      auto squares = hn::Zero(t);
      for (std::int64_t i = 0; i < count; ++i) {
        const auto centred = hn::Sub(hn::LoadU(t, first + i * d + c), mean);
        squares = hn::MulAdd(centred, centred, squares);
      }
      hn::StoreU(mean, t, to + c);
      hn::StoreU(unless_nan(mean, most), t, to + d + c);
      hn::StoreU(unless_nan(mean, least), t, to + 2 * d + c);
      hn::StoreU(hn::Sqrt(hn::MulAdd(squares, share, hn::Set(t, variance_floor))), t, to + 3 * d + c);
    });
  });
}

void PnaAggregateBackward(const RowLinks& links, std::int64_t d, const float* m, const float* a, const float* g,
                          float* dm) {
  for_each_row(links, [&](std::int64_t r, std::int64_t, std::int64_t begin, std::int64_t end, std::int64_t row) {
    const std::int64_t count = end - begin;
    if (count == 0) return;
    const float* first = m + row * d;
    const float* values = a + r * 4 * d;
    const float* from = g + r * 4 * d;
    float* to = dm + row * d;
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
      const auto one = hn::Set(t, 1.0F);
      const auto share = hn::Set(t, 1.0F / static_cast<float>(count));
      const auto mean = hn::LoadU(t, values + c);
      const auto most = hn::LoadU(t, values + d + c);
      const auto least = hn::LoadU(t, values + 2 * d + c);
      auto winners = hn::Zero(t);
      auto losers = hn::Zero(t);
      for (std::int64_t i = 0; i < count; ++i) {
        const auto value = hn::LoadU(t, first + i * d + c);
        winners = hn::Add(winners, hn::IfThenElseZero(hn::Eq(value, most), one));
        losers = hn::Add(losers, hn::IfThenElseZero(hn::Eq(value, least), one));
      }
      const auto by_mean = hn::Mul(hn::LoadU(t, from + c), share);
      const auto by_most = hn::Div(hn::LoadU(t, from + d + c), hn::Max(winners, one));
      const auto by_least = hn::Div(hn::LoadU(t, from + 2 * d + c), hn::Max(losers, one));
      // ∂√(v + ε)/∂m_i = (m_i - mean)/(n·√(v + ε)): what the mean takes part in cancels.
      const auto by_deviation =
          hn::Div(hn::Mul(hn::LoadU(t, from + 3 * d + c), share), hn::LoadU(t, values + 3 * d + c));
      for (std::int64_t i = 0; i < count; ++i) {
        const auto value = hn::LoadU(t, first + i * d + c);
        auto sum = hn::MulAdd(by_deviation, hn::Sub(value, mean), by_mean);
        sum = hn::Add(sum, hn::IfThenElseZero(hn::Eq(value, most), by_most));
        sum = hn::Add(sum, hn::IfThenElseZero(hn::Eq(value, least), by_least));
        hn::StoreU(sum, t, to + i * d + c);
      }
    });
  });
}

void PnaMix(std::int64_t size, float scale, const float* w, float* out) {
  for_each_lane(size, [&](auto t, std::int64_t i) HWY_ATTR {
    const auto amplified = hn::MulAdd(hn::Set(t, scale), hn::LoadU(t, w + size + i), hn::LoadU(t, w + i));
    hn::StoreU(hn::MulAdd(hn::Set(t, 1 / scale), hn::LoadU(t, w + 2 * size + i), amplified), t, out + i);
  });
}

void PnaMixBackward(std::int64_t size, float scale, const float* g, float* dw) {
  for_each_lane(size, [&](auto t, std::int64_t i) HWY_ATTR {
    const auto from = hn::LoadU(t, g + i);
    add_to(t, from, dw + i);
    add_to(t, hn::Mul(hn::Set(t, scale), from), dw + size + i);
    add_to(t, hn::Mul(hn::Set(t, 1 / scale), from), dw + 2 * size + i);
  });
}

void PnaSum(const RowLinks& links, const std::int32_t* rows, std::int64_t d, const float* z, const float* bias,
            const float* u, bool relu, float* y) {
  for_each_row(links, [&](std::int64_t r, std::int64_t self, std::int64_t, std::int64_t, std::int64_t) {
    float* to = y + std::int64_t{rows[r]} * d;
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
      const auto own = hn::Add(hn::LoadU(t, z + self * 3 * d + 2 * d + c), hn::LoadU(t, bias + c));
      const auto sum = hn::Add(own, hn::LoadU(t, u + r * d + c));
      hn::StoreU(relu ? rectified(sum) : sum, t, to + c);
    });
  });
}

void PnaSumBackward(const RowLinks& links, const std::int32_t* rows, std::int64_t d, const float* g, float* dz,
                    float* du) {
  for_each_row(links, [&](std::int64_t r, std::int64_t self, std::int64_t, std::int64_t, std::int64_t) {
    const float* from = g + std::int64_t{rows[r]} * d;
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
      const auto by = hn::LoadU(t, from + c);
      add_to(t, by, dz + self * 3 * d + 2 * d + c);
      hn::StoreU(by, t, du + r * d + c);
    });
  });
}

void MeanOuterProducts(const RowLinks& links, std::int64_t d, std::int64_t channels, const float* a, const float* x,
                       float* s) {
  for_each_row(links, [&](std::int64_t r, std::int64_t, std::int64_t begin, std::int64_t end, std::int64_t) {
    float* to = s + r * (channels + 1) * d;
    std::fill(to, to + (channels + 1) * d, 0.0F);
    const float share = 1.0F / static_cast<float>(std::max<std::int64_t>(end - begin, 1));
    for (std::int64_t e = begin; e < end; ++e) {
      const float* source = x + (links.sources[e] - links.first_row) * d;
      const float* weights = a + std::int64_t{links.edges[e]} * channels;
      for (std::int64_t k = 0; k <= channels; ++k) {
        const float weight = k < channels ? weights[k] * share : share;
        if (weight == 0.0F) continue;  // half of them are: they come from a ReLU
        for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
          float* place = to + k * d + c;
          hn::StoreU(hn::MulAdd(hn::Set(t, weight), hn::LoadU(t, source + c), hn::LoadU(t, place)), t, place);
        });
      }
    }
  });
}

void MeanOuterProductsBackward(const RowLinks& links, std::int64_t d, std::int64_t channels, const float* a,
                               const float* x, const float* g, float* da, float* dx) {
  for_each_row(links, [&](std::int64_t r, std::int64_t, std::int64_t begin, std::int64_t end, std::int64_t) HWY_ATTR {
    const hn::ScalableTag<float> whole;
    const float* from = g + r * (channels + 1) * d;
    const float share = 1.0F / static_cast<float>(std::max<std::int64_t>(end - begin, 1));
    for (std::int64_t e = begin; e < end; ++e) {
      const std::int64_t source = (links.sources[e] - links.first_row) * d;
      const std::int64_t edge = std::int64_t{links.edges[e]} * channels;
      for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
        // Two sums: one would wait for itself.
        auto even = hn::LoadU(t, from + channels * d + c);
        auto odd = hn::Zero(t);
        std::int64_t k = 0;
        for (; k + 1 < channels; k += 2) {
          even = hn::MulAdd(hn::Set(t, a[edge + k]), hn::LoadU(t, from + k * d + c), even);
          odd = hn::MulAdd(hn::Set(t, a[edge + k + 1]), hn::LoadU(t, from + (k + 1) * d + c), odd);
        }
        if (k < channels) even = hn::MulAdd(hn::Set(t, a[edge + k]), hn::LoadU(t, from + k * d + c), even);
        add_to(t, hn::Mul(hn::Set(t, share), hn::Add(even, odd)), dx + source + c);
      });
      for (std::int64_t k = 0; k < channels; ++k) {
        auto dot = hn::Zero(whole);
        float rest = 0;
        for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
          add_up(t, hn::Mul(hn::LoadU(t, from + k * d + c), hn::LoadU(t, x + source + c)), dot, rest);
        });
        da[edge + k] += share * (rest + hn::GetLane(hn::SumOfLanes(whole, dot)));
      }
    }
  });
}

}  // namespace gnnir::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gnnir::kernels {

HWY_EXPORT(GatherEdges);
HWY_EXPORT(GatherEdgesBackward);
HWY_EXPORT(MessageLayer);
HWY_EXPORT(MessageLayerBackward);
HWY_EXPORT(PnaAggregate);
HWY_EXPORT(PnaAggregateBackward);
HWY_EXPORT(PnaMix);
HWY_EXPORT(PnaMixBackward);
HWY_EXPORT(PnaSum);
HWY_EXPORT(PnaSumBackward);
HWY_EXPORT(MeanOuterProducts);
HWY_EXPORT(MeanOuterProductsBackward);

void gather_edges(const RowLinks& links, std::int64_t d, float factor, const float* x, const float* c, float* out) {
  HWY_DYNAMIC_DISPATCH(GatherEdges)(links, d, factor, x, c, out);
}

float gather_edges_backward(const RowLinks& links, std::int64_t d, float factor, const float* x, const float* c,
                            const float* g, float* dx, float* dc) {
  return HWY_DYNAMIC_DISPATCH(GatherEdgesBackward)(links, d, factor, x, c, g, dx, dc);
}

void message_layer(const RowLinks& links, std::int64_t d, const float* z, const float* c, const float* bias,
                   float* inner) {
  HWY_DYNAMIC_DISPATCH(MessageLayer)(links, d, z, c, bias, inner);
}

void message_layer_backward(const RowLinks& links, std::int64_t d, const float* g, float* dz, float* dc) {
  HWY_DYNAMIC_DISPATCH(MessageLayerBackward)(links, d, g, dz, dc);
}

void pna_aggregate(const RowLinks& links, std::int64_t d, const float* m, float* a) {
  HWY_DYNAMIC_DISPATCH(PnaAggregate)(links, d, m, a);
}

void pna_aggregate_backward(const RowLinks& links, std::int64_t d, const float* m, const float* a, const float* g,
                            float* dm) {
  HWY_DYNAMIC_DISPATCH(PnaAggregateBackward)(links, d, m, a, g, dm);
}

void pna_mix(std::int64_t size, float scale, const float* w, float* out) {
  HWY_DYNAMIC_DISPATCH(PnaMix)(size, scale, w, out);
}

void pna_mix_backward(std::int64_t size, float scale, const float* g, float* dw) {
  HWY_DYNAMIC_DISPATCH(PnaMixBackward)(size, scale, g, dw);
}

void pna_sum(const RowLinks& links, const std::int32_t* rows, std::int64_t d, const float* z, const float* bias,
             const float* u, bool relu, float* y) {
  HWY_DYNAMIC_DISPATCH(PnaSum)(links, rows, d, z, bias, u, relu, y);
}

void pna_sum_backward(const RowLinks& links, const std::int32_t* rows, std::int64_t d, const float* g, float* dz,
                      float* du) {
  HWY_DYNAMIC_DISPATCH(PnaSumBackward)(links, rows, d, g, dz, du);
}

void mean_outer_products(const RowLinks& links, std::int64_t d, std::int64_t channels, const float* a, const float* x,
                         float* s) {
  HWY_DYNAMIC_DISPATCH(MeanOuterProducts)(links, d, channels, a, x, s);
}

void mean_outer_products_backward(const RowLinks& links, std::int64_t d, std::int64_t channels, const float* a,
                                  const float* x, const float* g, float* da, float* dx) {
  HWY_DYNAMIC_DISPATCH(MeanOuterProductsBackward)(links, d, channels, a, x, g, da, dx);
}

}  // namespace gnnir::kernels
#endif

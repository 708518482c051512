#include "gnnir/kernels/rows.h"

#include <cmath>

// Highway compiles this file once per instruction set and chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "gnnir/kernels/rows.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

#include <hwy/contrib/math/math-inl.h>

HWY_BEFORE_NAMESPACE();
namespace gnnir::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Legend: v row, c channel, d channels, i flat index, t the vector type's tag.

/// Calls body(tag, i) for i = 0..n-1 in steps of whole vectors, then one by one.
template <typename Body>
HWY_INLINE void for_each_lane(std::int64_t n, const Body& body) {
  const hn::ScalableTag<float> whole;
  const auto step = static_cast<std::int64_t>(hn::Lanes(whole));
  std::int64_t i = 0;
  for (; i + step <= n; i += step) body(whole, i);
  const hn::CappedTag<float, 1> single;
  for (; i < n; ++i) body(single, i);
}

/// Beyond ±80 the sigmoid is 0 or 1 in float; Highway's exp is not defined above 104.
template <typename Tag, typename V>
HWY_INLINE V sigmoid(Tag t, V x) {
  const V bounded = hn::Min(hn::Max(x, hn::Set(t, -80.0F)), hn::Set(t, 80.0F));
  return hn::Div(hn::Set(t, 1.0F), hn::Add(hn::Set(t, 1.0F), hn::Exp(t, hn::Neg(bounded))));
}

void NeighbourhoodSum(const Neighbourhoods& graph, std::int64_t d, float factor, const float* h, float* out) {
  for (std::int64_t v = 0; v < graph.rows; ++v) {
    const std::int64_t begin = graph.offsets[v];
    const std::int64_t end = graph.offsets[v + 1];
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
      auto sum = hn::Mul(hn::Set(t, factor), hn::LoadU(t, h + v * d + c));
      for (std::int64_t e = begin; e < end; ++e) {
        sum = hn::Add(sum, hn::LoadU(t, h + (graph.sources[e] - graph.first_row) * d + c));
      }
      hn::StoreU(sum, t, out + v * d + c);
    });
  }
}

void NeighbourhoodSumBackward(const Neighbourhoods& graph, std::int64_t d, float factor, const float* g, float* dh) {
  for (std::int64_t v = 0; v < graph.rows; ++v) {
    const std::int64_t begin = graph.offsets[v];
    const std::int64_t end = graph.offsets[v + 1];
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
      const auto from = hn::LoadU(t, g + v * d + c);
      hn::StoreU(hn::MulAdd(hn::Set(t, factor), from, hn::LoadU(t, dh + v * d + c)), t, dh + v * d + c);
      for (std::int64_t e = begin; e < end; ++e) {
        float* to = dh + (graph.sources[e] - graph.first_row) * d + c;
        hn::StoreU(hn::Add(hn::LoadU(t, to), from), t, to);
      }
    });
  }
}

void AddBias(std::int64_t rows, std::int64_t d, const float* bias, bool relu, float* x) {
  for (std::int64_t v = 0; v < rows; ++v) {
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
      const auto y = hn::Add(hn::LoadU(t, x + v * d + c), hn::LoadU(t, bias + c));
      hn::StoreU(relu ? hn::Max(y, hn::Zero(t)) : y, t, x + v * d + c);
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

float Dot(std::int64_t size, const float* x, const float* y) {
  const hn::ScalableTag<float> t;
  const auto step = static_cast<std::int64_t>(hn::Lanes(t));
  auto sum = hn::Zero(t);
  std::int64_t i = 0;
  for (; i + step <= size; i += step) sum = hn::MulAdd(hn::LoadU(t, x + i), hn::LoadU(t, y + i), sum);
  float total = hn::GetLane(hn::SumOfLanes(t, sum));
  for (; i < size; ++i) total += x[i] * y[i];
  return total;
}

void GruGates(std::int64_t rows, std::int64_t d, const float* gi, const float* gh, const float* bias_ih,
              const float* bias_hh, const float* h, float* gates, float* out) {
  for (std::int64_t v = 0; v < rows; ++v) {
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
      const auto part = [&](const float* base, std::int64_t gate)
                            HWY_ATTR { return hn::LoadU(t, base + gate * d + c); };
      const float* input = gi + v * 3 * d;
      const float* hidden = gh + v * 3 * d;
      const auto r =
          sigmoid(t, hn::Add(hn::Add(part(input, 0), part(bias_ih, 0)), hn::Add(part(hidden, 0), part(bias_hh, 0))));
      const auto z =
          sigmoid(t, hn::Add(hn::Add(part(input, 1), part(bias_ih, 1)), hn::Add(part(hidden, 1), part(bias_hh, 1))));
      const auto candidate = hn::Add(part(hidden, 2), part(bias_hh, 2));
      const auto n = hn::Tanh(t, hn::MulAdd(r, candidate, hn::Add(part(input, 2), part(bias_ih, 2))));
      float* saved = gates + v * 4 * d + c;
      hn::StoreU(r, t, saved);
      hn::StoreU(z, t, saved + d);
      hn::StoreU(n, t, saved + 2 * d);
      hn::StoreU(candidate, t, saved + 3 * d);
      hn::StoreU(hn::MulAdd(z, hn::Sub(hn::LoadU(t, h + v * d + c), n), n), t, out + v * d + c);
    });
  }
}

void GruGatesBackward(std::int64_t rows, std::int64_t d, const float* g, const float* h, const float* gates, float* dgi,
                      float* dgh, float* dh) {
  for (std::int64_t v = 0; v < rows; ++v) {
    for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
      const auto one = hn::Set(t, 1.0F);
      const float* saved = gates + v * 4 * d + c;
      const auto r = hn::LoadU(t, saved);
      const auto z = hn::LoadU(t, saved + d);
      const auto n = hn::LoadU(t, saved + 2 * d);
      const auto candidate = hn::LoadU(t, saved + 3 * d);
      const auto g_out = hn::LoadU(t, g + v * d + c);
      const auto dn = hn::Mul(hn::Mul(g_out, hn::Sub(one, z)), hn::NegMulAdd(n, n, one));
      const auto dz = hn::Mul(hn::Mul(g_out, hn::Sub(hn::LoadU(t, h + v * d + c), n)), hn::Mul(z, hn::Sub(one, z)));
      const auto dr = hn::Mul(hn::Mul(dn, candidate), hn::Mul(r, hn::Sub(one, r)));
      float* by_input = dgi + v * 3 * d + c;
      float* by_hidden = dgh + v * 3 * d + c;
      hn::StoreU(dr, t, by_input);
      hn::StoreU(dz, t, by_input + d);
      hn::StoreU(dn, t, by_input + 2 * d);
      hn::StoreU(dr, t, by_hidden);
      hn::StoreU(dz, t, by_hidden + d);
      hn::StoreU(hn::Mul(dn, r), t, by_hidden + 2 * d);
      hn::StoreU(hn::Mul(g_out, z), t, dh + v * d + c);
    });
  }
}

void GraphNorm(std::int64_t rows, std::int64_t d, float epsilon, const float* scale, const float* shift, bool relu,
               float* x, float* normalized, float* inverse) {
  for_each_lane(d, [&](auto t, std::int64_t c) HWY_ATTR {
    const auto share = hn::Set(t, 1.0F / static_cast<float>(rows));
    auto sum = hn::Zero(t);
    for (std::int64_t v = 0; v < rows; ++v) sum = hn::Add(sum, hn::LoadU(t, x + v * d + c));
    const auto mean = hn::Mul(sum, share);
    auto squares = hn::Zero(t);
    for (std::int64_t v = 0; v < rows; ++v) {
      const auto centred = hn::Sub(hn::LoadU(t, x + v * d + c), mean);
      squares = hn::MulAdd(centred, centred, squares);
    }
    const auto inv = hn::Div(hn::Set(t, 1.0F), hn::Sqrt(hn::MulAdd(squares, share, hn::Set(t, epsilon))));
    hn::StoreU(inv, t, inverse + c);
    for (std::int64_t v = 0; v < rows; ++v) {
      const auto unit = hn::Mul(hn::Sub(hn::LoadU(t, x + v * d + c), mean), inv);
      hn::StoreU(unit, t, normalized + v * d + c);
      const auto y = hn::MulAdd(hn::LoadU(t, scale + c), unit, hn::LoadU(t, shift + c));
      hn::StoreU(relu ? hn::Max(y, hn::Zero(t)) : y, t, x + v * d + c);
    }
  });
}

void GraphNormBackward(std::int64_t rows, std::int64_t d, const float* scale, const float* normalized,
                       const float* inverse, float* g, float* dscale, float* dshift) {
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
    const auto share = hn::Set(t, 1.0F / static_cast<float>(rows));
    const auto mean = hn::Mul(sum, share);
    const auto mean_normalized = hn::Mul(sum_normalized, share);
    const auto factor = hn::Mul(hn::LoadU(t, inverse + c), hn::LoadU(t, scale + c));
    for (std::int64_t v = 0; v < rows; ++v) {
      const auto centred = hn::Sub(hn::LoadU(t, g + v * d + c), mean);
      const auto unit = hn::LoadU(t, normalized + v * d + c);
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
HWY_EXPORT(AddBias);
HWY_EXPORT(ReluBackward);
HWY_EXPORT(ColumnSums);
HWY_EXPORT(Dot);
HWY_EXPORT(GruGates);
HWY_EXPORT(GruGatesBackward);
HWY_EXPORT(GraphNorm);
HWY_EXPORT(GraphNormBackward);

void neighbourhood_sum(const Neighbourhoods& graph, std::int64_t d, float factor, const float* h, float* out) {
  HWY_DYNAMIC_DISPATCH(NeighbourhoodSum)(graph, d, factor, h, out);
}
void neighbourhood_sum_backward(const Neighbourhoods& graph, std::int64_t d, float factor, const float* g, float* dh) {
  HWY_DYNAMIC_DISPATCH(NeighbourhoodSumBackward)(graph, d, factor, g, dh);
}
void add_bias(std::int64_t rows, std::int64_t d, const float* bias, bool relu, float* x) {
  HWY_DYNAMIC_DISPATCH(AddBias)(rows, d, bias, relu, x);
}
void relu_backward(std::int64_t size, const float* y, float* g) { HWY_DYNAMIC_DISPATCH(ReluBackward)(size, y, g); }
void column_sums(std::int64_t rows, std::int64_t d, const float* x, float* sum) {
  HWY_DYNAMIC_DISPATCH(ColumnSums)(rows, d, x, sum);
}
float dot(std::int64_t size, const float* x, const float* y) { return HWY_DYNAMIC_DISPATCH(Dot)(size, x, y); }
void gru_gates(std::int64_t rows, std::int64_t d, const float* gi, const float* gh, const float* bias_ih,
               const float* bias_hh, const float* h, float* gates, float* out) {
  HWY_DYNAMIC_DISPATCH(GruGates)(rows, d, gi, gh, bias_ih, bias_hh, h, gates, out);
}
void gru_gates_backward(std::int64_t rows, std::int64_t d, const float* g, const float* h, const float* gates,
                        float* dgi, float* dgh, float* dh) {
  HWY_DYNAMIC_DISPATCH(GruGatesBackward)(rows, d, g, h, gates, dgi, dgh, dh);
}
void graph_norm(std::int64_t rows, std::int64_t d, float epsilon, const float* scale, const float* shift, bool relu,
                float* x, float* normalized, float* inverse) {
  HWY_DYNAMIC_DISPATCH(GraphNorm)(rows, d, epsilon, scale, shift, relu, x, normalized, inverse);
}
void graph_norm_backward(std::int64_t rows, std::int64_t d, const float* scale, const float* normalized,
                         const float* inverse, float* g, float* dscale, float* dshift) {
  HWY_DYNAMIC_DISPATCH(GraphNormBackward)(rows, d, scale, normalized, inverse, g, dscale, dshift);
}

}  // namespace gnnir::kernels
#endif

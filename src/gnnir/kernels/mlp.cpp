#include "gnnir/kernels/mlp.h"

#include <algorithm>

#include "gnnir/kernels/matrix_product.h"
#include "gnnir/kernels/rows.h"
#include "gnnir/kernels/scratch.h"

namespace gnnir::kernels {
namespace {

struct Transposed;
struct InnerGradient;
struct SumGradient;

/// With fewer rows than this, multiplying by the transpose is cheaper than making it.
constexpr std::int64_t few_rows = 64;

/// y = x·wᵀ. w: [out, in]
void linear(std::int64_t rows, std::int64_t in, std::int64_t out, const float* x, const float* w, float* y) {
  if (rows < few_rows) return product_transposed(rows, in, out, x, w, y);
  float* transposed = scratch<Transposed>(in * out);
  transpose(out, in, w, transposed);
  product(rows, in, out, x, transposed, y);
}

/// The first map's share of a backward pass, from g = ∂/∂inner, which it spoils.
void backward_inner(const MlpShape& shape, std::int64_t rows, const MlpTensors<const float>& weights, const float* x,
                    const float* inner, float* g, float* dx, bool add, const MlpTensors<float>& gradients) {
  relu_backward(rows * shape.hidden, inner, g);
  column_sums(rows, shape.hidden, g, gradients.in_bias);
  weight_gradient(rows, shape.in, shape.hidden, g, x, gradients.in_weight);
  product(rows, shape.hidden, shape.in, g, weights.in_weight, dx, add);
}

/// What the second map's bias counts for in segment s.
float bias_weight(const Segments& segments, std::int64_t s, bool mean) {
  const std::int64_t rows = segments.offsets[s + 1] - segments.offsets[s];
  return mean ? (rows > 0 ? 1.0F : 0.0F) : static_cast<float>(rows);
}

}  // namespace

void mlp_forward(const MlpShape& shape, std::int64_t rows, const MlpTensors<const float>& weights, const float* x,
                 float* inner, float* y) {
  linear(rows, shape.in, shape.hidden, x, weights.in_weight, inner);
  add_bias(rows, shape.hidden, weights.in_bias, true, inner);
  linear(rows, shape.hidden, shape.out, inner, weights.out_weight, y);
  add_bias(rows, shape.out, weights.out_bias, false, y);
}

void mlp_backward(const MlpShape& shape, std::int64_t rows, const MlpTensors<const float>& weights, const float* x,
                  const float* inner, const float* g, float* dx, bool add, const MlpTensors<float>& gradients) {
  column_sums(rows, shape.out, g, gradients.out_bias);
  weight_gradient(rows, shape.hidden, shape.out, g, inner, gradients.out_weight);
  float* dinner = scratch<InnerGradient>(rows * shape.hidden);
  product(rows, shape.out, shape.hidden, g, weights.out_weight, dinner);
  backward_inner(shape, rows, weights, x, inner, dinner, dx, add, gradients);
}

void mlp_sum_forward(const MlpShape& shape, std::int64_t rows, const Segments& segments, bool mean,
                     const MlpTensors<const float>& weights, const float* x, float* inner, float* sums, float* y) {
  linear(rows, shape.in, shape.hidden, x, weights.in_weight, inner);
  add_bias(rows, shape.hidden, weights.in_bias, true, inner);
  segment_sums(segments, shape.hidden, mean, inner, sums);
  linear(segments.count, shape.hidden, shape.out, sums, weights.out_weight, y);
  for (std::int64_t s = 0; s < segments.count; ++s) {
    const float weight = bias_weight(segments, s, mean);
    for (std::int64_t c = 0; c < shape.out; ++c) y[s * shape.out + c] += weight * weights.out_bias[c];
  }
}

void mlp_sum_backward(const MlpShape& shape, std::int64_t rows, const Segments& segments, bool mean,
                      const MlpTensors<const float>& weights, const float* x, const float* inner, const float* sums,
                      const float* g, float* dx, bool add, const MlpTensors<float>& gradients) {
  for (std::int64_t s = 0; s < segments.count; ++s) {
    const float weight = bias_weight(segments, s, mean);
    for (std::int64_t c = 0; c < shape.out; ++c) gradients.out_bias[c] += weight * g[s * shape.out + c];
  }
  weight_gradient(segments.count, shape.hidden, shape.out, g, sums, gradients.out_weight);
  float* dsums = scratch<SumGradient>(segments.count * shape.hidden);
  product(segments.count, shape.out, shape.hidden, g, weights.out_weight, dsums);
  float* dinner = scratch<InnerGradient>(rows * shape.hidden);
  std::fill(dinner, dinner + rows * shape.hidden, 0.0F);
  segment_sums_backward(segments, shape.hidden, mean, dsums, dinner);
  backward_inner(shape, rows, weights, x, inner, dinner, dx, add, gradients);
}

}  // namespace gnnir::kernels

#include "twins/mlp.h"

#include <vector>

#include "twins/matrix_product.h"
#include "twins/rows.h"

namespace gnnir::kernels::reference {
namespace {

std::vector<float> zeros(std::int64_t size) { return std::vector<float>(static_cast<std::size_t>(size)); }

}  // namespace

void mlp_forward(const MlpShape& shape, std::int64_t rows, const MlpTensors<const float>& weights, const float* x,
                 float* inner, float* y) {
  product_transposed(rows, shape.in, shape.hidden, x, weights.in_weight, inner);
  add_bias(rows, shape.hidden, weights.in_bias, true, inner);
  product_transposed(rows, shape.hidden, shape.out, inner, weights.out_weight, y);
  add_bias(rows, shape.out, weights.out_bias, false, y);
}

void mlp_backward(const MlpShape& shape, std::int64_t rows, const MlpTensors<const float>& weights, const float* x,
                  const float* inner, const float* g, float* dx, bool add, const MlpTensors<float>& gradients) {
  std::vector<float> dinner = zeros(rows * shape.hidden);
  column_sums(rows, shape.out, g, gradients.out_bias);
  weight_gradient(rows, shape.hidden, shape.out, g, inner, gradients.out_weight);
  product(rows, shape.out, shape.hidden, g, weights.out_weight, dinner.data());
  relu_backward(rows * shape.hidden, inner, dinner.data());
  column_sums(rows, shape.hidden, dinner.data(), gradients.in_bias);
  weight_gradient(rows, shape.in, shape.hidden, dinner.data(), x, gradients.in_weight);
  product(rows, shape.hidden, shape.in, dinner.data(), weights.in_weight, dx, add);
}

// Row by row: the MLP, then the sums of its outputs.
void mlp_sum_forward(const MlpShape& shape, std::int64_t rows, const Segments& segments, bool mean,
                     const MlpTensors<const float>& weights, const float* x, float* inner, float* /*sums*/, float* y) {
  std::vector<float> outputs = zeros(rows * shape.out);
  reference::mlp_forward(shape, rows, weights, x, inner, outputs.data());
  reference::segment_sums(segments, shape.out, mean, outputs.data(), y);
}

void mlp_sum_backward(const MlpShape& shape, std::int64_t rows, const Segments& segments, bool mean,
                      const MlpTensors<const float>& weights, const float* x, const float* inner, const float* /*sums*/,
                      const float* g, float* dx, bool add, const MlpTensors<float>& gradients) {
  std::vector<float> by_outputs = zeros(rows * shape.out);
  reference::segment_sums_backward(segments, shape.out, mean, g, by_outputs.data());
  reference::mlp_backward(shape, rows, weights, x, inner, by_outputs.data(), dx, add, gradients);
}

}  // namespace gnnir::kernels::reference

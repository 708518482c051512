#include "twins/matrix_product.h"

namespace gnnir::kernels::reference {

void product(std::int64_t rows, std::int64_t in, std::int64_t out, const float* x, const float* w, float* y, bool add) {
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t o = 0; o < out; ++o) {
      double sum = add ? y[r * out + o] : 0;
      for (std::int64_t i = 0; i < in; ++i) sum += static_cast<double>(x[r * in + i]) * w[i * out + o];
      y[r * out + o] = static_cast<float>(sum);
    }
  }
}

void product_transposed(std::int64_t rows, std::int64_t in, std::int64_t out, const float* x, const float* w,
                        float* y) {
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t o = 0; o < out; ++o) {
      double sum = 0;
      for (std::int64_t i = 0; i < in; ++i) sum += static_cast<double>(x[r * in + i]) * w[o * in + i];
      y[r * out + o] = static_cast<float>(sum);
    }
  }
}

void weight_gradient(std::int64_t rows, std::int64_t in, std::int64_t out, const float* dy, const float* x, float* dw) {
  for (std::int64_t o = 0; o < out; ++o) {
    for (std::int64_t i = 0; i < in; ++i) {
      double sum = dw[o * in + i];
      for (std::int64_t r = 0; r < rows; ++r) sum += static_cast<double>(dy[r * out + o]) * x[r * in + i];
      dw[o * in + i] = static_cast<float>(sum);
    }
  }
}

void transpose(std::int64_t rows, std::int64_t columns, const float* from, float* to) {
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t c = 0; c < columns; ++c) to[c * rows + r] = from[r * columns + c];
  }
}

}  // namespace gnnir::kernels::reference

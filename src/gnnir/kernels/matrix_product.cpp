#include "gnnir/kernels/matrix_product.h"

#include <cblas.h>

namespace gnnir::kernels {
namespace {

int size(std::int64_t n) { return static_cast<int>(n); }

}  // namespace

void product(std::int64_t rows, std::int64_t in, std::int64_t out, const float* x, const float* w, float* y) {
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, size(rows), size(out), size(in), 1, x, size(in), w, size(in), 0,
              y, size(out));
}

void product_backward_input(std::int64_t rows, std::int64_t in, std::int64_t out, const float* dy, const float* w,
                            float* dx, bool add) {
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, size(rows), size(in), size(out), 1, dy, size(out), w, size(in),
              add ? 1.0F : 0.0F, dx, size(in));
}

void product_backward_weight(std::int64_t rows, std::int64_t in, std::int64_t out, const float* dy, const float* x,
                             float* dw) {
  cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, size(out), size(in), size(rows), 1, dy, size(out), x, size(in),
              1, dw, size(in));
}

}  // namespace gnnir::kernels

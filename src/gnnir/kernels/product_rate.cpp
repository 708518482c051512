#include "gnnir/kernels/product_rate.h"

#include <cblas.h>

#include <algorithm>
#include <vector>

#include "gnnir/base/clock.h"
#include "gnnir/kernels/matrix_product.h"

namespace gnnir::kernels {
namespace {

struct Matrices {
  Matrices(std::int64_t rows, std::int64_t d)
      : x(static_cast<std::size_t>(rows * d), 0.5F),
        w(static_cast<std::size_t>(3 * d * d), 0.25F),
        y(static_cast<std::size_t>(3 * rows * d)) {}
  std::vector<float> x, w, y;
};

void plain_sgemm(std::int64_t rows, std::int64_t in, std::int64_t out, Matrices& m) {
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, static_cast<int>(rows), static_cast<int>(out),
              static_cast<int>(in), 1, m.x.data(), static_cast<int>(in), m.w.data(), static_cast<int>(out), 0,
              m.y.data(), static_cast<int>(out));
}

void our_product(std::int64_t rows, std::int64_t in, std::int64_t out, Matrices& m) {
  product(rows, in, out, m.x.data(), m.w.data(), m.y.data());
}

}  // namespace

double product_rate(std::int64_t rows, std::int64_t d, ThreadPool& pool) {
  const auto flops = static_cast<double>(2 * rows * d * (2 * d + 6 * d));
  const auto repeats = static_cast<std::int64_t>(std::max(1.0, 2e9 / flops));
  std::vector<Matrices> matrices(pool.size(), Matrices(rows, d));
  double best = 0;
  for (const auto multiply : {plain_sgemm, our_product}) {
    for (int round = 0; round < 5; ++round) {
      const Stopwatch watch;
      pool.run(pool.size(), [&](std::size_t thread) {
        for (std::int64_t i = 0; i < repeats; ++i) {
          for (const std::int64_t out : {d, d, 3 * d, 3 * d}) multiply(rows, d, out, matrices[thread]);
        }
      });
      best = std::max(best, flops * static_cast<double>(repeats) * static_cast<double>(pool.size()) / watch.seconds());
    }
  }
  return best;
}

}  // namespace gnnir::kernels

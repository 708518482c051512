#include "gnnir/kernels/matrix_product.h"

#include <cblas.h>

#include <algorithm>
#include <vector>

#include "gnnir/base/error.h"
#include "gnnir/base/memory.h"

// OpenBLAS's own; another BLAS may stand in for it, hence weak.
extern "C" void* blas_memory_alloc(int) __attribute__((weak));
extern "C" void blas_memory_free(void*) __attribute__((weak));
extern "C" void openblas_set_num_threads(int) __attribute__((weak));

namespace gnnir::kernels {
namespace {

/// Of OpenBLAS, for each thread that multiplies; beside it the thread has a stack and a part of the heap.
constexpr double megabyte = 1 << 20;
constexpr double buffer_bytes = 128 * megabyte;
constexpr double bytes_beside = 72 * megabyte;

int size(std::int64_t n) { return static_cast<int>(n); }

/// OpenBLAS multiplies small matrices (m·n·k up to a million) in place, without packing them first, and is a fifth
/// faster at it. So many rows are cut into blocks of that size, unless a block would be too thin to be worth it.
std::int64_t rows_per_block(std::int64_t rows, std::int64_t in, std::int64_t out) {
  const std::int64_t small = 1'000'000 / std::max<std::int64_t>(1, in * out);
  return small >= 32 ? small / 16 * 16 : std::max<std::int64_t>(1, rows);
}

template <typename Multiply>
void for_each_block(std::int64_t rows, std::int64_t in, std::int64_t out, const Multiply& multiply) {
  const std::int64_t block = rows_per_block(rows, in, out);
  for (std::int64_t first = 0; first < rows; first += block) multiply(first, std::min(block, rows - first));
}

}  // namespace

void reserve_products(std::size_t threads) {
  if (!address_space_is_limited()) return;
  const double needed = static_cast<double>(threads) * (buffer_bytes + bytes_beside);
  if (!has_address_space(needed)) {
    throw usage_error(
        "[memory] matrix products on {} thread(s) need {:.0f} MB of address space, and a limit of the system "
        "leaves less. Try fewer run.threads, or a higher limit",
        threads, needed / megabyte);
  }
  if (!blas_memory_alloc || !blas_memory_free) return;
  std::vector<void*> buffers;
  for (std::size_t thread = 0; thread < threads; ++thread) buffers.push_back(blas_memory_alloc(0));
  for (void* buffer : buffers) blas_memory_free(buffer);  // OpenBLAS keeps them for those to come
}

void multiply_on_own_thread() {
  if (openblas_set_num_threads) openblas_set_num_threads(1);
}

void product(std::int64_t rows, std::int64_t in, std::int64_t out, const float* x, const float* w, float* y, bool add) {
  for_each_block(rows, in, out, [&](std::int64_t first, std::int64_t count) {
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, size(count), size(out), size(in), 1, x + first * in,
                size(in), w, size(out), add ? 1.0F : 0.0F, y + first * out, size(out));
  });
}

void product_transposed(std::int64_t rows, std::int64_t in, std::int64_t out, const float* x, const float* w,
                        float* y) {
  if (rows == 0) return;
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, size(rows), size(out), size(in), 1, x, size(in), w, size(in), 0,
              y, size(out));
}

void weight_gradient(std::int64_t rows, std::int64_t in, std::int64_t out, const float* dy, const float* x, float* dw) {
  for_each_block(rows, in, out, [&](std::int64_t first, std::int64_t count) {
    cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, size(out), size(in), size(count), 1, dy + first * out,
                size(out), x + first * in, size(in), 1, dw, size(in));
  });
}

void transpose(std::int64_t rows, std::int64_t columns, const float* from, float* to) {
  constexpr std::int64_t tile = 16;  // a cache line of floats
  for (std::int64_t r0 = 0; r0 < rows; r0 += tile) {
    for (std::int64_t c0 = 0; c0 < columns; c0 += tile) {
      for (std::int64_t c = c0; c < std::min(columns, c0 + tile); ++c) {
        for (std::int64_t r = r0; r < std::min(rows, r0 + tile); ++r) to[c * rows + r] = from[r * columns + c];
      }
    }
  }
}

}  // namespace gnnir::kernels

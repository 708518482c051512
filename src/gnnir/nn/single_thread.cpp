#include "gnnir/nn/single_thread.h"

#include <ATen/Parallel.h>

#include "gnnir/kernels/matrix_product.h"

// OpenMP has its own pool of threads, under libtorch; it may not be there, hence weak.
extern "C" void omp_set_num_threads(int) __attribute__((weak));

namespace gnnir {

SingleThreaded::SingleThreaded() : before_(0) {
  if (!omp_set_num_threads) return;
  at::init_num_threads();  // libtorch does it once in every thread, and would overwrite what is set below
  before_ = at::get_num_threads();
  if (before_ != 1) omp_set_num_threads(1);  // of this thread, unlike at::set_num_threads
}

SingleThreaded::~SingleThreaded() {
  if (before_ > 1) omp_set_num_threads(before_);
}

void use_single_threaded_operations() {
  at::set_num_threads(1);
  kernels::multiply_on_own_thread();
}

}  // namespace gnnir

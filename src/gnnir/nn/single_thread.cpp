#include "gnnir/nn/single_thread.h"

#include <ATen/Parallel.h>

// OpenBLAS has its own pool of threads; another BLAS may stand in for it, hence weak.
extern "C" void openblas_set_num_threads(int) __attribute__((weak));

namespace gnnir {

void use_single_threaded_operations() {
  at::set_num_threads(1);
  if (openblas_set_num_threads) openblas_set_num_threads(1);
}

}  // namespace gnnir

#pragma once

namespace gnnir {

/// Makes libtorch's and BLAS's operations in the calling thread run on that thread alone. We parallelise over shards
/// and folds, never inside an operation: results are then the same for any number of threads. To be called once in
/// every thread.
void use_single_threaded_operations();

}  // namespace gnnir

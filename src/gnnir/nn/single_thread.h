#pragma once

namespace gnnir {

/// Makes libtorch's and BLAS's operations in the calling thread run on that thread alone. We parallelise over shards
/// and folds, never inside an operation: results are then the same for any number of threads. To be called in
/// every thread that runs operations; calling it again costs next to nothing.
void use_single_threaded_operations();

}  // namespace gnnir

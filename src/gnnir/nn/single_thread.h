#pragma once

namespace gnnir {

/// While one is alive, libtorch's operations in this thread run on this thread alone; afterwards as before. No other
/// thread notices. We parallelise over shards, folds and batches, never inside an operation: results are then the same
/// for any number of threads.
class SingleThreaded {
 public:
  SingleThreaded();
  ~SingleThreaded();
  SingleThreaded(const SingleThreaded&) = delete;
  SingleThreaded& operator=(const SingleThreaded&) = delete;

 private:
  int before_;
};

/// For programs, once, before the first model: from now on libtorch and BLAS use no threads of their own, in the whole
/// process. OpenBLAS knows no other way to keep a product on one thread; with more than one, our own threads would wait
/// for each other, and the last bits of results would depend on how many there are.
void use_single_threaded_operations();

}  // namespace gnnir

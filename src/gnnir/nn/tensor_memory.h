#pragma once

#include <cstddef>

namespace gnnir {

/// Lets libtorch's CPU tensors keep their memory: a freed block of 64 KiB or more waits for the next tensor that it
/// fits instead of going back to the system, which would have to clear every page of it again. Training allocates the
/// same sizes over and over. For programs, once, before the first tensor. Idle blocks are given back when they make
/// more than a quarter of the most that was ever in tensors, or when memory runs out.
/// Does nothing under the address sanitizer.
void keep_tensor_memory();

/// Bytes in tensors of that size now; 0 if the policy is not in force.
std::size_t live_tensor_bytes();
/// The most there were since the last call.
std::size_t restart_peak_of_tensor_bytes();

}  // namespace gnnir

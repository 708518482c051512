#pragma once

namespace gnnir {

/// Lets libtorch's CPU tensors keep their memory: a freed block of 64 KiB or more waits for the next tensor of its size
/// instead of going back to the system, which would have to clear every page of it again. Training allocates the same
/// sizes over and over. For programs, once, before the first tensor. Blocks are given back only when memory runs out.
/// Does nothing under the address sanitizer.
void keep_tensor_memory();

}  // namespace gnnir

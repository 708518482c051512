#pragma once

namespace gnnir {

/// Tells the C library to keep freed memory instead of giving it back to the system: training allocates tensors of the
/// same sizes over and over, and every page given back costs a fault when it is asked for again. For programs, once at
/// start.
void keep_freed_memory();

}  // namespace gnnir

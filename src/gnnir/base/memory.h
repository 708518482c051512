#pragma once

namespace gnnir {

/// Tells the C library to keep freed memory instead of giving it back to the system: training allocates tensors of the
/// same sizes over and over, and every page given back costs a fault when it is asked for again. For programs, once at
/// start.
void keep_freed_memory();

/// Undoes keep_freed_memory: the C library's own policy, for comparison.
void give_back_freed_memory();

/// The most memory that this process has had resident, in MiB; since the last reset, where the system allows one.
double peak_memory_mb();
void reset_peak_memory();

}  // namespace gnnir

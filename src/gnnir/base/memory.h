#pragma once

namespace gnnir {

/// The most memory that this process has had resident, in MiB; since the last reset, where the system allows one.
double peak_memory_mb();
void reset_peak_memory();

}  // namespace gnnir

#pragma once

namespace gnnir {

/// The most memory that this process has had resident, in MiB; since the last reset, where the system allows one.
double peak_memory_mb();
void reset_peak_memory();

/// What this process has resident now, in bytes.
double resident_bytes();
/// What it could have in all, in bytes: what it has, and what the system and its control group would still give.
double attainable_bytes();

}  // namespace gnnir

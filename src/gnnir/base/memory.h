#pragma once

namespace gnnir {

/// The most memory that this process has had resident, in MiB; since the last reset, where the system allows one.
double peak_memory_mb();
void reset_peak_memory();

/// What this process has resident now, in bytes.
double resident_bytes();
/// What it could have in all, in bytes: what it has, and what the system, its control groups and its limits (ulimit -v
/// and -d) would still give.
double attainable_bytes();
/// Whether a limit of this process (ulimit -v or -d) can make a mapping fail.
bool address_space_is_limited();
/// Whether so many bytes of address space are to be had now, for a moment: to write to, which ulimit -d counts too, or
/// for the code of libraries.
enum class SpaceFor { writing, code };
bool has_address_space(double bytes, SpaceFor what = SpaceFor::writing);

}  // namespace gnnir

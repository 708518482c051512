#include "gnnir/base/memory.h"

#include <malloc.h>
#include <sys/resource.h>

#include <fstream>
#include <limits>
#include <string>

namespace gnnir {

void keep_freed_memory() {
  mallopt(M_MMAP_MAX, 0);  // large blocks come from the heap, which keeps them
  mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
  mallopt(M_TOP_PAD, 64 << 20);
}

void give_back_freed_memory() {
  mallopt(M_MMAP_MAX, 65536);
  mallopt(M_MMAP_THRESHOLD, 128 << 10);
  mallopt(M_TRIM_THRESHOLD, 128 << 10);
  mallopt(M_TOP_PAD, 0);
  malloc_trim(0);
}

double peak_memory_mb() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) / 1024;
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

void reset_peak_memory() { std::ofstream("/proc/self/clear_refs") << "5"; }

}  // namespace gnnir

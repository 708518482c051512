#include "gnnir/base/memory.h"

#include <malloc.h>

#include <limits>

namespace gnnir {

void keep_freed_memory() {
  mallopt(M_MMAP_MAX, 0);  // large blocks come from the heap, which keeps them
  mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
  mallopt(M_TOP_PAD, 64 << 20);
}

}  // namespace gnnir

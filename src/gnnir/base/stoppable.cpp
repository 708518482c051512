#include "gnnir/base/stoppable.h"

namespace gnnir {
namespace {

thread_local const StopSource* source_in_use = nullptr;

}  // namespace

Stoppable::Stoppable(const StopSource& source) : before_(source_in_use) { source_in_use = &source; }

Stoppable::~Stoppable() { source_in_use = before_; }

void leave_if_asked() {
  if (source_in_use == nullptr) return;
  if (const StopReason reason = reason_to_stop(*source_in_use); reason != StopReason::none) throw Stopped(reason);
}

}  // namespace gnnir

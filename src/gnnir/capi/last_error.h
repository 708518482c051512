#pragma once

#include <string_view>

#include "gnnir/c.h"

namespace gnnir::capi {

/// Notes what gnnir_last_error() has to say of it in this thread, and returns its status.
gnnir_status note(gnnir_status status, std::string_view message, std::string_view setting = {}) noexcept;
/// The same of the exception that is being handled.
gnnir_status note_current_exception() noexcept;

/// Nothing that `work` throws leaves it.
template <typename Work>
gnnir_status guarded(const Work& work) noexcept {
  try {
    work();
    return GNNIR_OK;
  } catch (...) {
    return note_current_exception();
  }
}

/// Likewise for functions that return a pointer; null if it fails.
template <typename Work>
auto guarded_pointer(const Work& work) noexcept -> decltype(work()) {
  try {
    return work();
  } catch (...) {
    note_current_exception();
    return nullptr;
  }
}

}  // namespace gnnir::capi

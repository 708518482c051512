#pragma once

#include <c10/util/Exception.h>

#include <exception>
#include <new>
#include <system_error>

#include "gnnir/base/error.h"
#include "gnnir/base/stoppable.h"

namespace gnnir {

/// Runs f at the boundary of the library: whatever libtorch, the standard library or the system throws becomes an
/// Error.
template <typename F>
decltype(auto) errors_only(const F& f) {
  try {
    return f();
  } catch (const Error&) {
    throw;
  } catch (const Stopped&) {
    throw;
  } catch (const c10::Error& error) {
    throw internal_error("[libtorch] {}", error.what_without_backtrace());
  } catch (const std::bad_alloc&) {
    throw internal_error("[memory] out of memory; try a smaller train.batch_size, fewer run.threads or model.width");
  } catch (const std::system_error& error) {
    throw io_error("[system] {}", error.what());
  } catch (const std::exception& error) {
    throw internal_error("[internal] {}", error.what());
  }
}

}  // namespace gnnir

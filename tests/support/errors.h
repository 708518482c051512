#pragma once

#include <gtest/gtest.h>

#include "gnnir/base/error.h"

namespace gnnir::testing {

/// The Error that `action` throws; the test fails if it throws none.
///   const Error error = error_of([&] { read_tu(files); });
template <typename Action>
Error error_of(const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "expected an Error, none was thrown";
  return internal_error("none was thrown");
}

}  // namespace gnnir::testing

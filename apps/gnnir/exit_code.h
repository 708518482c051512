#pragma once

#include "gnnir/base/error.h"

namespace gnnir::app {

/// What a shell learns of a failure, in the numbers of sysexits.h and, for signals, of shells.
constexpr int exit_code_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage:
      return 2;
    case ErrorKind::data:
      return 65;
    case ErrorKind::internal:
      return 70;
    case ErrorKind::io:
      return 74;
    case ErrorKind::interrupted:
      return 130;
    case ErrorKind::terminated:
      return 143;
    case ErrorKind::hung_up:
      return 129;
  }
  return 70;
}

}  // namespace gnnir::app

#pragma once

#include <chrono>
#include <functional>
#include <utility>

#include "gnnir/base/error.h"

namespace gnnir {

/// Why long work is to save what it has and leave.
enum class StopReason { none, interrupted, terminated, hung_up, time_is_up };

/// Asked between the steps of long work, from any of its threads; one that is empty never asks to stop. A program
/// connects it to its signals (base/stop.h), a user of the library to whatever decides.
using StopSource = std::function<StopReason()>;

inline StopReason reason_to_stop(const StopSource& source) { return source ? source() : StopReason::none; }

/// The kind of Error that work which was stopped ends with.
inline ErrorKind error_kind(StopReason reason) {
  if (reason == StopReason::interrupted) return ErrorKind::interrupted;
  return reason == StopReason::hung_up ? ErrorKind::hung_up : ErrorKind::terminated;
}

/// Whether work that ended with this kind of Error was told to stop.
inline bool was_stopped(ErrorKind kind) {
  return kind == ErrorKind::interrupted || kind == ErrorKind::terminated || kind == ErrorKind::hung_up;
}

/// What the source says, and once so many seconds have passed from now, that the time is up.
inline StopSource with_time_limit(StopSource source, double seconds) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  return [source = std::move(source), end] {
    const StopReason reason = reason_to_stop(source);
    return reason == StopReason::none && Clock::now() >= end ? StopReason::time_is_up : reason;
  };
}

}  // namespace gnnir

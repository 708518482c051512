#pragma once

#include <exception>

#include "gnnir/base/stop_source.h"

namespace gnnir {

/// What leave_if_asked() throws: the work is to be dropped where it stands. Whoever has begun it catches this.
class Stopped : public std::exception {
 public:
  explicit Stopped(StopReason reason) : reason_(reason) {}
  [[nodiscard]] StopReason reason() const { return reason_; }
  [[nodiscard]] const char* what() const noexcept override { return "stopped on request"; }

 private:
  StopReason reason_;
};

/// While one is alive, leave_if_asked() in this thread asks this source.
///   const Stoppable stoppable(context.stop);
///   model.forward(input);  // may throw Stopped
class Stoppable {
 public:
  explicit Stoppable(const StopSource& source);
  ~Stoppable();
  Stoppable(const Stoppable&) = delete;
  Stoppable& operator=(const Stoppable&) = delete;

 private:
  const StopSource* before_;
};

/// For loops that take long, every few milliseconds: throws Stopped if this thread's work is to stop.
void leave_if_asked();

}  // namespace gnnir

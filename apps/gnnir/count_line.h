#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <mutex>
#include <string>

#include "gnnir/base/clock.h"
#include "gnnir/base/text.h"
#include "output.h"

namespace gnnir::app {

/// "audit: 120 of 1200 graphs, 8 s left": one live line on standard error if that is a terminal, else nothing.
class CountLine {
 public:
  CountLine(std::string what, std::size_t total)
      : what_(std::move(what)), total_(total), live_(isatty(STDERR_FILENO) == 1) {}
  ~CountLine() {
    if (shown_) redraw_line("", stderr);
  }
  CountLine(const CountLine&) = delete;
  CountLine& operator=(const CountLine&) = delete;

  /// From any thread.
  void show(std::size_t done) {
    if (!live_) return;
    const std::lock_guard lock(mutex_);
    if (shown_ && watch_.seconds() - last_ < 0.1) return;
    last_ = watch_.seconds();
    shown_ = true;
    const double left = last_ / static_cast<double>(done) * static_cast<double>(total_ - done);
    redraw_line(fmt::format("{}: {} of {} graphs, {} left", what_, done, total_, format_duration(left)), stderr);
  }

 private:
  std::string what_;
  std::size_t total_;
  bool live_;
  bool shown_ = false;
  double last_ = 0;
  Stopwatch watch_;
  std::mutex mutex_;
};

}  // namespace gnnir::app

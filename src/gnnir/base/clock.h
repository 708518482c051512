#pragma once

#include <chrono>
#include <functional>
#include <limits>

namespace gnnir {

/// Since some moment.
inline double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// How long work may take, from when it begins, by which clock.
struct TimeLimit {
  double seconds = std::numeric_limits<double>::infinity();  ///< by default as long as it takes
  std::function<double()> now = steady_seconds;              ///< seconds since some moment
};

/// Seconds since it was made.
class Stopwatch {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace gnnir

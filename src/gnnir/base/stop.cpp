#include "gnnir/base/stop.h"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>

#include "gnnir/base/error.h"

namespace gnnir {
namespace {

using Clock = std::chrono::steady_clock;

std::atomic<Clock::time_point> deadline = Clock::time_point::max();
std::atomic<int> requested = 0;  // threads ask while a handler writes
static_assert(std::atomic<int>::is_always_lock_free);

extern "C" void on_signal(int signal) {
  if (requested != 0 && signal == SIGINT) ::_exit(static_cast<int>(ErrorKind::interrupted));
  requested = signal;
}

}  // namespace

void catch_stop_signals() {
  for (const int signal : {SIGINT, SIGTERM}) {
    struct sigaction action {};
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    ::sigaction(signal, &action, nullptr);
  }
}

void stop_after(double seconds) {
  deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

int stop_requested() {
  if (requested != 0) return requested;
  const Clock::time_point end = deadline;
  return end != Clock::time_point::max() && Clock::now() >= end ? SIGALRM : 0;
}

}  // namespace gnnir

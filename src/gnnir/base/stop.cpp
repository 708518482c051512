#include "gnnir/base/stop.h"

#include <unistd.h>

#include <atomic>
#include <csignal>

namespace gnnir {
namespace {

std::atomic<int> requested = 0;  // threads ask while a handler writes
std::atomic<int> code_of_leaving = 0;
static_assert(std::atomic<int>::is_always_lock_free);

extern "C" void on_signal(int signal) {
  if (requested != 0 && signal == SIGINT) ::_exit(code_of_leaving);
  requested = signal;
}

}  // namespace

void catch_stop_signals(int exit_code) {
  code_of_leaving = exit_code;
  for (const int signal : {SIGINT, SIGTERM}) {
    struct sigaction action {};
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    ::sigaction(signal, &action, nullptr);
  }
}

StopReason stop_requested() {
  const int signal = requested;
  if (signal == 0) return StopReason::none;
  return signal == SIGINT ? StopReason::interrupted : StopReason::terminated;
}

}  // namespace gnnir

#include "gnnir/base/stop.h"

#include <unistd.h>

#include <atomic>
#include <csignal>

#include "gnnir/base/error.h"

namespace gnnir {
namespace {

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

int stop_requested() { return requested; }

}  // namespace gnnir

#include "gnnir/base/stop.h"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstring>

namespace gnnir {
namespace {

std::atomic<int> requested = 0;  // threads ask while a handler writes
std::atomic<bool> asked = false;
std::atomic<const char*> words_of_leaving = nullptr;
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<const char*>::is_always_lock_free);

extern "C" void on_signal(int signal) {
  if (!asked) {
    const char* words = words_of_leaving;
    [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, words, std::strlen(words));
    ::_exit(128 + signal);
  }
  if (requested != 0 && signal == SIGINT) ::_exit(128 + signal);
  requested = signal;
}

}  // namespace

void catch_stop_signals(const char* last_words) {
  words_of_leaving = last_words;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGXCPU}) {
    struct sigaction action {};
    if (::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) continue;
    action = {};
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    ::sigaction(signal, &action, nullptr);
  }
}

StopReason stop_requested() {
  asked = true;
  const int signal = requested;
  if (signal == 0) return StopReason::none;
  if (signal == SIGINT) return StopReason::interrupted;
  return signal == SIGHUP ? StopReason::hung_up : StopReason::terminated;
}

}  // namespace gnnir

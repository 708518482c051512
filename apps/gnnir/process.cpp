#include "process.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <string_view>

#include "gnnir/base/error.h"

namespace gnnir::app {
namespace {

constexpr rlim_t least_stack = rlim_t{1} << 20;
constexpr int exit_code_of_processor_time = 128 + SIGXCPU;

extern "C" void on_processor_time(int) {
  constexpr std::string_view words = "gnnir: the limit on processor time (ulimit -t) is reached\n";
  [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, words.data(), words.size());
  ::_exit(exit_code_of_processor_time);
}

/// A descriptor that is open, and that nothing can be written to or read from.
void occupy(int descriptor) {
  if (::fcntl(descriptor, F_GETFD) >= 0) return;
  const int flags = descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY;
  const int opened = ::open("/dev/null", flags);  // the lowest that is free: this one
  if (opened >= 0 && opened != descriptor) ::close(opened);
}

/// A limit that only kills, as ulimit -t sets it, becomes one that is told of a second before.
void make_room_for_last_words() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_CPU, &limit) != 0 || limit.rlim_cur != limit.rlim_max) return;
  if (limit.rlim_max == RLIM_INFINITY || limit.rlim_max < 2) return;
  limit.rlim_cur = limit.rlim_max - 1;
  ::setrlimit(RLIMIT_CPU, &limit);
}

void require_stack() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= least_stack) return;
  const rlim_t found = limit.rlim_cur;
  limit.rlim_cur = std::min(limit.rlim_max, rlim_t{8} << 20);
  if (limit.rlim_cur < least_stack || ::setrlimit(RLIMIT_STACK, &limit) != 0) {
    throw usage_error("[start] the limit on the stack (ulimit -s) is {} KB; at least {} KB are needed", found >> 10,
                      least_stack >> 10);
  }
  // Threads have had theirs from the limit as it was when the program began.
  pthread_attr_t attributes;
  if (::pthread_getattr_default_np(&attributes) != 0) return;
  if (::pthread_attr_setstacksize(&attributes, limit.rlim_cur) == 0) ::pthread_setattr_default_np(&attributes);
  ::pthread_attr_destroy(&attributes);
}

}  // namespace

void prepare_process() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) occupy(descriptor);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGXCPU, on_processor_time);
  make_room_for_last_words();
  require_stack();
}

void require_written_output() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    throw io_error("[output] standard output could not be written to: what was printed there is not complete");
  }
}

}  // namespace gnnir::app

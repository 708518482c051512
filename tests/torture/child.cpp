#include "torture/child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>
#include <string_view>

#include "gnnir/base/clock.h"
#include "gnnir/base/error.h"

namespace gnnir::torture {
namespace {

std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> whole_environment(const Command& command) {
  std::vector<std::string> all = command.environment;  // of two with the same name the first counts
  for (char** entry = environ; *entry != nullptr; ++entry) all.emplace_back(*entry);
  return all;
}

constexpr int exit_code_of_no_start = 126;  // as shells have it

/// As if a shell had started it: no signal is ignored or held back because we do so.
void forget_our_signals(const Command& command) {
  for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, SIG_DFL);
  for (const int signal : command.ignored_signals) ::signal(signal, SIG_IGN);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

void set_limits(const Command& command) {
  const rlimit no_core{0, 0};  // some signals would leave one in our folder
  ::setrlimit(RLIMIT_CORE, &no_core);
  for (const Limit& limit : command.limits) {
    const rlimit both{limit.most, limit.most};
    ::setrlimit(static_cast<__rlimit_resource>(limit.resource), &both);
  }
}

/// In the child, between fork and exec: nothing here may allocate, as another thread may have held the lock.
[[noreturn]] void become(const Command& command, char* const* arguments, char* const* environment, int out, int err) {
  ::dup2(out, STDOUT_FILENO);
  ::dup2(err, STDERR_FILENO);
  forget_our_signals(command);
  set_limits(command);
  ::execve(arguments[0], arguments, environment);
  constexpr std::string_view words = "exec: the system does not start it\n";
  [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, words.data(), words.size());
  ::_exit(exit_code_of_no_start);
}

struct Pipe {
  int reading = -1;
  int writing = -1;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw io_error("pipe: {}", std::strerror(errno));
  return {ends[0], ends[1]};
}

/// Where standard output goes: nowhere, or to a reader that has left.
int open_output(const Command& command) {
  if (command.has_reader) return ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  const Pipe pipe = make_pipe();
  ::close(pipe.reading);
  return pipe.writing;
}

/// A started program and the pipe that its messages come through.
class Child {
 public:
  explicit Child(const Command& command) {
    const Pipe messages = make_pipe();
    const int out = open_output(command);
    const std::vector<std::string> environment = whole_environment(command);
    const std::vector<char*> arguments_of_exec = pointers_to(command.arguments);
    const std::vector<char*> environment_of_exec = pointers_to(environment);
    pid_ = ::fork();
    if (pid_ < 0) throw io_error("fork: {}", std::strerror(errno));
    if (pid_ == 0) become(command, arguments_of_exec.data(), environment_of_exec.data(), out, messages.writing);
    ::close(out);
    ::close(messages.writing);
    err_ = messages.reading;
  }
  ~Child() {
    ::close(err_);
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  void send(int signal) const { ::kill(pid_, signal); }

  /// Waits a moment for messages; false when there will be none any more, as the program has ended.
  bool listen(std::string& text) const {
    pollfd ready{err_, POLLIN, 0};
    if (::poll(&ready, 1, 1) <= 0) return true;
    std::array<char, 4096> buffer{};
    const ssize_t size = ::read(err_, buffer.data(), buffer.size());
    if (size > 0) text.append(buffer.data(), static_cast<std::size_t>(size));
    return size > 0 || (size < 0 && errno == EINTR);
  }

  /// The status of waitpid, if it has ended.
  std::optional<int> status() {
    int status = 0;
    if (::waitpid(pid_, &status, WNOHANG) != pid_) return std::nullopt;
    pid_ = 0;
    return status;
  }

 private:
  pid_t pid_ = 0;
  int err_ = -1;
};

/// Sends signals as time goes by.
class Sender {
 public:
  explicit Sender(const Disturbance& disturbance)
      : disturbance_(disturbance), has_to_wait_(!disturbance.clock_starts_with.empty()) {}

  void act(const Child& child) {
    if (next_ == disturbance_.signals.size()) return;
    if (has_to_wait_) {
      has_to_wait_ = !std::filesystem::exists(disturbance_.clock_starts_with);
      clock_ = Stopwatch();
      if (has_to_wait_) return;
    }
    while (next_ < disturbance_.signals.size() && clock_.seconds() >= disturbance_.signals[next_].seconds) {
      child.send(disturbance_.signals[next_++].signal);
      since_signal_ = Stopwatch();
    }
  }

  [[nodiscard]] double seconds_after_signal() const { return next_ == 0 ? 0 : since_signal_.seconds(); }

 private:
  const Disturbance& disturbance_;
  bool has_to_wait_;
  Stopwatch clock_;
  std::size_t next_ = 0;
  Stopwatch since_signal_;
};

/// As prlimit(1) has it.
std::string name_of(int resource) {
  switch (resource) {
    case RLIMIT_AS:
      return "as";
    case RLIMIT_DATA:
      return "data";
    case RLIMIT_FSIZE:
      return "fsize";
    case RLIMIT_NOFILE:
      return "nofile";
    case RLIMIT_STACK:
      return "stack";
    case RLIMIT_CPU:
      return "cpu";
    default:
      return fmt::format("resource {}", resource);
  }
}

}  // namespace

std::string Command::text() const {
  std::string text = fmt::format("{} ", fmt::join(environment, " "));
  for (const Limit& limit : limits) text += fmt::format("prlimit --{}={} ", name_of(limit.resource), limit.most);
  text += fmt::format("{}", fmt::join(arguments, " "));
  if (!ignored_signals.empty()) text += fmt::format(" (ignores {})", fmt::join(ignored_signals, ", "));
  if (!has_reader) text += " (nobody reads its output)";
  return text;
}

std::string Ending::text() const {
  const std::string how = signal != 0 ? fmt::format("signal {}", signal) : fmt::format("exit {}", exit_code);
  return fmt::format("{} after {:.2f} s, saying: {}", how, seconds, err.empty() ? "nothing" : err);
}

Ending run(const Command& command, const Disturbance& disturbance) {
  const Stopwatch watch;
  Ending ending;
  Sender sender(disturbance);
  Child child(command);
  std::optional<int> status;
  for (bool speaks = true; !status;) {
    sender.act(child);
    if (speaks) speaks = child.listen(ending.err);
    if (!speaks) status = child.status();  // not before: its last words would be lost
    if (!speaks && !status) ::usleep(1000);
    if (!status && watch.seconds() > command.most_seconds) {
      throw internal_error("hangs: {}; it said: {}", command.text(), ending.err);
    }
  }
  ending.seconds = watch.seconds();
  ending.seconds_after_signal = sender.seconds_after_signal();
  if (WIFEXITED(*status)) ending.exit_code = WEXITSTATUS(*status);
  if (WIFSIGNALED(*status)) ending.signal = WTERMSIG(*status);
  return ending;
}

}  // namespace gnnir::torture

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

#include "gnnir/base/clock.h"
#include "gnnir/base/error.h"

namespace gnnir::torture {
namespace {

constexpr double longest_seconds = 120;

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

/// In the child, between fork and exec: nothing here may allocate, as another thread may have held the lock.
[[noreturn]] void become(const Command& command, char* const* arguments, char* const* environment, int err) {
  const int out = ::open("/dev/null", O_WRONLY);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(err, STDERR_FILENO);
  if (command.max_file_size) {
    const rlimit limit{*command.max_file_size, *command.max_file_size};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    ::signal(SIGXFSZ, SIG_IGN);
  }
  ::execve(arguments[0], arguments, environment);
  ::_exit(127);
}

/// A started program and the pipe that its messages come through.
class Child {
 public:
  explicit Child(const Command& command) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw io_error("pipe: {}", std::strerror(errno));
    const std::vector<std::string> environment = whole_environment(command);
    const std::vector<char*> arguments_of_exec = pointers_to(command.arguments);
    const std::vector<char*> environment_of_exec = pointers_to(environment);
    pid_ = ::fork();
    if (pid_ < 0) throw io_error("fork: {}", std::strerror(errno));
    if (pid_ == 0) become(command, arguments_of_exec.data(), environment_of_exec.data(), ends[1]);
    ::close(ends[1]);
    err_ = ends[0];
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

  /// The status of waitpid.
  int wait() {
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
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

}  // namespace

std::string Command::text() const {
  std::string text = fmt::format("{} {}", fmt::join(environment, " "), fmt::join(arguments, " "));
  if (max_file_size) text += fmt::format(" (files of at most {} bytes)", *max_file_size);
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
  while (child.listen(ending.err)) {
    sender.act(child);
    if (watch.seconds() > longest_seconds) throw internal_error("hangs: {}; it said: {}", command.text(), ending.err);
  }
  const int status = child.wait();
  ending.seconds = watch.seconds();
  ending.seconds_after_signal = sender.seconds_after_signal();
  if (WIFEXITED(status)) ending.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) ending.signal = WTERMSIG(status);
  return ending;
}

}  // namespace gnnir::torture

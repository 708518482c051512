#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>

namespace gnnir {

/// What a failure means to the caller of the program; the value is the exit code.
enum class ErrorKind {
  usage = 2,          ///< the command line or the configuration is wrong
  data = 65,          ///< an input file is wrong
  internal = 70,      ///< a broken invariant of ours
  io = 74,            ///< a file could not be read or written
  interrupted = 130,  ///< Ctrl-C; what was done so far is saved
  terminated = 143,   ///< SIGTERM likewise
};

/// The one exception type of the library. Messages say where, what was expected, what was found:
/// `[tu] MUTAG_A.txt:17: node 3372 is outside 1..3371`.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  [[nodiscard]] ErrorKind kind() const { return kind_; }
  [[nodiscard]] int exit_code() const { return static_cast<int>(kind_); }

 private:
  ErrorKind kind_;
};

template <typename... Args>
Error usage_error(fmt::format_string<Args...> format, Args&&... args) {
  return {ErrorKind::usage, fmt::format(format, std::forward<Args>(args)...)};
}
template <typename... Args>
Error data_error(fmt::format_string<Args...> format, Args&&... args) {
  return {ErrorKind::data, fmt::format(format, std::forward<Args>(args)...)};
}
template <typename... Args>
Error io_error(fmt::format_string<Args...> format, Args&&... args) {
  return {ErrorKind::io, fmt::format(format, std::forward<Args>(args)...)};
}
template <typename... Args>
Error internal_error(fmt::format_string<Args...> format, Args&&... args) {
  return {ErrorKind::internal, fmt::format(format, std::forward<Args>(args)...)};
}

}  // namespace gnnir

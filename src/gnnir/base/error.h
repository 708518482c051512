#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace gnnir {

/// What a failure means to whoever asked for the work.
enum class ErrorKind {
  usage,        ///< what was asked for, or a setting, is wrong
  data,         ///< an input file is wrong
  internal,     ///< a broken invariant of ours
  io,           ///< a file could not be read or written
  interrupted,  ///< Ctrl-C; what was done so far is saved
  terminated,   ///< SIGTERM likewise
  hung_up,      ///< the terminal was closed, likewise
};

/// The one exception type of the library. Messages say where, what was expected, what was found:
/// `[tu] MUTAG_A.txt:17: node 3372 is outside 1..3371`. A setting is named by its path, `model.width`, and with a value
/// `train.clip=1`: each program has words of its own for it.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message, std::string setting = {})
      : std::runtime_error(message), kind_(kind), setting_(std::move(setting)) {}
  [[nodiscard]] ErrorKind kind() const { return kind_; }
  /// The path of the setting that the message is about; empty if it is about none.
  [[nodiscard]] const std::string& setting() const { return setting_; }

 private:
  ErrorKind kind_;
  std::string setting_;
};

template <typename... Args>
Error usage_error(fmt::format_string<Args...> format, Args&&... args) {
  return {ErrorKind::usage, fmt::format(format, std::forward<Args>(args)...)};
}
/// Of kind usage: `model.width: expected at least 1, found 0`.
template <typename... Args>
Error setting_error(const std::string& path, fmt::format_string<Args...> format, Args&&... args) {
  return {ErrorKind::usage, path + ": " + fmt::format(format, std::forward<Args>(args)...), path};
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

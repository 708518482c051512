#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// Runs a program so that it can be disturbed.
namespace gnnir::torture {

struct Command {
  std::vector<std::string> arguments;    ///< the program first
  std::vector<std::string> environment;  ///< "NAME=value", beside what we have ourselves
  /// Files cannot grow beyond this many bytes: a write fails with EFBIG (SIGXFSZ is ignored).
  std::optional<std::uint64_t> max_file_size;

  /// As a person would type it.
  [[nodiscard]] std::string text() const;
};

struct TimedSignal {
  double seconds = 0;
  int signal = 0;
};

/// What to send when; the clock starts with the program, or, if a path is given, when that exists.
struct Disturbance {
  std::vector<TimedSignal> signals;
  std::filesystem::path clock_starts_with;
};

struct Ending {
  int exit_code = -1;  ///< -1: a signal ended it
  int signal = 0;
  double seconds = 0;
  double seconds_after_signal = 0;  ///< since the last that we sent
  std::string err;                  ///< standard error; standard output is not kept

  [[nodiscard]] std::string text() const;
};

/// Runs it to its end. A program that takes longer than two minutes hangs: it is killed, an Error says so.
Ending run(const Command& command, const Disturbance& disturbance = {});

}  // namespace gnnir::torture

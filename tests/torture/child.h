#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

/// Runs a program so that it can be disturbed.
namespace gnnir::torture {

/// Of setrlimit, as ulimit sets it: soft and hard alike, so that the program cannot raise it.
struct Limit {
  int resource = 0;  ///< RLIMIT_AS, …
  std::uint64_t most = 0;
};

struct Command {
  std::vector<std::string> arguments;    ///< the program first
  std::vector<std::string> environment;  ///< "NAME=value", beside what we have ourselves
  std::vector<Limit> limits;
  /// All others do what they do by default, whatever we ignore ourselves.
  std::vector<int> ignored_signals;
  bool has_reader = true;  ///< of standard output; without one it is a broken pipe
  double most_seconds = 120;

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

/// Runs it to its end. A program that takes longer than it may hangs: it is killed, an Error says so.
Ending run(const Command& command, const Disturbance& disturbance = {});

}  // namespace gnnir::torture

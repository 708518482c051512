#pragma once

#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "gnnir/base/json.h"
#include "support/temp_folder.h"

namespace gnnir::testing {

struct Outcome {
  int exit_code = -1;
  std::string out;
  std::string err;

  /// The last line of standard output as JSON.
  [[nodiscard]] Json last_json() const {
    const std::string text = out.substr(0, out.find_last_not_of('\n') + 1);
    return parse_json(text.substr(text.find_last_of('\n') + 1), "last line");
  }
};

/// Runs the program as a person would, through a shell, in `folder`.
inline Outcome run_gnnir(const std::string& arguments, const std::filesystem::path& folder) {
  const TempFolder streams;
  const auto read = [](const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  };
  const std::string command = "cd '" + folder.string() + "' && '" GNNIR_PROGRAM "' " + arguments + " >'" +
                              (streams.path() / "out").string() + "' 2>'" + (streams.path() / "err").string() + "'";
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read(streams.path() / "out"), read(streams.path() / "err")};
}

}  // namespace gnnir::testing

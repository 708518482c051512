#pragma once

#include "cli_options.h"

namespace gnnir::app {

struct TuneArguments {
  ConfigArguments config;
  bool cross_validate = false;
  bool json = false;
  std::int64_t threads = 0;
  double max_memory = 0;
  std::optional<double> time;  ///< seconds
  std::optional<std::int64_t> trials;
  std::optional<Engine> engine;
  std::string space;
  std::string out;
  std::optional<std::string> resume;  ///< the folder of a search
};
/// `gnnir tune`.
void add_tune(CLI::App& app, TuneArguments& arguments, Action& action, const std::string& command_line);

}  // namespace gnnir::app

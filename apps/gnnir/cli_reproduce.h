#pragma once

#include "cli_options.h"

namespace gnnir::app {

struct ReproduceArguments {
  std::string table;
  std::vector<std::string> rows;
  std::uint64_t seeds = 1;
  double budget = 0;  ///< minutes
  std::string data_dir;
  std::string experiments;
  std::string runs = "runs/reproduce";
  std::string results;
  std::int64_t threads = 0;
  double max_memory = 0;
  bool list = false;
  bool collect = false;
  bool json = false;
};
/// `gnnir reproduce`.
void add_reproduce(CLI::App& app, ReproduceArguments& arguments, Action& action, const std::string& command_line);

}  // namespace gnnir::app

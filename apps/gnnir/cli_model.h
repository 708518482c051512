#pragma once

#include <map>
#include <string>

#include "cli_options.h"

namespace gnnir::app {

struct ModelArguments {
  ModelCommand command;
  std::int64_t threads = 0;
};
/// `gnnir eval`, `gnnir predict` and `gnnir embed`; arguments by their names.
void add_model_commands(CLI::App& app, std::map<std::string, ModelArguments>& arguments, Action& action);

/// What rows about graphs say of their names.
void add_names_options(CLI::App& command, AskedData& asked);

}  // namespace gnnir::app

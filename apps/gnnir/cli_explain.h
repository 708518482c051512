#pragma once

#include "cli_options.h"

namespace gnnir::app {

/// What `gnnir explain` has beside what all commands about a model have.
void add_explain_options(CLI::App& command, ModelCommand& arguments);

}  // namespace gnnir::app

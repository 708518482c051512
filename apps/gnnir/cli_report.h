#pragma once

#include "cli_options.h"

namespace gnnir::app {

/// `gnnir report`.
void add_report(CLI::App& app, ReportCommand& command, Action& action);

}  // namespace gnnir::app

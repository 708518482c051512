#pragma once

#include <vector>

#include "commands.h"
#include "gnnir/audit/distinguish.h"

namespace gnnir::app {

/// The data set of the command, ready to be compared.
Comparison open_comparison(const DistinguishCommand& command);

/// Prints what methods found as a table, or as a JSON object each.
void print_results(const Comparison& comparison, const DistinguishCommand& command,
                   const std::vector<DistinguishResult>& results);

}  // namespace gnnir::app

#pragma once

#include "gnnir/base/stop_source.h"

namespace gnnir {

/// From now on Ctrl-C and SIGTERM only ask the program to stop; a second Ctrl-C leaves at once, with this exit code.
/// For programs whose long work asks stop_requested() between its steps.
void catch_stop_signals(int exit_code);

/// What the signal that came last asks for.
StopReason stop_requested();

}  // namespace gnnir

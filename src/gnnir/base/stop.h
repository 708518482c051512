#pragma once

namespace gnnir {

/// From now on Ctrl-C and SIGTERM only ask the program to stop; a second Ctrl-C leaves at once. For programs whose long
/// work asks stop_requested() between its steps.
void catch_stop_signals();

/// The signal that asked to stop, or 0.
int stop_requested();

}  // namespace gnnir

#pragma once

namespace gnnir {

/// From now on Ctrl-C and SIGTERM only ask the program to stop; a second Ctrl-C leaves at once. For programs whose long
/// work asks stop_requested() between its steps.
void catch_stop_signals();

/// From now on the program is also asked to stop once so many seconds have passed.
void stop_after(double seconds);

/// The signal that asked to stop, SIGALRM if the time of stop_after is up, or 0.
int stop_requested();

}  // namespace gnnir

#pragma once

#include "gnnir/base/stop_source.h"

namespace gnnir {

/// From now on Ctrl-C, SIGTERM, SIGHUP and a limit on processor time only ask the program to stop, and those that it
/// was started to ignore stay ignored (nohup). Until the work has asked stop_requested() once there is nothing to save:
/// the program then leaves at once with these words on standard error, as it does on a second Ctrl-C, without them. Its
/// exit code is 128 + the signal, as shells count.
void catch_stop_signals(const char* last_words);

/// What the signal that came last asks for.
StopReason stop_requested();

}  // namespace gnnir

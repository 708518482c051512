#pragma once

namespace gnnir::app {

/// What the program asks of the system before anything else; the library leaves the process alone.
/// - Standard streams that are closed stay unwritable: no file of ours may take their numbers.
/// - A reader that has left (SIGPIPE) and a file that may not grow (SIGXFSZ) are errors of a write, not the end.
/// - The limit on processor time (SIGXCPU) is said before it ends the program.
/// - A stack that is too small for what follows is an Error of kind usage, unless it can be raised.
void prepare_process();

/// Whether all that was printed has reached standard output; an Error of kind io if not.
void require_written_output();

}  // namespace gnnir::app

#pragma once

namespace gnnir::app {

/// Parses the command line and runs what it says. Returns the exit code; throws gnnir::Error.
int run(int argc, char** argv);

}  // namespace gnnir::app

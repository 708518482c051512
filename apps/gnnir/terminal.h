#pragma once

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstddef>
#include <limits>

namespace gnnir::app {

/// The columns of the terminal that standard output goes to; as good as endless if it goes elsewhere.
inline std::size_t terminal_width() {
  winsize size{};
  const bool known = ::isatty(STDOUT_FILENO) == 1 && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : std::numeric_limits<std::size_t>::max();
}

}  // namespace gnnir::app

#pragma once

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <limits>
#include <string_view>

#include "gnnir/base/text.h"

namespace gnnir::app {

/// Whether standard output is a terminal on which a line can be drawn again.
inline bool is_live_terminal() {
  const char* kind = std::getenv("TERM");
  return ::isatty(STDOUT_FILENO) == 1 && (kind == nullptr || std::string_view(kind) != "dumb");
}

/// The columns of the terminal that standard output goes to, or what COLUMNS says of it; as good as endless if it goes
/// elsewhere.
inline std::size_t terminal_width() {
  if (::isatty(STDOUT_FILENO) != 1) return std::numeric_limits<std::size_t>::max();
  if (const char* said = std::getenv("COLUMNS")) {
    const auto columns = parse_integer(said);
    if (columns && *columns > 0) return static_cast<std::size_t>(*columns);
  }
  winsize size{};
  const bool known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 80;
}

}  // namespace gnnir::app

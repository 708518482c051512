#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

#include "gnnir/base/text.h"

namespace gnnir::app {

// What is printed never ends what works: a training goes on although nobody reads its progress any more. Names come
// from files, so that control characters are shown, not sent to the terminal.

/// Bytes as they are. If a stream cannot be written to, it remembers; main looks at standard output at the end.
inline void put(std::string_view bytes, std::FILE* to) { std::fwrite(bytes.data(), 1, bytes.size(), to); }

/// To standard output.
template <typename... Args>
void show(fmt::format_string<Args...> format, Args&&... args) {
  put(printable(fmt::format(format, std::forward<Args>(args)...)), stdout);
}

/// To standard error.
template <typename... Args>
void say(fmt::format_string<Args...> format, Args&&... args) {
  put(printable(fmt::format(format, std::forward<Args>(args)...)), stderr);
}

/// In the place of what stands on the last line of a terminal; an empty text clears it.
inline void redraw_line(std::string_view text, std::FILE* terminal) {
  put("\r\033[K" + printable(text), terminal);
  std::fflush(terminal);
}

}  // namespace gnnir::app

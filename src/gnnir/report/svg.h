#pragma once

#include <string>

namespace gnnir {

/// Text as it may stand in an SVG picture.
inline std::string escape_xml(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '<') {
      escaped += "&lt;";
    } else if (c == '&') {
      escaped += "&amp;";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

}  // namespace gnnir

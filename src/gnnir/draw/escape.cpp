#include "gnnir/draw/escape.h"

#include <cstddef>
#include <cstdint>

namespace gnnir {
namespace {

struct Character {
  std::uint32_t code = 0;
  std::size_t length = 0;  ///< bytes; 0: no UTF-8
};

/// The first character of a text that is not empty. Overlong forms, surrogates and what is beyond Unicode are none.
Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return {};
  std::uint32_t code = lead & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) return {};
    code = (code << 6U) | (byte(i) & 0x3fU);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  if (overlong || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return {};
  return {code, length};
}

bool is_shown(std::uint32_t code) {
  if (code < 0x20) return code == '\t' || code == '\n';
  if (code >= 0x7f && code < 0xa0) return false;
  const bool turns = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
  return !turns && (code & 0xfffeU) != 0xfffe;
}

}  // namespace

std::string escape_html(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size());
  while (!text.empty()) {
    const Character next = first_character(text);
    if (next.length == 0 || !is_shown(next.code)) {
      escaped += "\xef\xbf\xbd";
    } else if (next.code == '&') {
      escaped += "&amp;";
    } else if (next.code == '<') {
      escaped += "&lt;";
    } else if (next.code == '>') {
      escaped += "&gt;";
    } else if (next.code == '"') {
      escaped += "&quot;";
    } else if (next.code == '\'') {
      escaped += "&#39;";
    } else {
      escaped += text.substr(0, next.length);
    }
    text.remove_prefix(next.length == 0 ? 1 : next.length);
  }
  return escaped;
}

}  // namespace gnnir

#pragma once

#include <string>
#include <string_view>

namespace gnnir {

/// Text as it may stand in HTML or SVG, also between quotes: & < > " ' are escaped; control characters, those that
/// turn the direction of writing, and what is not UTF-8 become U+FFFD, as they would break a picture or lie about it.
std::string escape_html(std::string_view text);

}  // namespace gnnir

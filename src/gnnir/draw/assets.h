#pragma once

#include <string_view>

namespace gnnir {

/// A file of draw/assets, as it was when gnnir was built (cmake/EmbedFiles.cmake).
struct Asset {
  std::string_view text;
  std::string_view sha256;  ///< of the text, 64 hexadecimal digits
};

/// What pages are made of.
namespace assets {
extern const Asset page_css;
extern const Asset page_js;
extern const Asset uplot_css;
extern const Asset uplot_js;
extern const Asset uplot_license;
}  // namespace assets

}  // namespace gnnir

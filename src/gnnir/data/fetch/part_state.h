#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gnnir/base/json.h"

namespace gnnir {

/// Of which version of which file a half-finished download is: what is kept beside it in NAME.zip.part.json.
struct PartState {
  std::string url;          ///< as it was asked for, before redirects
  std::string version;      ///< for If-Range: a strong ETag, else Last-Modified; "": cannot be continued
  std::int64_t bytes = -1;  ///< of the whole file; -1: the server did not say

  bool operator==(const PartState&) const = default;

  [[nodiscard]] Json to_json() const;
  /// An Error of kind data that begins with `where` for anything that to_json cannot have written.
  static PartState parse(std::string_view text, const std::string& where);
};

/// What If-Range may hold: a weak ETag (W/"…") does not promise the same bytes.
std::string version_of(const std::string& etag, const std::string& last_modified);

}  // namespace gnnir

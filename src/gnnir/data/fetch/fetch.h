#pragma once

#include <cstdint>
#include <string>

#include "gnnir/data/fetch/download.h"
#include "gnnir/data/fetch/part_file.h"

namespace gnnir {

/// Completes a part from the server: goes on where it ends if the server still has that version, else begins anew;
/// tries again after trouble that may pass. Returns how many bytes were there before that still count.
/// Throws an Error: io, data if the file is too large, interrupted or terminated. The part is kept.
std::int64_t fetch(const std::string& url, PartFile& part, const DownloadOptions& options,
                   const DownloadEvents& events);

}  // namespace gnnir

// libgnnir reads model files, not data sets. What it has of data/ names compressed lists of splits; these stand in for
// data/source/compressed.cpp, which would bring libarchive, liblzma, zlib, and all that they load.
#include "gnnir/base/error.h"
#include "gnnir/data/source/compressed.h"

namespace gnnir {

Compression compression_of(std::string_view /*bytes*/) { return Compression::none; }

std::string decompress(std::string_view /*bytes*/, const std::string& description, const ArchiveLimits& /*limits*/) {
  throw internal_error("{}: libgnnir reads no compressed files", description);
}

}  // namespace gnnir

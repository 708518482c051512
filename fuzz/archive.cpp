#include "fuzz/check.h"
#include "fuzz/targets.h"
#include "gnnir/data/formats/tu.h"

namespace gnnir {

void fuzz_archive(std::string_view input) {
  constexpr ArchiveLimits limits{.max_bytes = 16 << 20};
  const auto files = accepted([&] { return FileSource::unpack("f", input, limits); });
  if (!files) return;
  std::size_t bytes = 0;
  for (const std::string& name : files->names()) {
    require(name.find_first_of("/\\") == std::string::npos, "names are base names");
    bytes += files->read(name).value().size();
  }
  require(bytes <= limits.max_bytes && bytes <= limits.max_ratio * input.size(), "limits are kept");
  accepted([&] { return read_tu(*files); });
}

}  // namespace gnnir

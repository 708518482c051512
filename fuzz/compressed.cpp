#include "gnnir/data/source/compressed.h"

#include "fuzz/check.h"
#include "fuzz/targets.h"
#include "gnnir/data/source/file_source.h"

namespace gnnir {

void fuzz_compressed(std::string_view input) {
  constexpr ArchiveLimits limits{.max_bytes = 16 << 20, .max_decoder_memory = 64 << 20};
  const auto text = accepted([&] { return decompress(input, "f", limits); });
  if (text) {
    require(text->size() <= limits.max_bytes && text->size() <= limits.max_ratio * input.size(), "limits are kept");
  }
  accepted([&] { return FileSource::of_file("f", std::string(input), limits); });
}

}  // namespace gnnir

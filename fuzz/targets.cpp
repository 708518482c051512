#include "fuzz/targets.h"

#include <array>

namespace gnnir {

std::span<const FuzzTarget> fuzz_targets() {
  static constexpr std::array<FuzzTarget, 16> targets = {{
      {"archive", fuzz_archive},
      {"checkpoint", fuzz_checkpoint},
      {"compressed", fuzz_compressed},
      {"config", fuzz_config},
      {"csv", fuzz_csv},
      {"json", fuzz_json},
      {"model", fuzz_model},
      {"numbers", fuzz_numbers},
      {"outcome", fuzz_outcome},
      {"paper_table", fuzz_paper_table},
      {"powerful_gnns", fuzz_powerful_gnns},
      {"results", fuzz_results},
      {"safetensors", fuzz_safetensors},
      {"splits_index", fuzz_splits_index},
      {"splits_json", fuzz_splits_json},
      {"tu", fuzz_tu},
  }};
  return targets;
}

}  // namespace gnnir

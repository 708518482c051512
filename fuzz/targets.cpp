#include "fuzz/targets.h"

#include <array>

namespace gnnir {

std::span<const FuzzTarget> fuzz_targets() {
  static constexpr std::array<FuzzTarget, 26> targets = {{
      {"archive", fuzz_archive},
      {"checkpoint", fuzz_checkpoint},
      {"compressed", fuzz_compressed},
      {"config", fuzz_config},
      {"csv", fuzz_csv},
      {"csv_tables", fuzz_csv_tables},
      {"dataset", fuzz_dataset},
      {"dimacs", fuzz_dimacs},
      {"graph6", fuzz_graph6},
      {"json", fuzz_json},
      {"jsonl", fuzz_jsonl},
      {"model", fuzz_model},
      {"molecules", fuzz_molecules},
      {"numbers", fuzz_numbers},
      {"options", fuzz_options},
      {"outcome", fuzz_outcome},
      {"run_files", fuzz_run_files},
      {"paper_table", fuzz_paper_table},
      {"part_state", fuzz_part_state},
      {"powerful_gnns", fuzz_powerful_gnns},
      {"results", fuzz_results},
      {"run_folder", fuzz_run_folder},
      {"safetensors", fuzz_safetensors},
      {"splits_index", fuzz_splits_index},
      {"splits_json", fuzz_splits_json},
      {"tu", fuzz_tu},
  }};
  return targets;
}

}  // namespace gnnir

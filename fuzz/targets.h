#pragma once

#include <span>
#include <string_view>

namespace gnnir {

/// One reader under arbitrary input. `run` returns if the reader takes the input or refuses it as it should; whatever
/// it throws is a finding. No target touches the disk but run_folder, which has a temporary folder.
struct FuzzTarget {
  const char* name;  ///< of the program fuzz_<name> and the seeds in tests/corpora/<name>
  void (*run)(std::string_view input);
};
std::span<const FuzzTarget> fuzz_targets();

void fuzz_archive(std::string_view input);
void fuzz_checkpoint(std::string_view input);
void fuzz_compressed(std::string_view input);
void fuzz_config(std::string_view input);
void fuzz_csv(std::string_view input);
void fuzz_csv_tables(std::string_view input);
void fuzz_dataset(std::string_view input);
void fuzz_dimacs(std::string_view input);
void fuzz_graph6(std::string_view input);
void fuzz_json(std::string_view input);
void fuzz_jsonl(std::string_view input);
void fuzz_model(std::string_view input);
void fuzz_molecules(std::string_view input);
void fuzz_numbers(std::string_view input);
void fuzz_options(std::string_view input);
void fuzz_outcome(std::string_view input);
void fuzz_paper_table(std::string_view input);
void fuzz_part_state(std::string_view input);
void fuzz_powerful_gnns(std::string_view input);
void fuzz_results(std::string_view input);
void fuzz_run_files(std::string_view input);
void fuzz_run_folder(std::string_view input);
void fuzz_safetensors(std::string_view input);
void fuzz_splits_index(std::string_view input);
void fuzz_splits_json(std::string_view input);
void fuzz_tu(std::string_view input);

}  // namespace gnnir

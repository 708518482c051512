#include "fuzz/check.h"
#include "fuzz/check_dataset.h"
#include "fuzz/sections.h"
#include "fuzz/targets.h"
#include "gnnir/data/formats/tables.h"

namespace gnnir {
namespace {

/// The sections `edges`, `nodes` and `graphs` as the files of a data set.
FileSource source_of(std::string_view input) {
  std::map<std::string, std::string> files;
  for (auto& [name, text] : sections_of(input)) files.emplace(name + ".csv", std::move(text));
  return FileSource::of("f", std::move(files));
}

}  // namespace

void fuzz_csv_tables(std::string_view input) {
  const auto dataset = accepted([&] { return read_tables(source_of(input), {}); });
  if (!dataset) return;
  check_dataset(*dataset, {});
  const FileSource files = FileSource::of("f", table_files(*dataset));
  const Dataset back = read_tables(files, {.edges = {.undirected = false}});
  check_same(back, *dataset);
  require(back.kept.empty() || back.kept == dataset->kept, "names read back as they were written");
}

}  // namespace gnnir

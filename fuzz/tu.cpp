#include "gnnir/data/formats/tu.h"

#include "fuzz/check.h"
#include "fuzz/check_dataset.h"
#include "fuzz/sections.h"
#include "fuzz/targets.h"

namespace gnnir {
namespace {

/// The sections `A`, `graph_indicator`, … as the files of a data set X.
FileSource source_of(std::string_view input) {
  std::map<std::string, std::string> files;
  for (auto& [kind, text] : sections_of(input)) files.emplace("X_" + kind + ".txt", std::move(text));
  return FileSource::of("f", std::move(files));
}

/// The digits 0 to 3 at the beginning of the input stand for the four combinations.
EdgeRules rules_of(std::string_view input) {
  const int bits = input.empty() ? 0 : input.front();
  return {.keep_self_loops = (bits & 1) == 0, .undirected = (bits & 2) == 0};
}

}  // namespace

void fuzz_tu(std::string_view input) {
  const EdgeRules rules = rules_of(input);
  const auto dataset = accepted([&] { return read_tu(source_of(input), rules); });
  if (!dataset) return;
  check_dataset(*dataset, rules);
  check_same(read_tu(FileSource::of("f", tu_files(*dataset)), {.undirected = false}), *dataset);
}

}  // namespace gnnir

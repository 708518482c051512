#include "gnnir/data/split/splits.h"

#include "fuzz/check.h"
#include "fuzz/sections.h"
#include "fuzz/targets.h"

namespace gnnir {
namespace {

constexpr std::int64_t num_graphs = 100;

void check_kept(const std::vector<Split>& splits) {
  check_splits(splits, num_graphs, "f");
  const std::string text = to_text(splits_to_json(splits));
  require(parse_fold_json(text, "f", num_graphs) == splits, "splits read back as they were written");
}

}  // namespace

void fuzz_splits_json(std::string_view input) {
  const auto splits = accepted([&] { return parse_fold_json(input, "f", num_graphs); });
  if (splits) check_kept(*splits);
}

void fuzz_splits_index(std::string_view input) {
  auto texts = sections_of(input);
  const IndexFiles files = {texts["train"], texts["val"], texts["test"]};
  const auto splits = accepted([&] { return parse_index_files(files, "f", num_graphs); });
  if (splits) check_kept(*splits);
  const auto lists = accepted([&] {
    return parse_index_lists(files, {"train.txt", "val.txt", "test.txt"}, num_graphs);
  });
  if (lists) check_kept({*lists});
}

}  // namespace gnnir

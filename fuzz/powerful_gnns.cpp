#include "gnnir/data/formats/powerful_gnns.h"

#include "fuzz/check.h"
#include "fuzz/check_dataset.h"
#include "fuzz/targets.h"

namespace gnnir {
namespace {

void check(std::string_view input, OnError on_error) {
  Rejects rejects(on_error);
  const auto dataset =
      accepted([&] { return read_powerful_gnns("f.txt", std::string(input), {.on_error = on_error}, rejects); });
  if (!dataset || dataset->size() == 0) return;
  check_dataset(*dataset, {});
  const std::string text = powerful_gnns_text(*dataset);
  check_same(read_powerful_gnns("f.txt", text, {.edges = {.undirected = false}}, rejects), *dataset);
}

}  // namespace

void fuzz_powerful_gnns(std::string_view input) {
  looks_like_powerful_gnns(input);
  check(input, OnError::stop);
  check(input, OnError::skip);
}

}  // namespace gnnir

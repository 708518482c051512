#include "gnnir/data/formats/jsonl.h"

#include "fuzz/check.h"
#include "fuzz/check_dataset.h"
#include "fuzz/targets.h"

namespace gnnir {
namespace {

void check(std::string_view input, const ReadOptions& options) {
  Rejects rejects(options.on_error);
  const auto dataset = accepted([&] { return read_jsonl("f.jsonl", std::string(input), options, rejects); });
  if (!dataset || dataset->size() == 0) return;
  check_dataset(*dataset, options.edges);
  const std::string text = jsonl_text(*dataset);
  const ReadOptions again{.edges = {.undirected = false}, .task = options.task};
  const Dataset back = read_jsonl("f.jsonl", text, again, rejects);
  check_same(back, *dataset);
  require(back.kept == dataset->kept, "names read back as they were written");
}

}  // namespace

void fuzz_jsonl(std::string_view input) {
  check(input, {});
  check(input, {.edges = {.keep_self_loops = false, .undirected = false}, .on_error = OnError::skip});
}

}  // namespace gnnir

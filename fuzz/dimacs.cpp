#include "gnnir/data/formats/dimacs.h"

#include "fuzz/check.h"
#include "fuzz/check_dataset.h"
#include "fuzz/sections.h"
#include "fuzz/targets.h"

namespace gnnir {
namespace {

Dataset read(const std::map<std::string, std::string>& contents, const ReadOptions& options) {
  FileSource files = FileSource::of("f", contents);
  Rejects rejects(options.on_error);
  return read_dimacs(files, files.names(), options, rejects);
}

void check(const std::map<std::string, std::string>& contents, const ReadOptions& options) {
  const auto dataset = accepted([&] { return read(contents, options); });
  if (!dataset || dataset->size() == 0) return;
  check_dataset(*dataset, options.edges);
  check_same(read(dimacs_files(*dataset), {.edges = {.undirected = false}}), *dataset);
}

}  // namespace

/// One file, or several that lines `== name` begin.
void fuzz_dimacs(std::string_view input) {
  const std::map<std::string, std::string> several = sections_of(input);
  check({{"f.dimacs", std::string(input)}}, {});
  if (!several.empty()) {
    check(several, {.edges = {.keep_self_loops = false, .undirected = false}, .on_error = OnError::skip});
  }
}

}  // namespace gnnir

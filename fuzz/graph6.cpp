#include "gnnir/data/formats/graph6.h"

#include <algorithm>

#include "fuzz/check.h"
#include "fuzz/check_dataset.h"
#include "fuzz/targets.h"

namespace gnnir {
namespace {

/// The file that `write` makes of a data set, if it has a place for it, reads back the same. Nodes are bounded by the
/// bytes of a file, and it may be shorter than the one that they came from.
void check_written(const Dataset& dataset, std::string (*write)(const Dataset&)) {
  const auto text = accepted([&] { return write(dataset); });
  if (!text) return;
  Rejects none(OnError::stop);
  const auto back = accepted([&] { return read_graph6("f.g6", *text, {.edges = {.undirected = false}}, none); });
  std::int64_t nodes = 0;
  for (const Example& example : dataset.examples) nodes += example.graph.num_nodes();
  require(back || nodes > 100'000, "what was written is read");
  if (back) check_same(*back, dataset);
}

void check(std::string_view input, const ReadOptions& options) {
  Rejects rejects(options.on_error);
  const auto dataset = accepted([&] { return read_graph6("f.g6", std::string(input), options, rejects); });
  if (!dataset || dataset->size() == 0) return;
  check_dataset(*dataset, options.edges);
  check_written(*dataset, sparse6_text);
  constexpr NodeId fit_for_matrices = 2000;
  const auto is_fit = [](const Example& example) { return example.graph.num_nodes() <= fit_for_matrices; };
  if (!std::all_of(dataset->examples.begin(), dataset->examples.end(), is_fit)) return;
  check_written(*dataset, graph6_text);
  check_written(*dataset, digraph6_text);
}

}  // namespace

void fuzz_graph6(std::string_view input) {
  check(input, {});
  check(input, {.edges = {.keep_self_loops = false, .undirected = false}, .on_error = OnError::skip});
}

}  // namespace gnnir

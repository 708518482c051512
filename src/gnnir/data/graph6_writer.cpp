#include "gnnir/data/graph6_writer.h"

#include <fmt/format.h>

#include <string_view>

#include "gnnir/data/graph6_codec.h"
#include "gnnir/data/writable.h"

namespace gnnir {
namespace {

using Encode = std::string (*)(const Graph&, std::string_view where);

std::string lines_of(const Dataset& dataset, const std::string& format, Encode encode) {
  check_place_for_all(dataset, format, {});
  const std::string where = fmt::format("[{}] {}", format, dataset.name);
  std::string text;
  for (const Example& example : dataset.examples) {
    text += encode(example.graph, where);
    text += '\n';
  }
  return text;
}

}  // namespace

std::string graph6_text(const Dataset& dataset) { return lines_of(dataset, "graph6", encode_graph6); }
std::string sparse6_text(const Dataset& dataset) { return lines_of(dataset, "sparse6", encode_sparse6); }
std::string digraph6_text(const Dataset& dataset) { return lines_of(dataset, "digraph6", encode_digraph6); }

}  // namespace gnnir

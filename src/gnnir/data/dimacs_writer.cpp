#include "gnnir/data/dimacs_writer.h"

#include <fmt/format.h>

#include <iterator>

#include "gnnir/base/error.h"
#include "gnnir/data/writable.h"

namespace gnnir {
namespace {

constexpr const char* format = "dimacs";

void check(const Dataset& dataset) {
  check_place_for_all(dataset, format, {Knowledge::node_labels});
  for (const Example& example : dataset.examples) {
    refuse_to_write(!example.graph.is_undirected(), dataset, format,
                    "directed edges, which --direction undirected joins by reverse ones");
  }
}

std::string graph_text(const Example& example) {
  const Graph& graph = example.graph;
  std::string text = fmt::format("p edge {} {}\n", graph.num_nodes(), graph.num_undirected_edges());
  for (std::size_t v = 0; v < example.node_labels.size(); ++v) {
    fmt::format_to(std::back_inserter(text), "n {} {}\n", v + 1, example.node_labels[v]);
  }
  for (NodeId v = 0; v < graph.num_nodes(); ++v) {
    for (const NodeId u : graph.neighbours(v)) {
      if (u <= v) fmt::format_to(std::back_inserter(text), "e {} {}\n", u + 1, v + 1);
    }
  }
  return text;
}

}  // namespace

std::string dimacs_text(const Dataset& dataset) {
  check(dataset);
  if (dataset.size() > 1) {
    throw usage_error("[{}] {}: a file holds one graph, found {}: name a folder, with --format dimacs", format,
                      dataset.name, dataset.size());
  }
  return graph_text(dataset.examples.front());
}

std::map<std::string, std::string> dimacs_files(const Dataset& dataset) {
  if (dataset.size() == 1) return {{dataset.name + ".dimacs", dimacs_text(dataset)}};
  check(dataset);
  const std::size_t digits = std::to_string(dataset.size()).size();  // so that names ascend as the graphs do
  std::map<std::string, std::string> files;
  for (std::size_t g = 0; g < dataset.examples.size(); ++g) {
    files[fmt::format("{}_{:0{}}.dimacs", dataset.name, g + 1, digits)] = graph_text(dataset.examples[g]);
  }
  return files;
}

}  // namespace gnnir

#include "gnnir/data/powerful_gnns_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "gnnir/base/text.h"
#include "gnnir/data/readers/labels.h"
#include "gnnir/data/writable.h"

namespace gnnir {
namespace {

constexpr const char* format = "powerful-gnns";

bool has_label_beside_zero(const Dataset& dataset) {
  return std::any_of(dataset.examples.begin(), dataset.examples.end(), [](const Example& example) {
    const auto& labels = example.node_labels;
    return std::any_of(labels.begin(), labels.end(), [](std::int64_t label) { return label != 0; });
  });
}

void check(const Dataset& dataset) {
  const auto refuse = [&](bool there, const char* what) { refuse_to_write(there, dataset, format, what); };
  check_place_for_all(dataset, format, {Knowledge::classes, Knowledge::node_labels, Knowledge::node_attributes});
  check_integer_classes(dataset, format);
  const bool unlabelled = !dataset.has_classes() ||
                          std::any_of(dataset.classes.begin(), dataset.classes.end(), [](auto c) { return c < 0; });
  refuse(unlabelled, "graphs without a class");
  refuse(dataset.has_node_labels() && !has_label_beside_zero(dataset), "node labels that are all 0");
}

/// The targets of each node's edges.
std::vector<std::vector<NodeId>> neighbours_of(const Graph& graph) {
  std::vector<std::vector<NodeId>> neighbours(static_cast<std::size_t>(graph.num_nodes()));
  for (const Edge& edge : graph.edges()) neighbours[static_cast<std::size_t>(edge.source)].push_back(edge.target);
  return neighbours;
}

}  // namespace

std::string powerful_gnns_text(const Dataset& dataset) {
  check(dataset);
  const auto columns = static_cast<std::size_t>(dataset.num_attributes);
  std::string text;
  const auto append = [&]<typename... Args>(fmt::format_string<Args...> form, Args&&... args) {
    fmt::format_to(std::back_inserter(text), form, std::forward<Args>(args)...);
  };
  append("{}\n", dataset.size());
  for (std::size_t g = 0; g < dataset.examples.size(); ++g) {
    const Example& example = dataset.examples[g];
    const std::string& name = dataset.class_names[static_cast<std::size_t>(dataset.classes[g])];
    append("{} {}\n", example.graph.num_nodes(), parse_class_label(name).value_or(0));  // check() has seen to it
    const auto neighbours = neighbours_of(example.graph);
    for (std::size_t v = 0; v < neighbours.size(); ++v) {
      append("{} {}", example.node_labels.empty() ? 0 : example.node_labels[v], neighbours[v].size());
      for (const NodeId neighbour : neighbours[v]) append(" {}", neighbour);
      for (std::size_t c = 0; c < columns; ++c) {
        append(" {}", format_exact(example.node_attributes[v * columns + c]));
      }
      text += '\n';
    }
  }
  return text;
}

}  // namespace gnnir

#include "gnnir/data/dataset.h"

#include <algorithm>

namespace gnnir {

bool Dataset::has_node_labels() const {
  return std::any_of(examples.begin(), examples.end(), [](const Example& e) { return !e.node_labels.empty(); });
}

Example relabelled(const Example& example, std::int64_t num_attributes, std::span<const NodeId> new_name) {
  Example result{.graph = relabelled(example.graph, new_name),
                 .node_labels = example.node_labels,
                 .node_attributes = example.node_attributes};
  for (std::size_t v = 0; v < example.node_labels.size(); ++v) {
    result.node_labels[static_cast<std::size_t>(new_name[v])] = example.node_labels[v];
  }
  if (example.node_attributes.empty()) return result;
  for (std::size_t v = 0; v < new_name.size(); ++v) {
    std::copy_n(example.node_attributes.begin() + static_cast<std::int64_t>(v) * num_attributes, num_attributes,
                result.node_attributes.begin() + new_name[v] * num_attributes);
  }
  return result;
}

}  // namespace gnnir

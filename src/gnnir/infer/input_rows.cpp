#include "gnnir/infer/input_rows.h"

namespace gnnir {

std::vector<kernels::FeatureColumn> InputRows::columns() const {
  std::vector<kernels::FeatureColumn> columns;
  if (rows > 0 && !categories.empty()) columns.push_back({categories.data(), sizeof(std::int64_t)});
  if (rows > 0 && num_reals > 0) columns.push_back({reals.data(), sizeof(float) * static_cast<std::size_t>(num_reals)});
  return columns;
}

InputRows input_rows(const std::vector<FeatureRows>& features, std::span<const std::int64_t> graphs, bool categories,
                     std::int64_t num_reals, std::int64_t rows) {
  InputRows joined{.rows = rows, .num_reals = num_reals};
  for (const std::int64_t graph : graphs) {
    const FeatureRows& of_graph = features[static_cast<std::size_t>(graph)];
    if (categories) {
      joined.categories.insert(joined.categories.end(), of_graph.categories.begin(), of_graph.categories.end());
    }
    if (num_reals > 0) joined.reals.insert(joined.reals.end(), of_graph.reals.begin(), of_graph.reals.end());
  }
  return joined;
}

Batch batch_of(const Dataset& dataset, std::span<const std::int64_t> graphs) {
  Batch batch;
  for (const std::int64_t graph : graphs) batch.append(dataset.examples[static_cast<std::size_t>(graph)].graph);
  return batch;
}

}  // namespace gnnir

#include "gnnir/models/collate.h"

#include <ATen/Functions.h>

namespace gnnir {

std::vector<FeatureRows> encode_nodes(const Dataset& dataset, const FeatureEncoding& encoding) {
  std::vector<FeatureRows> nodes;
  nodes.reserve(dataset.examples.size());
  for (std::int64_t graph = 0; graph < dataset.size(); ++graph) nodes.push_back(encoding.apply(dataset, graph));
  return nodes;
}

ModelInput collate(const Dataset& dataset, const FeatureEncoding& encoding, std::span<const FeatureRows> nodes,
                   std::span<const std::int64_t> graphs, at::ScalarType dtype) {
  Batch batch;
  std::vector<std::int64_t> categories;
  std::vector<float> reals;
  for (const std::int64_t graph : graphs) {
    batch.append(dataset.examples[static_cast<std::size_t>(graph)].graph);
    const FeatureRows& features = nodes[static_cast<std::size_t>(graph)];
    categories.insert(categories.end(), features.categories.begin(), features.categories.end());
    reals.insert(reals.end(), features.reals.begin(), features.reals.end());
  }
  const std::int64_t num_nodes = batch.num_nodes();
  ModelInput input;
  if (encoding.num_categories > 0) input.nodes.categories = index_tensor(categories, at::kCPU);
  if (encoding.num_reals > 0) {
    input.nodes.reals = at::tensor(reals, at::kFloat).view({num_nodes, encoding.num_reals}).to(dtype);
  }
  input.graphs = BatchTensors::from(std::move(batch), at::kCPU);
  input.random.graph_ids.assign(graphs.begin(), graphs.end());
  return input;
}

}  // namespace gnnir

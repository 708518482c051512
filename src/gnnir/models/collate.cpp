#include "gnnir/models/collate.h"

#include <ATen/Functions.h>

namespace gnnir {
namespace {

/// The rows of some graphs, one behind the other.
EncoderInputs joined(const std::vector<FeatureRows>& features, std::span<const std::int64_t> graphs,
                     std::int64_t num_categories, std::int64_t num_reals, const Execution& execution) {
  std::vector<std::int64_t> categories;
  std::vector<float> reals;
  for (const std::int64_t graph : graphs) {
    const FeatureRows& rows = features[static_cast<std::size_t>(graph)];
    categories.insert(categories.end(), rows.categories.begin(), rows.categories.end());
    reals.insert(reals.end(), rows.reals.begin(), rows.reals.end());
  }
  EncoderInputs inputs;
  if (num_categories > 0) inputs.categories = index_tensor(categories, execution.device);
  if (num_reals > 0) {
    inputs.reals = at::tensor(reals, at::kFloat).view({-1, num_reals}).to(execution.device, execution.precision);
  }
  return inputs;
}

}  // namespace

ModelInput collate(const Dataset& dataset, const ModelShape& shape, const EncodedFeatures& features,
                   std::span<const std::int64_t> graphs, const Execution& execution) {
  Batch batch;
  for (const std::int64_t graph : graphs) batch.append(dataset.examples[static_cast<std::size_t>(graph)].graph);
  ModelInput input;
  input.nodes = joined(features.nodes, graphs, shape.num_categories, shape.num_reals, execution);
  if (shape.has_edges()) {
    input.edges = joined(features.edges, graphs, shape.num_edge_categories, shape.num_edge_reals, execution);
  }
  input.graphs = BatchTensors(std::move(batch), execution.device);
  input.random.graph_ids.assign(graphs.begin(), graphs.end());
  return input;
}

}  // namespace gnnir

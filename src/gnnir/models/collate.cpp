#include "gnnir/models/collate.h"

#include <ATen/Functions.h>

namespace gnnir {
namespace {

/// The rows of some graphs, one behind the other.
EncoderInputs joined(const std::vector<FeatureRows>& features, std::span<const std::int64_t> graphs,
                     std::int64_t num_categories, std::int64_t num_reals, at::ScalarType dtype) {
  std::vector<std::int64_t> categories;
  std::vector<float> reals;
  for (const std::int64_t graph : graphs) {
    const FeatureRows& rows = features[static_cast<std::size_t>(graph)];
    categories.insert(categories.end(), rows.categories.begin(), rows.categories.end());
    reals.insert(reals.end(), rows.reals.begin(), rows.reals.end());
  }
  EncoderInputs inputs;
  if (num_categories > 0) inputs.categories = index_tensor(categories, at::kCPU);
  if (num_reals > 0) inputs.reals = at::tensor(reals, at::kFloat).view({-1, num_reals}).to(dtype);
  return inputs;
}

}  // namespace

EncodedFeatures encode_features(const Dataset& dataset, const FeatureEncoding& node_encoding,
                                const FeatureEncoding& edge_encoding) {
  EncodedFeatures features;
  features.nodes.reserve(dataset.examples.size());
  const bool edges = edge_encoding.kind != FeatureKind::none;
  for (std::int64_t graph = 0; graph < dataset.size(); ++graph) {
    features.nodes.push_back(node_encoding.apply(dataset, graph));
    if (edges) features.edges.push_back(edge_encoding.apply(dataset, graph, FeatureOf::edges));
  }
  return features;
}

ModelInput collate(const Dataset& dataset, const ModelShape& shape, const EncodedFeatures& features,
                   std::span<const std::int64_t> graphs, at::ScalarType dtype) {
  Batch batch;
  for (const std::int64_t graph : graphs) batch.append(dataset.examples[static_cast<std::size_t>(graph)].graph);
  ModelInput input;
  input.nodes = joined(features.nodes, graphs, shape.num_categories, shape.num_reals, dtype);
  if (shape.has_edges()) {
    input.edges = joined(features.edges, graphs, shape.num_edge_categories, shape.num_edge_reals, dtype);
  }
  input.graphs = BatchTensors::from(std::move(batch), at::kCPU);
  input.random.graph_ids.assign(graphs.begin(), graphs.end());
  return input;
}

}  // namespace gnnir

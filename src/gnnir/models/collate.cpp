#include "gnnir/models/collate.h"

#include <ATen/Functions.h>

#include "gnnir/infer/input_rows.h"

namespace gnnir {
namespace {

EncoderInputs as_tensors(const InputRows& rows, bool categories, const Execution& execution) {
  EncoderInputs inputs;
  if (categories) inputs.categories = index_tensor(rows.categories, execution.device);
  if (rows.num_reals > 0) {
    inputs.reals =
        at::tensor(rows.reals, at::kFloat).view({-1, rows.num_reals}).to(execution.device, execution.precision);
  }
  return inputs;
}

}  // namespace

ModelInput collate(const Dataset& dataset, const ModelShape& shape, const EncodedFeatures& features,
                   std::span<const std::int64_t> graphs, const Execution& execution) {
  Batch batch = batch_of(dataset, graphs);
  ModelInput input;
  const bool labels = shape.num_categories > 0;
  input.nodes =
      as_tensors(input_rows(features.nodes, graphs, labels, shape.num_reals, batch.num_nodes()), labels, execution);
  if (shape.has_edges()) {
    const bool edge_labels = shape.num_edge_categories > 0;
    input.edges = as_tensors(input_rows(features.edges, graphs, edge_labels, shape.num_edge_reals, batch.num_edges()),
                             edge_labels, execution);
  }
  input.graphs = BatchTensors(std::move(batch), execution.device);
  input.random.graph_ids.assign(graphs.begin(), graphs.end());
  return input;
}

}  // namespace gnnir

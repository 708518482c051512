#include "gnnir/models/gnn_ir/first_rows.h"

#include <ATen/Functions.h>

#include "gnnir/models/feature_columns.h"

namespace gnnir {
namespace {

std::vector<kernels::RowColour> colours_of(const EncoderInputs& inputs, std::int64_t rows) {
  const FeatureColumns features(inputs, rows);
  if (features.columns().empty()) return {};
  return kernels::colours_of(features.columns(), rows);
}

}  // namespace

kernels::InputColours colours_of(const ModelInput& input) {
  const Batch& batch = input.graphs.host();
  return {colours_of(input.nodes, batch.num_nodes()), colours_of(input.edges, batch.num_edges())};
}

EncoderInputs some_rows(const EncoderInputs& inputs, const std::vector<std::int32_t>& rows) {
  const at::Tensor index = index_tensor(rows, at::kCPU);
  EncoderInputs some;
  if (inputs.categories.defined()) some.categories = inputs.categories.index_select(0, index);
  if (inputs.reals.defined()) some.reals = inputs.reals.index_select(0, index);
  return some;
}

bool require_grad(const EncoderInputs& inputs) { return inputs.reals.defined() && inputs.reals.requires_grad(); }

}  // namespace gnnir

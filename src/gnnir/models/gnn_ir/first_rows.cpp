#include "gnnir/models/gnn_ir/first_rows.h"

#include <ATen/Functions.h>

namespace gnnir {
namespace {

std::vector<kernels::RowColour> colours_of(const EncoderInputs& inputs, std::int64_t rows) {
  std::vector<kernels::FeatureColumn> columns;
  std::vector<at::Tensor> alive;
  for (const at::Tensor& tensor : {inputs.categories, inputs.reals}) {
    if (!tensor.defined() || rows == 0) continue;
    alive.push_back(tensor.contiguous());
    columns.push_back({alive.back().data_ptr(), alive.back().nbytes() / static_cast<std::size_t>(rows)});
  }
  if (columns.empty()) return {};
  return kernels::colours_of(columns, rows);
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

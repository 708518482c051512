#include "gnnir/nn/batch_tensors.h"

#include <ATen/Functions.h>

#include <utility>

namespace gnnir {

at::Tensor index_tensor(const std::vector<std::int64_t>& numbers, at::Device device) {
  return at::tensor(numbers, at::kLong).to(device);
}

BatchTensors BatchTensors::from(Batch batch, at::Device device) {
  std::vector<std::int64_t> sizes;
  sizes.reserve(static_cast<std::size_t>(batch.num_graphs()));
  for (std::int64_t g = 0; g < batch.num_graphs(); ++g) sizes.push_back(batch.nodes_of(g));
  BatchTensors tensors;
  tensors.edge_source = index_tensor(batch.edge_source, device);
  tensors.edge_target = index_tensor(batch.edge_target, device);
  tensors.batch = index_tensor(batch.batch, device);
  tensors.graph_sizes = index_tensor(sizes, device);
  tensors.host = std::move(batch);
  return tensors;
}

BatchTensors BatchTensors::edges_as_rows() const {
  Batch rows;
  rows.ptr = host.edge_ptr;
  rows.edge_ptr.assign(host.edge_ptr.size(), 0);
  rows.batch.reserve(host.edge_target.size());
  for (const std::int64_t target : host.edge_target) rows.batch.push_back(host.batch[static_cast<std::size_t>(target)]);
  return from(std::move(rows), device());
}

}  // namespace gnnir

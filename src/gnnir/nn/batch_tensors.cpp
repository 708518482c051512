#include "gnnir/nn/batch_tensors.h"

#include <ATen/Functions.h>

#include <utility>

namespace gnnir {
namespace {

/// i, as often as offsets[i + 1] - offsets[i] says.
std::vector<std::int64_t> owners(const std::vector<std::int32_t>& offsets) {
  std::vector<std::int64_t> owner;
  owner.reserve(static_cast<std::size_t>(offsets.back()));
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
    owner.insert(owner.end(), static_cast<std::size_t>(offsets[i + 1] - offsets[i]), static_cast<std::int64_t>(i));
  }
  return owner;
}

}  // namespace

at::Tensor index_tensor(const std::vector<std::int64_t>& numbers, at::Device device) {
  return at::tensor(numbers, at::kLong).to(device);
}

at::Tensor index_tensor(const std::vector<std::int32_t>& numbers, at::Device device) {
  return at::tensor(numbers, at::kInt).to(device, at::kLong);
}

BatchTensors::BatchTensors(Batch batch, at::Device device)
    : host_(std::make_shared<const Batch>(std::move(batch))), tensors_(std::make_shared<Tensors>()), device_(device) {}

const at::Tensor& BatchTensors::edge_source() const {
  at::Tensor& tensor = tensors_->edge_source;
  if (!tensor.defined()) tensor = index_tensor(host_->edge_sources, device_);
  return tensor;
}

const at::Tensor& BatchTensors::edge_target() const {
  at::Tensor& tensor = tensors_->edge_target;
  if (!tensor.defined()) tensor = index_tensor(owners(host_->edge_offsets), device_);
  return tensor;
}

const at::Tensor& BatchTensors::batch() const {
  at::Tensor& tensor = tensors_->batch;
  if (!tensor.defined()) tensor = index_tensor(owners(host_->ptr), device_);
  return tensor;
}

const at::Tensor& BatchTensors::graph_sizes() const {
  at::Tensor& tensor = tensors_->graph_sizes;
  if (!tensor.defined()) {
    std::vector<std::int64_t> sizes;
    for (std::int64_t g = 0; g < num_graphs(); ++g) sizes.push_back(host_->nodes_of(g));
    tensor = index_tensor(sizes, device_);
  }
  return tensor;
}

}  // namespace gnnir

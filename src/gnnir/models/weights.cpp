#include "gnnir/models/weights.h"

#include <torch/utils.h>

#include "gnnir/base/error.h"
#include "gnnir/record/safetensors.h"

namespace gnnir {
namespace {

std::string dtype_name(const at::Tensor& tensor) {
  if (tensor.scalar_type() == at::kFloat) return "F32";
  if (tensor.scalar_type() == at::kDouble) return "F64";
  if (tensor.scalar_type() == at::kLong) return "I64";
  throw internal_error("[model] no file type for a tensor of type {}", c10::toString(tensor.scalar_type()));
}

StoredTensor to_stored(const std::string& name, const at::Tensor& tensor) {
  const at::Tensor flat = tensor.detach().cpu().contiguous();
  StoredTensor stored{name, dtype_name(flat), flat.sizes().vec(), {}};
  stored.bytes.assign(static_cast<const char*>(flat.data_ptr()), static_cast<std::size_t>(flat.nbytes()));
  return stored;
}

void fill_from(const at::Tensor& tensor, const StoredTensor& stored, const std::string& where) {
  if (stored.dtype != dtype_name(tensor) || stored.shape != tensor.sizes().vec()) {
    throw data_error("{}: tensor '{}': expected {} [{}], found {} [{}]", where, stored.name, dtype_name(tensor),
                     fmt::join(tensor.sizes(), ", "), stored.dtype, fmt::join(stored.shape, ", "));
  }
  const torch::NoGradGuard no_grad;
  const at::Tensor view =
      at::from_blob(const_cast<char*>(stored.bytes.data()), tensor.sizes(), tensor.options().requires_grad(false));
  tensor.detach().copy_(view);
}

}  // namespace

Weights tensors_of(const torch::nn::Module& model) {
  Weights tensors;
  for (const auto& parameter : model.named_parameters()) tensors.emplace_back(parameter.key(), parameter.value());
  for (const auto& buffer : model.named_buffers()) tensors.emplace_back(buffer.key(), buffer.value());
  return tensors;
}

Weights learning_parameters(const torch::nn::Module& model) {
  Weights learning;
  for (const auto& parameter : model.named_parameters()) {
    if (parameter.value().requires_grad()) learning.emplace_back(parameter.key(), parameter.value());
  }
  return learning;
}

Weights copy_weights(const torch::nn::Module& model) {
  Weights copies = tensors_of(model);
  for (auto& [name, tensor] : copies) tensor = tensor.detach().clone();
  return copies;
}

void restore_weights(torch::nn::Module& model, const Weights& weights) {
  const torch::NoGradGuard no_grad;
  const Weights own = tensors_of(model);
  for (std::size_t i = 0; i < own.size(); ++i) own[i].second.detach().copy_(weights[i].second);
}

void update_average(torch::nn::Module& average, const torch::nn::Module& model, double share) {
  const torch::NoGradGuard no_grad;
  const Weights averages = tensors_of(average);
  const Weights weights = tensors_of(model);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    at::Tensor mean = averages[i].second.detach();
    const at::Tensor now = weights[i].second.detach();
    if (mean.is_floating_point()) {
      mean.lerp_(now, 1 - share);
    } else {
      mean.copy_(now);
    }
  }
}

void store_tensors(const Weights& tensors, const std::string& prefix, Safetensors& file) {
  for (const auto& [name, tensor] : tensors) file.tensors.push_back(to_stored(prefix + name, tensor));
}

void load_tensors(const Weights& tensors, const std::string& prefix, const Safetensors& file,
                  const std::string& where) {
  std::map<std::string, const StoredTensor*> by_name;
  for (const StoredTensor& stored : file.tensors) {
    if (stored.name.starts_with(prefix)) by_name[stored.name] = &stored;
  }
  for (const auto& [name, tensor] : tensors) {
    const auto found = by_name.find(prefix + name);
    if (found == by_name.end()) throw data_error("{}: tensor '{}' is missing", where, prefix + name);
    fill_from(tensor, *found->second, where);
    if (tensor.is_floating_point() && !tensor.isfinite().all().item<bool>()) {
      throw data_error("{}: tensor '{}' holds numbers that are not finite (NaN or infinite)", where, prefix + name);
    }
    by_name.erase(found);
  }
  if (!by_name.empty()) throw data_error("{}: tensor '{}' does not belong to the model", where, by_name.begin()->first);
}

}  // namespace gnnir

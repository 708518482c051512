#include "gnnir/infer/on_kernels/weights.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "gnnir/base/error.h"
#include "gnnir/record/safetensors.h"

namespace gnnir::on_kernels {

Weights::Weights(const Safetensors& file, std::string where) : where_(std::move(where)) {
  for (const StoredTensor& stored : file.tensors) {
    Tensor tensor{.shape = stored.shape, .dtype = stored.dtype, .numbers = {}};
    if (stored.dtype == "F32") {
      tensor.numbers.resize(stored.bytes.size() / sizeof(float));
      std::memcpy(tensor.numbers.data(), stored.bytes.data(), tensor.numbers.size() * sizeof(float));
    }
    tensors_.emplace(stored.name, std::move(tensor));
  }
}

const float* Weights::take(const std::string& name, std::initializer_list<std::int64_t> shape) {
  const auto found = tensors_.find(name);
  if (found == tensors_.end()) throw data_error("{}: tensor '{}' is missing", where_, name);
  Tensor& tensor = found->second;
  if (tensor.dtype != "F32" || !std::ranges::equal(tensor.shape, shape)) {
    throw data_error("{}: tensor '{}': expected F32 [{}], found {} [{}]", where_, name, fmt::join(shape, ", "),
                     tensor.dtype, fmt::join(tensor.shape, ", "));
  }
  if (!std::all_of(tensor.numbers.begin(), tensor.numbers.end(), [](float x) { return std::isfinite(x); })) {
    throw data_error("{}: tensor '{}' holds numbers that are not finite (NaN or infinite)", where_, name);
  }
  tensor.taken = true;
  return tensor.numbers.data();
}

Weights::Linear Weights::linear(const std::string& name, std::int64_t in, std::int64_t out) {
  return {take(name + ".weight", {out, in}), take(name + ".bias", {out}), in, out};
}

kernels::GruTensors<const float> Weights::gru(const std::string& name, std::int64_t d) {
  return {take(name + ".weight_ih", {3 * d, d}), take(name + ".weight_hh", {3 * d, d}),
          take(name + ".bias_ih", {3 * d}), take(name + ".bias_hh", {3 * d})};
}

void Weights::require_none_left() const {
  for (const auto& [name, tensor] : tensors_) {
    if (!tensor.taken) throw data_error("{}: tensor '{}' does not belong to the model", where_, name);
  }
}

std::int64_t Weights::size() const {
  std::int64_t size = 0;
  for (const auto& [name, tensor] : tensors_) size += tensor.taken ? std::ssize(tensor.numbers) : 0;
  return size;
}

}  // namespace gnnir::on_kernels

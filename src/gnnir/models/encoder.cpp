#include "gnnir/models/encoder.h"

namespace gnnir {

EncoderImpl::EncoderImpl(std::int64_t num_categories, std::int64_t num_reals, std::int64_t hidden) {
  if (num_categories > 0) table_ = register_module("table", torch::nn::Embedding(num_categories, hidden));
  if (num_reals > 0) linear_ = register_module("linear", torch::nn::Linear(num_reals, hidden));
}

at::Tensor EncoderImpl::forward(const EncoderInputs& inputs) {
  return inputs.gates.defined() ? embed(inputs) * inputs.gates : embed(inputs);
}

at::Tensor EncoderImpl::embed(const EncoderInputs& inputs) {
  if (table_.is_empty()) return linear_(inputs.reals);
  const at::Tensor embedded = table_(inputs.categories);
  return linear_.is_empty() ? embedded : embedded + linear_(inputs.reals);
}

}  // namespace gnnir

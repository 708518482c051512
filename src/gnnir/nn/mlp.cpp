#include "gnnir/nn/mlp.h"

namespace gnnir {

MlpImpl::MlpImpl(std::int64_t inputs, std::int64_t hidden, std::int64_t outputs)
    : in_(register_module("in", torch::nn::Linear(inputs, hidden))),
      out_(register_module("out", torch::nn::Linear(hidden, outputs))) {}

at::Tensor MlpImpl::forward(const at::Tensor& x) { return out_(at::relu(in_(x))); }

}  // namespace gnnir

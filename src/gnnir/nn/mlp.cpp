#include "gnnir/nn/mlp.h"

namespace gnnir {

MlpImpl::MlpImpl(std::int64_t inputs, std::int64_t hidden, std::int64_t outputs, Engine engine)
    : in_(register_module("in", torch::nn::Linear(inputs, hidden))),
      out_(register_module("out", torch::nn::Linear(hidden, outputs))),
      engine_(engine),
      weights_{in_->weight, in_->bias, out_->weight, out_->bias} {}

at::Tensor MlpImpl::forward(const at::Tensor& x) {
  return runs_fused(engine_, x) ? fused_mlp(x, weights_) : out_(at::relu(in_(x)));
}

}  // namespace gnnir

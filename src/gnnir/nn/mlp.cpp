#include "gnnir/nn/mlp.h"

#include "gnnir/nn/fused_mlp.h"

namespace gnnir {

MlpImpl::MlpImpl(std::int64_t inputs, std::int64_t hidden, std::int64_t outputs, const Execution& execution)
    : in_(register_module("in", torch::nn::Linear(inputs, hidden))),
      out_(register_module("out", torch::nn::Linear(hidden, outputs))),
      fused_(execution.fused()),
      weights_{in_->weight, in_->bias, out_->weight, out_->bias} {}

at::Tensor MlpImpl::forward(const at::Tensor& x) { return fused_ ? fused_mlp(x, weights_) : out_(at::relu(in_(x))); }

}  // namespace gnnir

#include "gnnir/nn/conv/gin.h"

#include "gnnir/nn/segment.h"

namespace gnnir {

GinConv::GinConv(std::int64_t hidden, const NormOptions& norm)
    : epsilon_(register_parameter("epsilon", torch::zeros({1}))),
      in_(register_module("in", torch::nn::Linear(hidden, hidden))),
      in_norm_(register_module("in_norm", Norm(norm, hidden))),
      out_(register_module("out", torch::nn::Linear(hidden, hidden))),
      out_norm_(register_module("out_norm", Norm(norm, hidden))) {}

at::Tensor GinConv::forward(const at::Tensor& h, const BatchTensors& graphs) {
  const at::Tensor gathered = (1 + epsilon_) * h + neighbourhood_sum(h, graphs);
  const at::Tensor inner = at::relu(in_norm_(in_(gathered), graphs));
  return out_norm_(out_(inner), graphs);
}

}  // namespace gnnir

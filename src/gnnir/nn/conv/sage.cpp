#include "gnnir/nn/conv/sage.h"

#include "gnnir/nn/segment.h"

namespace gnnir {

SageConv::SageConv(std::int64_t hidden, const NormOptions& norm)
    : self_(register_module("self", torch::nn::Linear(hidden, hidden))),
      neighbours_(
          register_module("neighbours", torch::nn::Linear(torch::nn::LinearOptions(hidden, hidden).bias(false)))),
      norm_(register_module("norm", Norm(norm, hidden))) {}

at::Tensor SageConv::forward(const at::Tensor& h, const BatchTensors& graphs, const at::Tensor& /*edge_terms*/) {
  const at::Tensor degree = segment_count(graphs.edge_target, h.size(0)).to(h.scalar_type()).clamp_min(1).unsqueeze(1);
  return norm_(self_(h) + neighbours_(neighbourhood_sum(h, graphs) / degree), graphs);
}

}  // namespace gnnir

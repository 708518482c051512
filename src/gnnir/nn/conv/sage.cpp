#include <torch/nn/modules/linear.h>

#include "gnnir/nn/conv/registry.h"
#include "gnnir/nn/norm.h"
#include "gnnir/nn/segment.h"

namespace gnnir {
namespace {

/// GraphSAGE (Hamilton et al. 2017): `W h_v + W' mean_u h_u`.
class SageConv : public Conv {
 public:
  SageConv(std::int64_t hidden, const NormOptions& norm);
  at::Tensor forward(const at::Tensor& h, const BatchTensors& graphs, const at::Tensor& edge_terms) override;

 private:
  torch::nn::Linear self_;
  torch::nn::Linear neighbours_;
  Norm norm_;
};

SageConv::SageConv(std::int64_t hidden, const NormOptions& norm)
    : self_(register_module("self", torch::nn::Linear(hidden, hidden))),
      neighbours_(
          register_module("neighbours", torch::nn::Linear(torch::nn::LinearOptions(hidden, hidden).bias(false)))),
      norm_(register_module("norm", Norm(norm, hidden))) {}

at::Tensor SageConv::forward(const at::Tensor& h, const BatchTensors& graphs, const at::Tensor& /*edge_terms*/) {
  const at::Tensor degree =
      segment_count(graphs.edge_target(), h.size(0)).to(h.scalar_type()).clamp_min(1).unsqueeze(1);
  return norm_(self_(h) + neighbours_(neighbourhood_sum(h, graphs) / degree), graphs);
}

}  // namespace

ConvDescriptor sage_conv() {
  return {conv_entry("sage"), [](const GnnOptions& options, const GraphFacts&) -> std::shared_ptr<Conv> {
            return std::make_shared<SageConv>(options.hidden, options.norm);
          }};
}

}  // namespace gnnir

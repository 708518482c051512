#pragma once

#include <torch/nn/modules/rnn.h>

#include <memory>

#include "gnnir/nn/conv/conv.h"
#include "gnnir/nn/fused_gnn.h"

namespace gnnir {

/// T times `m_v = ReLU(Conv(H)_v)`, `h_v ← GRUCell(input m_v, hidden h_v)`; one set of weights for all steps.
/// h: [num_nodes, d], e: [num_edges, d] or undefined → [num_nodes, d]
class GnnImpl : public torch::nn::Module {
 public:
  explicit GnnImpl(const GnnOptions& options, const GraphFacts& facts = {});
  at::Tensor forward(at::Tensor h, const BatchTensors& graphs, const at::Tensor& e = {});
  [[nodiscard]] const FusedGnn& fused() const { return fused_; }

 private:
  std::int64_t steps_;
  std::shared_ptr<Conv> conv_;
  torch::nn::GRUCell update_;
  FusedGnn fused_;
};
TORCH_MODULE(Gnn);

}  // namespace gnnir

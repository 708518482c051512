#pragma once

#include <torch/nn/modules/rnn.h>

#include <memory>

#include "gnnir/nn/conv/conv.h"
#include "gnnir/nn/execution.h"

namespace gnnir {

class FusedGnn;

/// T times `m_v = ReLU(Conv(H)_v)`, `h_v ← GRUCell(input m_v, hidden h_v)`; one set of weights for all steps.
/// h: [num_nodes, d], e: [num_edges, d] or undefined → [num_nodes, d]
class GnnImpl : public torch::nn::Module {
 public:
  explicit GnnImpl(const GnnOptions& options, const GraphFacts& facts = {}, const Execution& execution = {});
  at::Tensor forward(at::Tensor h, const BatchTensors& graphs, const at::Tensor& e = {});

  /// The same on kernels; null where they were not asked for, or do not cover the options.
  [[nodiscard]] const FusedGnn* fused() const { return fused_.get(); }
  [[nodiscard]] EnginePart engine_part() const;

 private:
  GnnOptions options_;
  bool asked_for_kernels_;
  std::shared_ptr<Conv> conv_;
  torch::nn::GRUCell update_;
  std::shared_ptr<const FusedGnn> fused_;
};
TORCH_MODULE(Gnn);

}  // namespace gnnir

#pragma once

#include <torch/nn/modules/rnn.h>

#include "gnnir/nn/batch_tensors.h"
#include "gnnir/nn/mlp.h"
#include "gnnir/settings/gnn_options.h"

namespace gnnir {

/// Set2Set (Vinyals et al. 2016): `steps` times q = LSTM(q*), a = softmax_v(h_v·q), r = Σ a_v h_v, q* = (q, r).
/// h: [num_nodes, d] → [num_graphs, 2d]
class Set2SetImpl : public torch::nn::Module {
 public:
  Set2SetImpl(std::int64_t hidden, std::int64_t steps);
  at::Tensor forward(const at::Tensor& h, const BatchTensors& graphs);

 private:
  std::int64_t hidden_;
  std::int64_t steps_;
  torch::nn::LSTMCell query_;
};
TORCH_MODULE(Set2Set);

/// One graph vector from node embeddings: `r = pool_v(MLP(h_v))`, pool = sum, mean or Set2Set.
/// h: [num_nodes, d] → [num_graphs, output_size()]
class ReadoutImpl : public torch::nn::Module {
 public:
  ReadoutImpl(std::int64_t hidden, const ReadoutOptions& options,
              const Execution& execution = {.engine = Engine::reference});
  at::Tensor forward(const at::Tensor& h, const BatchTensors& graphs);
  /// The same where several nodes may have one row, if it is fused. h: [rows, d]; node_rows: [num_nodes]
  at::Tensor of_rows(const at::Tensor& h, const BatchTensors& graphs, const std::vector<std::int32_t>& node_rows);
  [[nodiscard]] std::int64_t output_size() const;
  [[nodiscard]] EnginePart engine_part() const;

 private:
  std::int64_t hidden_;
  ReadoutKind kind_;
  bool fused_;
  Mlp mlp_;
  Set2Set set2set_{nullptr};
};
TORCH_MODULE(Readout);

}  // namespace gnnir

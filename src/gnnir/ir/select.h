#pragma once

#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/rnn.h>

#include <cstdint>
#include <vector>

#include "gnnir/ir/options.h"
#include "gnnir/nn/batch_tensors.h"
#include "gnnir/nn/mlp.h"

namespace gnnir {

/// Names the random numbers of one forward pass: a draw depends on these and on the graph, never on the batch it came
/// in.
struct RandomContext {
  std::uint64_t seed = 0;
  std::uint64_t epoch = 0;  ///< 0 outside training
  std::vector<std::int64_t>
      graph_ids;  ///< [num_graphs]: each graph's number in its data set; empty: its place in the batch
};

/// The nodes chosen in every graph of a batch.
struct TargetCell {
  std::vector<std::int64_t> rows;      ///< chosen rows of the batch, graph by graph
  std::vector<std::int64_t> ptr;       ///< [num_graphs + 1]: where each graph's choice begins
  std::vector<std::int64_t> cut_rows;  ///< members, chosen or not, of the cells that were cut, graph by graph
  std::vector<std::int64_t> cut_ptr;   ///< [num_graphs + 1]: where each graph's begin
  std::vector<bool> close_call;        ///< [num_graphs]: see CellChoice
  at::Tensor readout;  ///< s_l = Σ_{i∈I} score_i · p: [num_graphs, d]; undefined for the random selector
};

/// What a selector multiplies by. Which of them there are depends on its kind.
struct SelectorWeights {
  MlpParameters aggregate;         ///< gru, mlp
  std::vector<at::Tensor> memory;  ///< gru: weight_ih, weight_hh, bias_ih, bias_hh
  MlpParameters to_projection;     ///< mlp
  std::vector<at::Tensor> vector;  ///< projection: one tensor, [1, d]
};

/// What the selector carries from one IR layer to the next.
struct SelectorState {
  std::int64_t layer = 0;
  at::Tensor memory;  ///< q: [num_graphs, d]; undefined before the first layer (q = 0)
  /// [num_graphs]: merge = tree: the branches that stand for the same graph; empty: one each
  std::vector<std::int64_t> siblings = {};
};

/// Chooses target cells: `h_G = Σ_v MLP(h_v)`, `q ← GRUCell(h_G, q)`, `p = q`, `score_v = tanh(h_v·p / ‖p‖)`, then the
/// k best of each graph. The gradient reaches the selector through TargetCell::readout.
class SelectorImpl : public torch::nn::Module {
 public:
  SelectorImpl(std::int64_t hidden, const IrOptions& options, Engine engine = Engine::reference);
  /// h: [num_nodes, d]
  TargetCell forward(const at::Tensor& h, const BatchTensors& graphs, SelectorState& state,
                     const RandomContext& random);
  [[nodiscard]] bool has_readout() const { return options_.selector != SelectorKind::random; }

 private:
  /// p: [num_graphs, d]
  at::Tensor projection(const at::Tensor& h, const BatchTensors& graphs, SelectorState& state);
  [[nodiscard]] SelectorWeights weights() const;

  std::int64_t hidden_;
  IrOptions options_;
  Engine engine_;
  at::Tensor second_direction_;         // [d], fixed: see NodeKeys::second
  Mlp aggregate_{nullptr};              // gru, mlp
  torch::nn::GRUCell memory_{nullptr};  // gru
  Mlp to_projection_{nullptr};          // mlp
  torch::nn::Linear vector_{nullptr};   // projection: its weight [1, d]
};
TORCH_MODULE(Selector);

}  // namespace gnnir

#pragma once

#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/rnn.h>

#include <cstdint>
#include <vector>

#include "gnnir/graph/choice.h"
#include "gnnir/infer/forced_cells.h"
#include "gnnir/infer/random_context.h"
#include "gnnir/nn/batch_tensors.h"
#include "gnnir/nn/mlp.h"
#include "gnnir/settings/ir_options.h"

namespace gnnir {

/// The target cells of a batch's graphs.
struct TargetCell {
  Choice choice;
  at::Tensor readout;  ///< s_l = Σ_{i∈I} score_i · p: [num_graphs, d]; undefined for the random selector
  std::vector<double> scores = {};  ///< [num_nodes] h_v·p/‖p‖; empty for the random selector
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
  SelectorImpl(std::int64_t hidden, const IrOptions& options, const Execution& execution = {});
  /// h: [num_nodes, d]; forced: what is chosen in the place of the best
  TargetCell forward(const at::Tensor& h, const BatchTensors& graphs, SelectorState& state, const RandomContext& random,
                     const ForcedCells& forced = {});
  [[nodiscard]] bool has_readout() const { return options_.selector != SelectorKind::random; }
  [[nodiscard]] EnginePart engine_part() const { return {"select", fused_ ? Engine::fused : Engine::reference}; }

 private:
  /// p: [num_graphs, d]
  at::Tensor projection(const at::Tensor& h, const BatchTensors& graphs, SelectorState& state);
  [[nodiscard]] SelectorWeights weights() const;

  std::int64_t hidden_;
  IrOptions options_;
  bool fused_;
  at::Tensor second_direction_;         // [d], fixed: see NodeKeys::second
  Mlp aggregate_{nullptr};              // gru, mlp
  torch::nn::GRUCell memory_{nullptr};  // gru
  Mlp to_projection_{nullptr};          // mlp
  torch::nn::Linear vector_{nullptr};   // projection: its weight [1, d]
};
TORCH_MODULE(Selector);

}  // namespace gnnir

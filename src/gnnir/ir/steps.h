#pragma once

#include <memory>

#include "gnnir/graph/choice.h"
#include "gnnir/ir/branches.h"
#include "gnnir/nn/execution.h"

namespace gnnir {

/// What follows the selection in an IR layer, as one of the two engines does it: which one is decided when a model is
/// built. Both mean the same (tests/properties/engine_test.cpp).
class LayerSteps {
 public:
  /// Branches on their way through a layer, in a form of the engine's own.
  struct BranchState {
    virtual ~BranchState() = default;
  };
  using State = std::unique_ptr<BranchState>;

  virtual ~LayerSteps() = default;
  /// One branch per chosen node i: H with `h_i ← h_i ⊙ ψ(h_i)`. h: [num_nodes, d]
  [[nodiscard]] virtual State individualize(const at::Tensor& h, const BatchTensors& graphs,
                                            const Choice& choice) const = 0;
  /// H̃ = GNN(H), `g_i = Σ_v MLP(h̃_v)`, `h̃_v ← h̃_v + MLP(g_i)` in every branch. e: [num_edges, d], or undefined
  [[nodiscard]] virtual State refine(State branches, const at::Tensor& e) const = 0;
  /// Branches of one graph become one embedding again: `h_v = max (sum, mean) over branches of h̃_v`. → [num_nodes, d]
  /// wins, if wanted: of a maximum, how many numbers each branch gave
  [[nodiscard]] virtual at::Tensor merge(State branches, std::vector<std::int64_t>* wins) const = 0;
  /// Or they go on as graphs of their own.
  [[nodiscard]] virtual Branches unmerged(State branches) const = 0;
  [[nodiscard]] virtual EnginePart engine_part() const = 0;
};

}  // namespace gnnir

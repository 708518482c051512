#pragma once

#include "gnnir/ir/branches.h"
#include "gnnir/nn/gnn.h"
#include "gnnir/nn/mlp.h"

namespace gnnir {

/// Refines every branch by message passing and makes it aware of its graph: H̃ = GNN(H), `g_i = Σ_v MLP(h̃_v)`,
/// `h̃_v ← h̃_v + MLP(g_i)`. The GNN is the model's one GNN: its weights are shared and registered elsewhere.
class RefinerImpl : public torch::nn::Module {
 public:
  RefinerImpl(std::int64_t hidden, Gnn shared_gnn);
  /// e: [num_edges, d] of the original batch, or undefined
  Branches forward(Branches branches, const at::Tensor& e = {});
  [[nodiscard]] const MlpParameters& aggregate() const { return aggregate_->weights(); }
  [[nodiscard]] const MlpParameters& distribute() const { return distribute_->weights(); }

 private:
  Gnn gnn_;
  Mlp aggregate_;
  Mlp distribute_;
};
TORCH_MODULE(Refiner);

}  // namespace gnnir

#pragma once

#include "gnnir/ir/branches.h"
#include "gnnir/nn/mlp.h"
#include "gnnir/settings/ir_options.h"

namespace gnnir {

/// One branch per chosen node i: a copy of H in which only row i changes, `h_i ← h_i ⊙ ψ(h_i)`; ψ is an MLP, with a
/// ReLU after it if the options say so, as the paper has it.
class IndividualizerImpl : public torch::nn::Module {
 public:
  IndividualizerImpl(std::int64_t hidden, PsiActivation activation);
  /// h: [num_nodes, d]
  Branches forward(const at::Tensor& h, const BatchTensors& graphs, const Choice& choice);
  [[nodiscard]] const MlpParameters& psi() const { return psi_->weights(); }

 private:
  PsiActivation activation_;
  Mlp psi_;
};
TORCH_MODULE(Individualizer);

}  // namespace gnnir

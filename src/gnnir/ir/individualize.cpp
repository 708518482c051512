#include "gnnir/ir/individualize.h"

namespace gnnir {

IndividualizerImpl::IndividualizerImpl(std::int64_t hidden, PsiActivation activation)
    : activation_(activation), psi_(register_module("psi", Mlp(hidden, hidden, hidden))) {}

Branches IndividualizerImpl::forward(const at::Tensor& h, const BatchTensors& graphs, const Choice& choice) {
  Branches branches = lay_out_branches(graphs, choice);
  const at::Tensor chosen = h.index_select(0, branches.target_row);
  at::Tensor factor = psi_(chosen);
  if (activation_ == PsiActivation::relu) factor = at::relu(factor);
  if (const std::vector<std::int64_t> unmarked = unmarked_branches(choice); !unmarked.empty()) {
    factor = factor.index_fill(0, index_tensor(unmarked, h.device()), 1);
  }
  branches.h = h.index_select(0, branches.source_row).index_copy(0, branches.individualized, chosen * factor);
  return branches;
}

}  // namespace gnnir

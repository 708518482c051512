#include "gnnir/ir/refine.h"

#include "gnnir/nn/segment.h"

namespace gnnir {

RefinerImpl::RefinerImpl(std::int64_t hidden, Gnn shared_gnn)
    : gnn_(std::move(shared_gnn)),
      aggregate_(register_module("aggregate", Mlp(hidden, hidden, hidden))),
      distribute_(register_module("distribute", Mlp(hidden, hidden, hidden))) {}

Branches RefinerImpl::forward(Branches branches, const at::Tensor& e) {
  const at::Tensor edges = e.defined() ? e.index_select(0, branches.source_edge) : e;
  const at::Tensor refined = gnn_(branches.h, branches.graphs, edges);
  const at::Tensor branch_embedding = sum_per_graph(aggregate_(refined), branches.graphs);
  branches.h = refined + distribute_(branch_embedding).index_select(0, branches.graphs.batch());
  return branches;
}

}  // namespace gnnir

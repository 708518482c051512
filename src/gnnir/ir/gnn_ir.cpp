#include "gnnir/ir/gnn_ir.h"

#include <optional>

#include "gnnir/ir/branch_limit.h"
#include "gnnir/ir/fused_layer.h"
#include "gnnir/ir/tree.h"

namespace gnnir {

GnnIrImpl::GnnIrImpl(const GnnOptions& gnn, const IrOptions& ir, const GraphFacts& facts, bool edge_variables)
    : options_(ir), gnn_(register_module("gnn", Gnn(gnn, facts))) {
  if (edge_variables) update_edges_ = register_module("update_edges", EdgeUpdate(gnn.hidden, gnn.engine));
  if (ir.layers < 0) throw usage_error("[ir] layers: expected at least 0, found {}", ir.layers);
  if (ir.width < 1) throw usage_error("[ir] width: expected at least 1, found {}", ir.width);
  if (ir.layers == 0) return;  // a plain GNN has no parameters that it never uses
  select_ = register_module("select", Selector(gnn.hidden, ir, gnn.engine));
  individualize_ = register_module("individualize", Individualizer(gnn.hidden, ir.psi_activation));
  refine_ = register_module("refine", Refiner(gnn.hidden, gnn_));
}

GnnIrOutput GnnIrImpl::forward(at::Tensor h, const BatchTensors& graphs, const RandomContext& random, at::Tensor e) {
  for (std::int64_t g = 0; g < graphs.num_graphs(); ++g) require_branches(graphs.host.nodes_of(g), options_);
  GnnIrOutput output;
  const bool merges = options_.merge != MergeKind::tree;
  std::optional<TreeWalk> tree;
  if (!merges) tree.emplace(graphs, random);
  const auto present = [&]() -> const BatchTensors& { return tree ? tree->level().graphs : graphs; };
  const auto keep = [&] {
    output.embeddings.push_back(h);
    if (update_edges_.is_empty()) return;
    e = update_edges_(h, e, present());
    output.edges.push_back(e);
  };
  h = gnn_(h, graphs, e);
  keep();
  SelectorState state;
  const bool fused = options_.layers > 0 && merges && gnn_->fused().covers(h);
  const kernels::Topology topology = fused ? kernels::Topology::from(graphs.host) : kernels::Topology();
  for (std::int64_t layer = 1; layer <= options_.layers; ++layer) {
    TargetCell target = select_(h, present(), state, tree ? tree->random() : random);
    if (select_->has_readout()) {
      output.selector_readouts.push_back(tree ? tree->sum_over_branches(target.readout) : target.readout);
    }
    if (fused) {
      const LayerWeights weights{individualize_->psi(), refine_->aggregate(), refine_->distribute()};
      h = fused_layer(gnn_->fused(), weights, options_, h, e, topology, target);
    } else {
      const Branches branches = refine_(individualize_(h, present(), target), e);
      h = merges ? merge(branches, options_.merge) : branches.h;
      if (tree) {
        if (e.defined()) e = e.index_select(0, branches.source_edge);
        tree->descend(branches, target, state);
        output.tree.push_back(tree->level());
      }
    }
    keep();
    output.targets.push_back(std::move(target));
  }
  return output;
}

std::vector<std::int64_t> graphs_with_cut_cells(const GnnIrOutput& output, std::int64_t num_graphs) {
  std::vector<bool> cut(static_cast<std::size_t>(num_graphs), false);
  for (std::size_t layer = 0; layer < output.targets.size(); ++layer) {
    const TargetCell& target = output.targets[layer];
    const bool branches = layer > 0 && !output.tree.empty();
    const at::Tensor graph_of_branch = branches ? output.tree[layer - 1].graph_of_branch.cpu() : at::Tensor();
    for (std::size_t g = 0; g + 1 < target.cut_ptr.size(); ++g) {
      if (target.cut_ptr[g] == target.cut_ptr[g + 1]) continue;
      cut[branches ? static_cast<std::size_t>(graph_of_branch.data_ptr<std::int64_t>()[g]) : g] = true;
    }
  }
  std::vector<std::int64_t> graphs;
  for (std::size_t g = 0; g < cut.size(); ++g) {
    if (cut[g]) graphs.push_back(static_cast<std::int64_t>(g));
  }
  return graphs;
}

}  // namespace gnnir

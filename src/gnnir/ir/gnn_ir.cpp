#include "gnnir/ir/gnn_ir.h"

#include "gnnir/base/error.h"
#include "gnnir/ir/edge_variables.h"
#include "gnnir/ir/fused_steps.h"
#include "gnnir/ir/reference_steps.h"
#include "gnnir/kernels/branch_limit.h"
#include "gnnir/kernels/gnn_plan.h"

namespace gnnir {

GnnIrImpl::GnnIrImpl(const GnnOptions& gnn, const IrOptions& ir, const GraphFacts& facts, bool edge_variables,
                     const Execution& execution)
    : options_(ir), gnn_(register_module("gnn", Gnn(gnn, facts, execution))) {
  if (edge_variables) update_edges_ = register_module("update_edges", EdgeUpdate(gnn.hidden, execution));
  if (ir.layers < 0) throw setting_error("model.ir_layers", "expected at least 0, found {}", ir.layers);
  if (ir.width < 1) throw setting_error("model.width", "expected at least 1, found {}", ir.width);
  if (ir.layers == 0) return;  // a plain GNN has no parameters that it never uses
  select_ = register_module("select", Selector(gnn.hidden, ir, execution));
  individualize_ = register_module("individualize", Individualizer(gnn.hidden, ir.psi_activation));
  refine_ = register_module("refine", Refiner(gnn.hidden, gnn_));
  if (gnn_->fused()) {
    const LayerWeights weights{individualize_->psi(), refine_->aggregate(), refine_->distribute()};
    steps_ = make_fused_steps(*gnn_->fused(), weights, ir);
  } else {
    const std::string why = !execution.fused() ? "" : "the GNN has no kernels";
    steps_ = make_reference_steps(individualize_, refine_, ir.merge, why);
  }
}

GnnIrOutput GnnIrImpl::forward(at::Tensor h, const BatchTensors& graphs, const RandomContext& random, at::Tensor e,
                               const IrQuestions& asked) {
  check(graphs);
  EdgeVariables edges = variables(std::move(e));
  h = gnn_(h, graphs, edges.now());
  return follow({}, std::move(h), graphs, random, std::move(edges), asked);
}

GnnIrOutput GnnIrImpl::from_rows(const FirstRows& first, const BatchTensors& graphs, const RandomContext& random,
                                 at::Tensor e, const IrQuestions& asked) {
  check(graphs);
  GnnIrOutput output;
  output.first_rows = (*gnn_->fused())(first.h, first.e, first.plan);
  at::Tensor h = rows_of_nodes(output.first_rows, first.plan);
  return follow(std::move(output), std::move(h), graphs, random, variables(std::move(e)), asked);
}

std::shared_ptr<const kernels::GnnPlan> GnnIrImpl::first_plan(const Batch& batch,
                                                              const kernels::InputColours& colours) const {
  if (!gnn_->fused()) return nullptr;
  const GnnOptions& options = gnn_->fused()->options();
  return kernels::GnnPlan::distinct(batch, colours, options.steps, options.norm.kind != NormKind::none);
}

void GnnIrImpl::check(const BatchTensors& graphs) const {
  for (std::int64_t g = 0; g < graphs.num_graphs(); ++g) require_branches(graphs.host().nodes_of(g), options_);
}

EdgeVariables GnnIrImpl::variables(at::Tensor e) {
  return {std::move(e), update_edges_.is_empty() ? nullptr : update_edges_.get()};
}

GnnIrOutput GnnIrImpl::follow(GnnIrOutput output, at::Tensor h, const BatchTensors& graphs, const RandomContext& random,
                              EdgeVariables edges, const IrQuestions& asked) {
  const bool tree = unmerged(options_.merge);
  TreeWalk walk(graphs, random);
  const auto keep = [&] {
    output.embeddings.push_back(h);
    edges.follow(h, walk.graphs());
    if (edges.are_variables()) output.edges.push_back(edges.now());
  };
  keep();
  SelectorState state;
  for (std::int64_t layer = 1; layer <= options_.layers; ++layer) {
    const std::vector<std::int32_t>& graph_of_branch = walk.graph_of_branch();
    const ForcedCells forced(asked.interventions, layer, graph_of_branch);
    TargetCell target = select_(h, walk.graphs(), state, walk.random(), forced);
    if (select_->has_readout()) output.selector_readouts.push_back(walk.sum_over_branches(target.readout));
    Trace::Layer& found = output.trace.layers.emplace_back(Trace::Layer{target.choice, graph_of_branch});
    if (asked.scores) found.scores = std::move(target.scores);
    LayerSteps::State branches = steps_->individualize(h, walk.graphs(), target.choice);
    LayerSteps::State refined = steps_->refine(std::move(branches), edges.now());
    if (tree) {
      const Branches children = steps_->unmerged(std::move(refined));
      h = children.h;
      edges.descend(children.source_edge);
      walk.descend(children, target.choice, state);
    } else {
      h = steps_->merge(std::move(refined), asked.scores ? &found.wins : nullptr);
    }
    keep();
  }
  output.trace.tree = tree;
  output.tree = std::move(walk.levels());
  return output;
}

std::vector<EnginePart> GnnIrImpl::engine_parts() const {
  std::vector<EnginePart> parts = {gnn_->engine_part()};
  if (!select_.is_empty() && select_->has_readout()) parts.push_back(select_->engine_part());
  if (steps_) parts.push_back(steps_->engine_part());
  return parts;
}

}  // namespace gnnir

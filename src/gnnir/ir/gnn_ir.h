#pragma once

#include <memory>
#include <vector>

#include "gnnir/infer/trace.h"
#include "gnnir/ir/individualize.h"
#include "gnnir/ir/refine.h"
#include "gnnir/ir/select.h"
#include "gnnir/ir/steps.h"
#include "gnnir/ir/tree_walk.h"
#include "gnnir/nn/edge_update.h"
#include "gnnir/nn/gnn.h"

namespace gnnir {

class EdgeVariables;
namespace kernels {
class GnnPlan;
struct InputColours;
}  // namespace kernels

/// What the first GNN call begins with where equal rows are computed once (GnnPlan::distinct).
struct FirstRows {
  std::shared_ptr<const kernels::GnnPlan> plan;  ///< or null: every row is computed
  at::Tensor h;                                  ///< [plan->rows(0), d]
  at::Tensor e;                                  ///< [plan->input_edges(), d], or undefined without edge features
};

/// What is asked of it beside what it finds.
struct IrQuestions {
  std::span<const Intervention> interventions = {};  ///< [graphs], or empty: none
  bool scores = false;                               ///< in the trace
};

/// What each depth of the network found. With merge = tree the rows behind layer l are those of tree[l - 1].
struct GnnIrOutput {
  std::vector<at::Tensor> embeddings;  ///< L + 1 times [num_nodes, d]: after the first GNN and after every IR layer
  at::Tensor first_rows;               ///< of FirstRows: what the first GNN computed, [plan's last level, d]
  std::vector<at::Tensor> edges;       ///< L + 1 times [num_edges, d], where edges are variables
  std::vector<at::Tensor> selector_readouts;  ///< L times [num_graphs, d]: s_l, of all branches together; or none
  std::vector<TreeLevel> tree;                ///< L times, or none
  Trace trace;                                ///< the nodes that were individualized
};

/// Individualization and refinement on node embeddings (Dupty and Lee, AAAI 2022): a GNN, then L times select,
/// individualize, refine, merge. L = 0 is the plain GNN. The weights of all steps are shared by all layers. Where edges
/// are variables, each is updated from its ends after the first GNN and after every merge. With merge = tree or
/// paths nothing is merged: each branch goes through the next layer alone, with a selector's memory and edges of its
/// own.
class GnnIrImpl : public torch::nn::Module {
 public:
  GnnIrImpl(const GnnOptions& gnn, const IrOptions& ir, const GraphFacts& facts = {}, bool edge_variables = false,
            const Execution& execution = {});
  /// h: [num_nodes, d]; e: [num_edges, d], or undefined without edge features
  GnnIrOutput forward(at::Tensor h, const BatchTensors& graphs, const RandomContext& random = {}, at::Tensor e = {},
                      const IrQuestions& asked = {});
  /// The same from rows that stand for all nodes; e is needed where there are layers or edges are variables.
  GnnIrOutput from_rows(const FirstRows& first, const BatchTensors& graphs, const RandomContext& random, at::Tensor e,
                        const IrQuestions& asked = {});
  /// Which rows the first GNN call needs, if that is known to the kernels and saves something; or null.
  [[nodiscard]] std::shared_ptr<const kernels::GnnPlan> first_plan(const Batch& batch,
                                                                   const kernels::InputColours& colours) const;
  [[nodiscard]] bool has_selector_readout() const { return options_.layers > 0 && select_->has_readout(); }
  /// What runs its parts.
  [[nodiscard]] std::vector<EnginePart> engine_parts() const;

 private:
  void check(const BatchTensors& graphs) const;
  /// h: after the first GNN
  GnnIrOutput follow(GnnIrOutput output, at::Tensor h, const BatchTensors& graphs, const RandomContext& random,
                     EdgeVariables edges, const IrQuestions& asked);
  [[nodiscard]] EdgeVariables variables(at::Tensor e);

  IrOptions options_;
  Gnn gnn_;
  EdgeUpdate update_edges_{nullptr};
  Selector select_{nullptr};
  Individualizer individualize_{nullptr};
  Refiner refine_{nullptr};
  std::unique_ptr<LayerSteps> steps_;
};
TORCH_MODULE(GnnIr);

}  // namespace gnnir

#pragma once

#include <vector>

#include "gnnir/ir/individualize.h"
#include "gnnir/ir/merge.h"
#include "gnnir/ir/refine.h"
#include "gnnir/ir/select.h"
#include "gnnir/nn/edge_update.h"
#include "gnnir/nn/gnn.h"

namespace gnnir {

/// merge = tree: the branches behind an IR layer, graphs of their own from then on.
struct TreeLevel {
  BatchTensors graphs;         ///< the branches as a batch
  at::Tensor graph_of_branch;  ///< [branches]: the graph of the original batch that each stands for
  at::Tensor source_row;       ///< [branch rows]: the row of the original batch that each row stands for
};

/// What each depth of the network found. With merge = tree the rows behind layer l are those of tree[l - 1].
struct GnnIrOutput {
  std::vector<at::Tensor> embeddings;  ///< L + 1 times [num_nodes, d]: after the first GNN and after every IR layer
  std::vector<at::Tensor> edges;       ///< L + 1 times [num_edges, d], where edges are variables
  std::vector<TargetCell> targets;     ///< L times: the nodes that were individualized
  std::vector<at::Tensor> selector_readouts;  ///< L times [num_graphs, d]: s_l, of all branches together; or none
  std::vector<TreeLevel> tree;                ///< L times, or none
};

/// The graphs of a batch in which some layer's selection, in some branch, took part of a cell.
std::vector<std::int64_t> graphs_with_cut_cells(const GnnIrOutput& output, std::int64_t num_graphs);

/// Individualization and refinement on node embeddings (Dupty and Lee, AAAI 2022): a GNN, then L times select,
/// individualize, refine, merge. L = 0 is the plain GNN. The weights of all steps are shared by all layers. Where edges
/// are variables, each is updated from its ends after the first GNN and after every merge. With merge = tree nothing is
/// merged: each branch goes through the next layer alone, with a selector's memory and edges of its own.
class GnnIrImpl : public torch::nn::Module {
 public:
  GnnIrImpl(const GnnOptions& gnn, const IrOptions& ir, const GraphFacts& facts = {}, bool edge_variables = false);
  /// h: [num_nodes, d]; e: [num_edges, d], or undefined without edge features
  GnnIrOutput forward(at::Tensor h, const BatchTensors& graphs, const RandomContext& random = {}, at::Tensor e = {});
  [[nodiscard]] bool has_selector_readout() const { return options_.layers > 0 && select_->has_readout(); }

 private:
  IrOptions options_;
  Gnn gnn_;
  EdgeUpdate update_edges_{nullptr};
  Selector select_{nullptr};
  Individualizer individualize_{nullptr};
  Refiner refine_{nullptr};
};
TORCH_MODULE(GnnIr);

}  // namespace gnnir

#pragma once

#include <vector>

#include "gnnir/ir/individualize.h"
#include "gnnir/ir/merge.h"
#include "gnnir/ir/refine.h"
#include "gnnir/ir/select.h"
#include "gnnir/nn/edge_update.h"
#include "gnnir/nn/gnn.h"

namespace gnnir {

/// What each depth of the network found.
struct GnnIrOutput {
  std::vector<at::Tensor> embeddings;  ///< L + 1 times [num_nodes, d]: after the first GNN and after every IR layer
  std::vector<at::Tensor> edges;       ///< L + 1 times [num_edges, d], where edges are variables
  std::vector<TargetCell> targets;     ///< L times: the nodes that were individualized
};

/// Individualization and refinement on node embeddings (Dupty and Lee, AAAI 2022): a GNN, then L times select,
/// individualize, refine, merge. L = 0 is the plain GNN. The weights of all steps are shared by all layers. Where edges
/// are variables, each is updated from its ends after the first GNN and after every merge.
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

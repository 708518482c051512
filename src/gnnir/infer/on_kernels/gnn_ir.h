#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gnnir/infer/network.h"
#include "gnnir/infer/on_kernels/conv.h"
#include "gnnir/infer/on_kernels/selector.h"
#include "gnnir/kernels/gnn_plan.h"
#include "gnnir/settings/model_options.h"

namespace gnnir::on_kernels {

/// T steps of a convolution with GRU updates: nn/gnn.h.
class Gnn {
 public:
  Gnn(Weights& weights, const std::string& name, const GnnOptions& options, const GraphFacts& facts);
  /// x: [plan's first level, d]; e: [edges that the plan counts, d], or not there → [plan's last level, d]
  Rows operator()(const Rows& x, const Rows& e, const kernels::GnnPlan& plan) const;
  [[nodiscard]] std::int64_t steps() const { return steps_; }
  [[nodiscard]] bool normalizes_graphs() const { return norm_; }

 private:
  std::int64_t d_, steps_;
  bool norm_;
  std::unique_ptr<Conv> conv_;
  kernels::GruTensors<const float> update_;
};

/// The branches of an IR layer behind their refinement: `h̃_v` where they are different, and what makes each aware of
/// its graph, MLP(g_i), which is yet to be added to its rows.
struct Refined {
  const Batch* graphs;
  const Choice* choice;
  std::unique_ptr<kernels::GnnPlan> plan;
  std::vector<std::int32_t> branch_offsets;  ///< [branches + 1]: branch rows
  Rows level;                                ///< [plan's last level, d]
  Rows offset;                               ///< [branches, d]
};

/// What one IR layer does: individualize, refine, merge (ir/steps.h).
class Layer {
 public:
  Layer(Weights& weights, const std::string& name, std::int64_t d, const IrOptions& options);
  /// One branch per chosen node i, with `h_i ← h_i ⊙ ψ(h_i)`, through the GNN. h: [num_nodes, d]
  Refined refine(const Rows& h, const Batch& graphs, const Choice& choice, const Rows& e, const Gnn& gnn) const;
  /// → [num_nodes, d]. wins, if wanted: of a maximum, how many numbers each branch gave
  Rows merge(const Refined& refined, std::vector<std::int64_t>* wins) const;
  /// → [branch rows, d]
  Rows unmerged(const Refined& refined) const;

 private:
  Rows individualized(const Rows& h, const Batch& graphs, const Choice& choice) const;

  bool relu_;
  MergeKind merge_;
  Mlp psi_, aggregate_, distribute_;
};

/// GNN-IR (models/gnn_ir/gnn_ir_model.h, ir/gnn_ir.h) on the kernels alone: the same numbers as the module's on the
/// fused engine.
class GnnIrNetwork : public Network {
 public:
  GnnIrNetwork(Weights weights, const ModelOptions& options, const ModelShape& shape, std::uint64_t seed);
  /// Why the kernels do not have a model with these options, in a few words; empty: they have it.
  static std::string lacks(const ModelOptions& options);

  [[nodiscard]] NetworkOutput run(const NetworkInput& input) const override;
  [[nodiscard]] bool takes_interventions() const override { return true; }
  void require_fit(const Dataset& dataset) const override;
  [[nodiscard]] double largest_level(const Graph& graph) const override;
  [[nodiscard]] double flops(const Graph& graph) const override;

 private:
  struct Walk;
  struct First;
  /// After the first GNN; equal rows are computed once where that saves something.
  [[nodiscard]] First first(const NetworkInput& input, const Batch& batch) const;
  void follow(Walk& walk, const NetworkInput& input) const;
  void keep(Walk& walk) const;
  [[nodiscard]] Rows read_out(const Walk& walk, const First& first) const;

  Weights weights_;
  ModelOptions options_;
  ModelShape shape_;
  std::uint64_t seed_;
  bool share_rows_;
  Encoder encoder_, edge_encoder_;
  std::unique_ptr<Gnn> gnn_;
  Mlp update_edges_;
  std::unique_ptr<Selector> select_;
  std::unique_ptr<Layer> layer_;
  std::vector<Readout> readouts_, edge_readouts_;  // by depth; of edges where they are variables
  std::vector<Mlp> branches_, edge_branches_;      // unmerged: of a branch's vector, by depth from 1
  Mlp head_;
};

}  // namespace gnnir::on_kernels

#pragma once

#include <vector>

#include "gnnir/ir/gnn_ir.h"
#include "gnnir/models/model.h"
#include "gnnir/models/registry.h"
#include "gnnir/nn/readout/readout.h"

namespace gnnir {

/// Encoder, GNN-IR, a readout per depth and a head: `MLP(concat(r_0…r_L, s_1…s_L))`, `r_l = pool_v(MLP_l(h_v))`. Where
/// edges are variables, r_l has a second half, `pool_uv(MLP'_l(e_uv))`. With merge = tree, r_l for l ≥ 1 sums over the
/// branches of a graph an MLP of each branch's vector.
/// Node embeddings: h_v of all depths side by side, [num_nodes, (L+1)·d]; with merge = tree, the mean over branches.
class GnnIrModel : public Model {
 public:
  GnnIrModel(const ModelOptions& options, const ModelShape& shape, const Execution& execution);
  ModelOutput forward(const ModelInput& input) override;
  [[nodiscard]] bool takes_interventions() const override { return true; }
  [[nodiscard]] std::vector<EnginePart> engine_parts() const override;

 private:
  /// The rows that the first GNN call begins with where equal ones are computed once; without a plan otherwise.
  FirstRows first_rows(const ModelInput& input);
  GnnIrOutput depths_of(const ModelInput& input, const FirstRows& first);
  void add_readouts(const ModelOptions& options, const Execution& execution);
  /// concat(r_0…r_L, s_1…s_L)
  at::Tensor read_out(const ModelInput& input, const GnnIrOutput& depths, const FirstRows& first);

  bool share_rows_;
  bool rows_for_all_;  // beside the first GNN's rows, others are made of edges as they begin
  Encoder encoder_;
  GnnIr gnn_ir_;
  Encoder edge_encoder_{nullptr};
  std::vector<Readout> readouts_;
  std::vector<Readout> edge_readouts_;  // as many, or none
  std::vector<Mlp> branches_;           // merge = tree: of a branch's vector, for l = 1…L; or none
  std::vector<Mlp> edge_branches_;      // as many, or none
  std::int64_t head_inputs_ = 0;
  Mlp head_{nullptr};
};

}  // namespace gnnir

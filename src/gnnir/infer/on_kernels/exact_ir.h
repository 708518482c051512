#pragma once

#include <memory>
#include <vector>

#include "gnnir/catalog/exact_ir.h"
#include "gnnir/infer/network.h"
#include "gnnir/infer/on_kernels/layers.h"
#include "gnnir/kernels/exact_plan_cache.h"
#include "gnnir/kernels/exact_step.h"

namespace gnnir::on_kernels {

/// A step of message passing on all branches: ir/exact_step.h.
class ExactStep {
 public:
  ExactStep(Weights& weights, const std::string& name, const ExactIrOptions& options);
  /// h: rows of the level before the step; e: [edges, d] or not there → [rows, d]
  Rows operator()(const Rows& h, const Rows& e, const kernels::ExactPlan& plan, std::int64_t step) const;

 private:
  kernels::ExactStepKind kind_;
  kernels::ExactStepTensors<const float> weights_{};
  std::vector<float> moments_;  // of the two norms, mean and variance: [4, d], or none
  bool has_gru_;
  kernels::GruTensors<const float> gru_{};
};

/// Exact IR (models/exact_ir) on the kernels alone: the same numbers as the module's on the fused engine.
class ExactIrNetwork : public Network {
 public:
  ExactIrNetwork(Weights weights, const ModelOptions& options, const ModelShape& shape);

  [[nodiscard]] NetworkOutput run(const NetworkInput& input) const override;
  [[nodiscard]] bool takes_interventions() const override { return true; }
  void require_fit(const Dataset& dataset) const override;
  [[nodiscard]] double largest_level(const Graph& graph) const override;
  [[nodiscard]] double flops(const Graph& graph) const override;
  [[nodiscard]] double computed_share(const Graph& graph, Colours colours) const override;

 private:
  /// Level 0: features, and marks of all depths.
  [[nodiscard]] Rows begin(const kernels::ExactPlan& plan, const Rows& nodes, const Batch& batch,
                           std::span<const Intervention> interventions) const;
  [[nodiscard]] Rows read_out(const kernels::ExactPlan& plan, const Rows& h, const Batch& batch,
                              std::span<const Intervention> interventions) const;
  /// A vector for each branch: of its rows together.
  [[nodiscard]] Rows pooled(const kernels::ExactPlan& plan, const Rows& h) const;
  /// What was found, as the option says.
  void found(Rows& rows) const;

  Weights weights_;
  ModelOptions options_;
  ModelShape shape_;
  ExactIrOptions exact_;
  std::unique_ptr<kernels::ExactPlanCache> plans_;
  Encoder encoder_, edge_encoder_;
  std::vector<const float*> distances_;  // [L]: [distances, d] each, or none
  std::vector<Mlp> psi_;                 // [L], or none
  std::vector<ExactStep> steps_;
  Mlp of_rows_, of_branches_, head_;
};

}  // namespace gnnir::on_kernels

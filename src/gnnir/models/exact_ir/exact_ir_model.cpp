#include <torch/nn/modules/embedding.h>

#include <numeric>

#include "gnnir/base/error.h"
#include "gnnir/base/rng.h"
#include "gnnir/catalog/exact_ir.h"
#include "gnnir/infer/exact_interventions.h"
#include "gnnir/ir/exact_step.h"
#include "gnnir/kernels/exact_plan_cache.h"
#include "gnnir/models/feature_columns.h"
#include "gnnir/models/registry.h"
#include "gnnir/nn/mlp.h"
#include "gnnir/nn/segment.h"

namespace gnnir {
namespace {

/// Individualization and refinement without approximation: a branch for every sequence of L nodes, nothing merged.
/// h[u,v] = h_v + mark(u,v), T steps (ir/exact_step.h), g[u] = concat(pool_v MLP(h[u,v]), h[u,u_L]), and the graph's
/// vector is pool_u MLP(g[u]). The same for every order of nodes. L = 0 is the network without branches.
/// Node embeddings: h[v,v].
class ExactIr : public Model {
 public:
  ExactIr(const ModelOptions& options, const ModelShape& shape, const Execution& execution)
      : exact_(ExactIrOptions::of(options)),
        execution_(execution),
        plans_(exact_.plan()),
        plans_apart_(exact_.plan_apart(), std::size_t{1} << 26),
        encoder_(register_module("encoder", Encoder(shape.num_categories, shape.num_reals, exact_.d))) {
    const std::int64_t d = exact_.d;
    if (shape.has_edges()) {
      edge_encoder_ = register_module("edge_encoder", Encoder(shape.num_edge_categories, shape.num_edge_reals, d));
    }
    for (std::int64_t l = 1; l <= exact_.depth; ++l) {
      if (exact_.distances) {
        distances_.push_back(
            register_module(fmt::format("mark_{}", l), torch::nn::Embedding(kernels::num_distances, d)));
      } else {
        psi_.push_back(register_module(fmt::format("psi_{}", l), Mlp(d, d, d, execution)));
      }
    }
    const ExactStepOptions step{d, exact_.own, exact_.neighbours, exact_.norm, exact_.update};
    for (std::int64_t t = 1; t <= exact_.different_steps(); ++t) {
      steps_.push_back(register_module(fmt::format("step_{}", t), ExactStep(step, execution)));
    }
    of_rows_ = register_module("readout_rows", Mlp(d, d, d, execution));
    of_branches_ = register_module("readout_branches", Mlp(exact_.branch_size(), d, d, execution));
    head_ = register_module("head", Mlp(d, d, shape.outputs, execution));
  }

  ModelOutput forward(const ModelInput& input) override {
    const std::shared_ptr<const kernels::ExactPlan> plan = plan_of(input);
    const at::Tensor e = edge_encoder_.is_empty() ? at::Tensor() : edge_encoder_(input.edges);
    ModelOutput output;
    at::Tensor h = begin(*plan, encoder_(input.nodes), input);
    for (std::int64_t t = 1; t <= exact_.steps; ++t) {
      h = step(t)(h, e, kept_channels(input, t, h), plan, t, output.statistics);
      if (input.wanted.intermediate) output.intermediate.emplace_back(fmt::format("the rows behind step {}", t), h);
    }
    for (std::int64_t t = 1; t <= exact_.steps; ++t) {
      const std::vector<float>& counts = plan->levels[static_cast<std::size_t>(t - 1)].counts;
      output.rows.push_back({std::accumulate(counts.begin(), counts.end(), 0.0), static_cast<double>(counts.size())});
    }
    output.trace.order_never_matters_because = exact_.why_order_never_matters();
    output.graph_embedding = read_out(plan, h, input);
    output.prediction = head_(output.graph_embedding);
    if (input.wanted.node_embeddings) output.node_embeddings = rows_of(h, plan->diagonal);
    return output;
  }

  void learn(const std::vector<std::vector<at::Tensor>>& statistics) override {
    if (statistics.empty() || !exact_.norm) return;
    const auto mean_of_parts = [&](std::size_t which) {
      at::Tensor sum = statistics.front()[which].clone();
      for (std::size_t part = 1; part < statistics.size(); ++part) sum += statistics[part][which];
      return sum / static_cast<double>(statistics.size());
    };
    std::size_t next = 0;
    for (std::int64_t t = 0; t < exact_.steps; ++t) {
      for (CountedNorm& norm : step(t + 1)->norms()) {
        norm->learn(mean_of_parts(next), mean_of_parts(next + 1));
        next += 2;
      }
    }
  }

  [[nodiscard]] bool takes_interventions() const override { return true; }
  [[nodiscard]] std::vector<EnginePart> engine_parts() const override {
    return {{"all of it", execution_.fused() ? Engine::fused : Engine::reference}};
  }

 private:
  ExactStep& step(std::int64_t t) { return steps_[exact_.shared_weights ? 0 : static_cast<std::size_t>(t - 1)]; }

  /// Dropout in step t: 0, or 1/(1 - p), for all rows of a graph, so that equal rows stay equal. [graphs, d], or
  /// undefined. A draw depends on seed, epoch, graph and step, not on the batch.
  [[nodiscard]] at::Tensor kept_channels(const ModelInput& input, std::int64_t t, const at::Tensor& like) const {
    if (!is_training() || exact_.dropout == 0) return {};
    const std::int64_t graphs = input.graphs.num_graphs();
    std::vector<float> keep;
    for (std::int64_t g = 0; g < graphs; ++g) {
      const std::vector<std::int64_t>& ids = input.random.graph_ids;
      const auto id = static_cast<std::uint64_t>(ids.empty() ? g : ids[static_cast<std::size_t>(g)]);
      Rng rng(input.random.seed, Purpose::dropout, input.random.epoch, id * 64 + static_cast<std::uint64_t>(t));
      for (std::int64_t c = 0; c < exact_.d; ++c) {
        keep.push_back(rng.uniform() < exact_.dropout ? 0.0F : static_cast<float>(1 / (1 - exact_.dropout)));
      }
    }
    return count_tensor(keep, like).view({graphs, exact_.d});
  }

  std::shared_ptr<const kernels::ExactPlan> plan_of(const ModelInput& input) {
    const Batch& batch = input.graphs.host();
    const FeatureColumns nodes(input.nodes, batch.num_nodes());
    const FeatureColumns edges(input.edges, batch.num_edges());
    return (input.gated() ? plans_apart_ : plans_).plan_of(batch, nodes.columns(), edges.columns());
  }

  /// Level 0: features, and marks of all depths.
  at::Tensor begin(const kernels::ExactPlan& plan, const at::Tensor& nodes, const ModelInput& input) {
    at::Tensor h = rows_of(nodes, plan.nodes);
    const std::vector<float> of_rows = marked_rows(plan, input.graphs.host(), input.interventions);
    const at::Tensor marked = of_rows.empty() ? at::Tensor() : count_tensor(of_rows, h).unsqueeze(1);
    const auto depth = static_cast<std::size_t>(exact_.depth);
    for (std::size_t l = 0; l < depth; ++l) {
      std::vector<std::int32_t> marks;
      for (std::size_t r = 0; r < plan.counts.size(); ++r) marks.push_back(plan.marks[r * depth + l]);
      const at::Tensor mark = index_tensor(marks, h.device());
      if (exact_.distances) {
        h = h + (marked.defined() ? distances_[l](mark) * marked : distances_[l](mark));
      } else {
        const at::Tensor own = (mark == 0).unsqueeze(1);
        h = at::where(marked.defined() ? own.logical_and(marked != 0) : own, h * psi_[l](h), h);
      }
    }
    return h;
  }

  /// What was found, as the option says.
  [[nodiscard]] at::Tensor found(const at::Tensor& x) const {
    if (exact_.found == ExactFound::relu) return at::relu(x);
    if (exact_.found == ExactFound::unit) return at::clamp(x, 0, 1);
    return x;
  }

  /// Σ_v MLP(h[u,v]): the second map is linear, so it is applied once to each sum.
  at::Tensor sum_of_rows(const SharedPlan& plan, const at::Tensor& h) {
    const MlpParameters& mlp = of_rows_->weights();
    const at::Tensor sums = weighted_hidden_sum(plan, plan->branches, h, mlp[0], mlp[1], execution_);
    return at::linear(sums, mlp[2]) + plan_nodes(*plan, h) * mlp[3];
  }

  /// [branches, 1]: how many nodes of each branch are read out.
  static at::Tensor plan_nodes(const kernels::ExactPlan& plan, const at::Tensor& like) {
    std::vector<float> nodes;
    for (std::int64_t b = 0; b < plan.branches.count(); ++b) {
      const auto at = static_cast<std::size_t>(b);
      nodes.push_back(std::accumulate(plan.branches.weights.begin() + plan.branches.offsets[at],
                                      plan.branches.weights.begin() + plan.branches.offsets[at + 1], 0.0F));
    }
    return count_tensor(nodes, like).unsqueeze(1);
  }

  at::Tensor read_out(const SharedPlan& plan, const at::Tensor& h, const ModelInput& input) {
    const BatchTensors& graphs = input.graphs;
    at::Tensor pooled =
        exact_.pairs ? weighted_sum(plan, plan->branches, found(of_rows_(h)), execution_) : sum_of_rows(plan, h);
    const at::Tensor sizes = graphs.graph_sizes();
    std::vector<std::int32_t> graph_of_branch;
    for (std::int64_t g = 0; g < graphs.num_graphs(); ++g) {
      const auto at = static_cast<std::size_t>(g);
      graph_of_branch.insert(graph_of_branch.end(),
                             static_cast<std::size_t>(plan->branch_ptr[at + 1] - plan->branch_ptr[at]),
                             static_cast<std::int32_t>(g));
    }
    const at::Tensor graph = index_tensor(graph_of_branch, h.device());
    const at::Tensor nodes = sizes.to(h.scalar_type()).clamp_min(1).unsqueeze(1);  // [graphs, 1]
    if (!exact_.sum_nodes) pooled = pooled / plan_nodes(*plan, h).clamp_min(1);
    if (exact_.depth > 0 && !exact_.pairs) pooled = at::cat({pooled, rows_of(h, plan->branch_own)}, 1);
    at::Tensor weights = count_tensor(branch_weights(*plan, graphs.host(), input.interventions), h).unsqueeze(1);
    if (!exact_.sum_branches) weights = weights / nodes.index_select(0, graph).pow(static_cast<double>(exact_.depth));
    if (!exact_.pairs) pooled = found(of_branches_(pooled));
    return segment_sum(pooled * weights, graph, graphs.num_graphs());
  }

  ExactIrOptions exact_;
  Execution execution_;
  kernels::ExactPlanCache plans_;
  kernels::ExactPlanCache plans_apart_;  // no row, edge or branch stands for another
  Encoder encoder_;
  Encoder edge_encoder_{nullptr};
  std::vector<torch::nn::Embedding> distances_;  // [L], or none
  std::vector<Mlp> psi_;                         // [L], or none
  std::vector<ExactStep> steps_;
  Mlp of_rows_{nullptr}, of_branches_{nullptr}, head_{nullptr};
};

}  // namespace

ModelDescriptor exact_ir_model() {
  return {
      model_entry("exact-ir"),
      [](const ModelOptions& options, const ModelShape& shape, const Execution& execution) -> std::shared_ptr<Model> {
        return std::make_shared<ExactIr>(options, shape, execution);
      }};
}

}  // namespace gnnir

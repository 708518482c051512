#include "gnnir/ir/fused_steps.h"

#include <ATen/Functions.h>

#include "gnnir/base/error.h"
#include "gnnir/kernels/rows.h"

namespace gnnir {
namespace {

/// The graphs of a batch and the branches of each.
struct BranchesOfGraphs {
  std::vector<std::int32_t> rows;      // [graphs + 1]: where each graph's rows begin
  std::vector<std::int32_t> branches;  // [graphs + 1]: where each graph's branches begin
  std::vector<std::int32_t> chosen;    // [branches]: the individualized rows

  [[nodiscard]] std::int64_t count() const { return static_cast<std::int64_t>(chosen.size()); }

  /// Calls body(first row, rows, first branch, branches) for each graph.
  template <typename Body>
  void for_each(const Body& body) const {
    for (std::size_t g = 0; g + 1 < rows.size(); ++g) {
      body(rows[g], rows[g + 1] - rows[g], branches[g], branches[g + 1] - branches[g]);
    }
  }
};

/// inputs: h, ψ (4). output: the first level of GnnPlan::branches: per graph its rows, then `h_i ⊙ ψ(h_i)` per branch.
class IndividualizeOperation : public Operation {
 public:
  IndividualizeOperation(BranchesOfGraphs layout, bool relu) : layout_(std::move(layout)), relu_(relu) {}

  Tensors forward(const Tensors& inputs, bool /*keep*/) override {
    const at::Tensor& h = inputs[0];
    const std::int64_t d = mlp_shape(inputs, 1).in;
    check_rows(h, layout_.rows.back(), d, "node embeddings");
    chosen_ = at::empty({layout_.count(), d}, h.options());
    inner_ = at::empty({layout_.count(), mlp_shape(inputs, 1).hidden}, h.options());
    factor_ = at::empty({layout_.count(), d}, h.options());
    for (std::int64_t b = 0; b < layout_.count(); ++b)
      copy(floats(h), layout_.chosen[index(b)], floats(chosen_), b, 1, d);
    kernels::mlp_forward(mlp_shape(inputs, 1), layout_.count(), mlp_tensors<const float>(inputs, 1), floats(chosen_),
                         floats(inner_), floats(factor_));
    if (relu_) factor_.clamp_min_(0);
    const at::Tensor individualized = chosen_ * factor_;
    at::Tensor x = at::empty({h.size(0) + layout_.count(), d}, h.options());
    layout_.for_each([&](std::int64_t row, std::int64_t rows, std::int64_t branch, std::int64_t branches) {
      copy(floats(h), row, floats(x), row + branch, rows, d);
      copy(floats(individualized), branch, floats(x), row + rows + branch, branches, d);
    });
    return {x};
  }

  void backward(const Tensors& inputs, const Tensors& gradients, Tensors& by) override {
    const std::int64_t d = inputs[0].size(1);
    by[0] = at::empty_like(inputs[0]);
    const at::Tensor g = at::empty_like(chosen_);
    layout_.for_each([&](std::int64_t row, std::int64_t rows, std::int64_t branch, std::int64_t branches) {
      copy(floats(gradients[0]), row + branch, floats(by[0]), row, rows, d);
      copy(floats(gradients[0]), row + rows + branch, floats(g), branch, branches, d);
    });
    const at::Tensor dchosen = g * factor_;
    const at::Tensor dfactor = g * chosen_;
    if (relu_) kernels::relu_backward(dfactor.numel(), floats(factor_), floats(dfactor));
    kernels::mlp_backward(mlp_shape(inputs, 1), layout_.count(), mlp_tensors<const float>(inputs, 1), floats(chosen_),
                          floats(inner_), floats(dfactor), floats(dchosen), /*add=*/true, mlp_tensors<float>(by, 1));
    for (std::int64_t b = 0; b < layout_.count(); ++b) {
      float* to = floats(by[0]) + layout_.chosen[index(b)] * d;
      const float* from = floats(dchosen) + b * d;
      for (std::int64_t c = 0; c < d; ++c) to[c] += from[c];
    }
  }

 private:
  static std::size_t index(std::int64_t i) { return static_cast<std::size_t>(i); }
  static void copy(const float* from, std::int64_t from_row, float* to, std::int64_t to_row, std::int64_t rows,
                   std::int64_t d) {
    std::copy(from + from_row * d, from + (from_row + rows) * d, to + to_row * d);
  }

  BranchesOfGraphs layout_;
  bool relu_;
  at::Tensor chosen_, inner_, factor_;
};

/// inputs: the last level of GnnPlan::branches, aggregate (4), distribute (4). output: `g_i = Σ_v MLP(h̃_v)`,
/// `h̃_v ← h̃_v + MLP(g_i)`, branches merged.
class MergeOperation : public Operation {
 public:
  MergeOperation(BranchesOfGraphs layout, std::shared_ptr<const kernels::GnnPlan> plan, kernels::MergeBy by)
      : layout_(std::move(layout)), plan_(std::move(plan)), by_(by) {
    branch_offsets_.push_back(0);
    layout_.for_each([&](std::int64_t, std::int64_t rows, std::int64_t, std::int64_t branches) {
      const auto size = static_cast<std::int32_t>(rows);
      for (std::int64_t b = 0; b < branches; ++b) branch_offsets_.push_back(branch_offsets_.back() + size);
    });
  }

  Tensors forward(const Tensors& inputs, bool keep) override {
    const at::Tensor& x = inputs[0];
    const std::int64_t d = mlp_shape(inputs, 1).in;
    check_rows(x, plan_->rows(plan_->steps()), d, "branches");
    const auto matrix = [&](std::int64_t rows) { return at::empty({rows, d}, x.options()); };
    inner_ = matrix(x.size(0));
    sums_ = matrix(layout_.count());
    branch_embedding_ = matrix(layout_.count());
    kernels::mlp_sum_forward(mlp_shape(inputs, 1), x.size(0), segments(), false, mlp_tensors<const float>(inputs, 1),
                             floats(x), floats(inner_), floats(sums_), floats(branch_embedding_));
    second_inner_ = matrix(layout_.count());
    const at::Tensor offset = matrix(layout_.count());
    kernels::mlp_forward(mlp_shape(inputs, 5), layout_.count(), mlp_tensors<const float>(inputs, 5),
                         floats(branch_embedding_), floats(second_inner_), floats(offset));
    at::Tensor out = matrix(layout_.rows.back());
    winner_ = at::empty({by_ == kernels::MergeBy::max ? out.size(0) : 0, d}, x.options().dtype(at::kInt));
    for_each_graph([&](const kernels::GraphBranches& graph, std::int64_t row, std::int64_t branch) {
      kernels::merge_branches(graph, d, by_, floats(x), floats(offset) + branch * d, floats(out) + row * d,
                              winner(row, d));
    });
    if (!keep) winner_.reset();
    return {out};
  }

  void backward(const Tensors& inputs, const Tensors& gradients, Tensors& by) override {
    const std::int64_t d = inputs[0].size(1);
    by[0] = at::zeros_like(inputs[0]);
    const at::Tensor doffset = at::zeros({layout_.count(), d}, inputs[0].options());
    for_each_graph([&](const kernels::GraphBranches& graph, std::int64_t row, std::int64_t branch) {
      kernels::merge_branches_backward(graph, d, by_, winner(row, d), floats(gradients[0]) + row * d, floats(by[0]),
                                       floats(doffset) + branch * d);
    });
    const at::Tensor dembedding = at::empty_like(branch_embedding_);
    kernels::mlp_backward(mlp_shape(inputs, 5), layout_.count(), mlp_tensors<const float>(inputs, 5),
                          floats(branch_embedding_), floats(second_inner_), floats(doffset), floats(dembedding), false,
                          mlp_tensors<float>(by, 5));
    kernels::mlp_sum_backward(mlp_shape(inputs, 1), inputs[0].size(0), segments(), false,
                              mlp_tensors<const float>(inputs, 1), floats(inputs[0]), floats(inner_), floats(sums_),
                              floats(dembedding), floats(by[0]), /*add=*/true, mlp_tensors<float>(by, 1));
  }

 private:
  [[nodiscard]] kernels::Segments segments() const {
    return {layout_.count(), branch_offsets_.data(), plan_->branch_rows().data()};
  }
  [[nodiscard]] std::int32_t* winner(std::int64_t row, std::int64_t d) const {
    return by_ == kernels::MergeBy::max ? winner_.data_ptr<std::int32_t>() + row * d : nullptr;
  }
  template <typename Body>
  void for_each_graph(const Body& body) const {
    const std::int32_t* map = plan_->branch_rows().data();
    layout_.for_each([&](std::int64_t row, std::int64_t rows, std::int64_t branch, std::int64_t branches) {
      if (branches == 0) return;
      body(kernels::GraphBranches{branches, rows, map + branch_offsets_[static_cast<std::size_t>(branch)]}, row,
           branch);
    });
  }

  BranchesOfGraphs layout_;
  std::shared_ptr<const kernels::GnnPlan> plan_;
  kernels::MergeBy by_;
  std::vector<std::int32_t> branch_offsets_;  // [branches + 1]: branch rows
  at::Tensor inner_, sums_, branch_embedding_, second_inner_, winner_;
};

kernels::MergeBy merge_by(MergeKind kind) {
  switch (kind) {
    case MergeKind::max:
      return kernels::MergeBy::max;
    case MergeKind::sum:
      return kernels::MergeBy::sum;
    case MergeKind::mean:
      return kernels::MergeBy::mean;
    case MergeKind::tree:
      break;
  }
  throw internal_error("[merge] there is nothing to merge");
}

/// The rows of all branches at a level of the plan.
struct SharedBranches : LayerSteps::BranchState {
  BranchesOfGraphs layout;
  std::shared_ptr<const kernels::GnnPlan> plan;
  at::Tensor level;
};

SharedBranches& shared(const LayerSteps::State& branches) { return static_cast<SharedBranches&>(*branches); }

class FusedSteps : public LayerSteps {
 public:
  FusedSteps(const FusedGnn& gnn, LayerWeights weights, const IrOptions& options)
      : gnn_(gnn),
        weights_(std::move(weights)),
        relu_(options.psi_activation == PsiActivation::relu),
        by_(merge_by(options.merge)) {}

  [[nodiscard]] State individualize(const at::Tensor& h, const BatchTensors& graphs,
                                    const Choice& choice) const override {
    auto branches = std::make_unique<SharedBranches>();
    branches->layout = {graphs.host().ptr, choice.ptr, choice.rows};
    const bool whole_branches = gnn_.options().norm.kind != NormKind::none;
    branches->plan = std::make_shared<const kernels::GnnPlan>(
        kernels::GnnPlan::branches(graphs.host(), choice, gnn_.options().steps, whole_branches));
    const auto operation = std::make_shared<IndividualizeOperation>(branches->layout, relu_);
    branches->level = run_operation(operation, {h}, {&weights_.psi}).front();
    return branches;
  }

  /// What makes a branch aware of its graph is added when branches are merged: so they stay shared until then.
  [[nodiscard]] State refine(State branches, const at::Tensor& e) const override {
    shared(branches).level = gnn_(shared(branches).level, e, shared(branches).plan);
    return branches;
  }

  [[nodiscard]] at::Tensor merge(State branches) const override {
    const auto operation =
        std::make_shared<MergeOperation>(std::move(shared(branches).layout), shared(branches).plan, by_);
    return run_operation(operation, {shared(branches).level}, {&weights_.aggregate, &weights_.distribute}).front();
  }

  [[nodiscard]] Branches unmerged(State /*branches*/) const override {
    throw internal_error("[engine] no kernels for merge = tree");
  }
  [[nodiscard]] EnginePart engine_part() const override { return {"individualize and merge", Engine::fused}; }

 private:
  const FusedGnn& gnn_;
  LayerWeights weights_;
  bool relu_;
  kernels::MergeBy by_;
};

}  // namespace

std::unique_ptr<LayerSteps> make_fused_steps(const FusedGnn& gnn, LayerWeights weights, const IrOptions& options) {
  return std::make_unique<FusedSteps>(gnn, std::move(weights), options);
}

}  // namespace gnnir

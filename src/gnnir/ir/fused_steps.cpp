#include "gnnir/ir/fused_steps.h"

#include <ATen/Functions.h>

#include "gnnir/base/error.h"
#include "gnnir/kernels/exact_rows.h"
#include "gnnir/kernels/rows.h"

namespace gnnir {
namespace {

/// The graphs of a batch and the branches of each.
struct BranchesOfGraphs {
  std::vector<std::int32_t> rows;      // [graphs + 1]: where each graph's rows begin
  std::vector<std::int32_t> branches;  // [graphs + 1]: where each graph's branches begin
  std::vector<std::int32_t> chosen;    // [branches]: the individualized rows
  std::vector<std::int64_t> unmarked;  // branches in which nothing is marked

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
    if (!layout_.unmarked.empty()) factor_.index_fill_(0, unmarked(), 1);
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
    if (!layout_.unmarked.empty()) dfactor.index_fill_(0, unmarked(), 0);
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
  [[nodiscard]] at::Tensor unmarked() const { return index_tensor(layout_.unmarked, at::kCPU); }
  static std::size_t index(std::int64_t i) { return static_cast<std::size_t>(i); }
  static void copy(const float* from, std::int64_t from_row, float* to, std::int64_t to_row, std::int64_t rows,
                   std::int64_t d) {
    std::copy(from + from_row * d, from + (from_row + rows) * d, to + to_row * d);
  }

  BranchesOfGraphs layout_;
  bool relu_;
  at::Tensor chosen_, inner_, factor_;
};

/// `g_i = Σ_v MLP(h̃_v)` of every branch and MLP(g_i), which is added to its rows: what operations on the last level of
/// GnnPlan::branches have in common. inputs: that level, aggregate (4), distribute (4).
class GraphAware {
 public:
  GraphAware(BranchesOfGraphs layout, std::shared_ptr<const kernels::GnnPlan> plan)
      : layout_(std::move(layout)), plan_(std::move(plan)) {
    branch_offsets_.push_back(0);
    layout_.for_each([&](std::int64_t, std::int64_t rows, std::int64_t, std::int64_t branches) {
      const auto size = static_cast<std::int32_t>(rows);
      for (std::int64_t b = 0; b < branches; ++b) branch_offsets_.push_back(branch_offsets_.back() + size);
    });
  }

  /// → MLP(g_i), [branches, d]
  at::Tensor forward(const Operation::Tensors& inputs) {
    const at::Tensor& x = inputs[0];
    const std::int64_t d = mlp_shape(inputs, 1).in;
    check_rows(x, plan_->rows(plan_->steps()), d, "branches");
    const auto matrix = [&](std::int64_t rows) { return at::empty({rows, d}, x.options()); };
    inner_ = matrix(x.size(0));
    sums_ = matrix(layout_.count());
    embedding_ = matrix(layout_.count());
    kernels::mlp_sum_forward(mlp_shape(inputs, 1), x.size(0), segments(), false, mlp_tensors<const float>(inputs, 1),
                             floats(x), floats(inner_), floats(sums_), floats(embedding_));
    second_inner_ = matrix(layout_.count());
    at::Tensor offset = matrix(layout_.count());
    kernels::mlp_forward(mlp_shape(inputs, 5), layout_.count(), mlp_tensors<const float>(inputs, 5), floats(embedding_),
                         floats(second_inner_), floats(offset));
    return offset;
  }

  /// Adds to by[0] what comes through g_i, and to the gradients of the weights. doffset: [branches, d]
  void backward(const Operation::Tensors& inputs, const at::Tensor& doffset, Operation::Tensors& by) const {
    const at::Tensor dembedding = at::empty_like(embedding_);
    kernels::mlp_backward(mlp_shape(inputs, 5), layout_.count(), mlp_tensors<const float>(inputs, 5),
                          floats(embedding_), floats(second_inner_), floats(doffset), floats(dembedding), false,
                          mlp_tensors<float>(by, 5));
    kernels::mlp_sum_backward(mlp_shape(inputs, 1), inputs[0].size(0), segments(), false,
                              mlp_tensors<const float>(inputs, 1), floats(inputs[0]), floats(inner_), floats(sums_),
                              floats(dembedding), floats(by[0]), /*add=*/true, mlp_tensors<float>(by, 1));
  }

  [[nodiscard]] const BranchesOfGraphs& layout() const { return layout_; }
  /// The rows of each branch, and where each stands in the last level.
  [[nodiscard]] kernels::Segments segments() const {
    return {layout_.count(), branch_offsets_.data(), plan_->branch_rows().data()};
  }
  [[nodiscard]] std::int64_t branch_rows() const { return branch_offsets_.back(); }

 private:
  BranchesOfGraphs layout_;
  std::shared_ptr<const kernels::GnnPlan> plan_;
  std::vector<std::int32_t> branch_offsets_;  // [branches + 1]: branch rows
  at::Tensor inner_, sums_, embedding_, second_inner_;
};

/// inputs: see GraphAware. output: `h̃_v + MLP(g_i)`, branches merged.
class MergeOperation : public Operation {
 public:
  /// wins, if wanted: of a maximum, how many numbers each branch gives
  MergeOperation(GraphAware branches, kernels::MergeBy by, std::vector<std::int64_t>* wins)
      : branches_(std::move(branches)), by_(by), wins_(by == kernels::MergeBy::max ? wins : nullptr) {}

  Tensors forward(const Tensors& inputs, bool keep) override {
    const at::Tensor& x = inputs[0];
    const at::Tensor offset = branches_.forward(inputs);
    const std::int64_t d = x.size(1);
    at::Tensor out = at::empty({branches_.layout().rows.back(), d}, x.options());
    winner_ = at::empty({by_ == kernels::MergeBy::max ? out.size(0) : 0, d}, x.options().dtype(at::kInt));
    for_each_graph([&](const kernels::GraphBranches& graph, std::int64_t row, std::int64_t branch) {
      kernels::merge_branches(graph, d, by_, floats(x), floats(offset) + branch * d, floats(out) + row * d,
                              winner(row, d));
    });
    if (wins_ != nullptr) count_wins();
    if (!keep) winner_.reset();
    return {out};
  }

  void backward(const Tensors& inputs, const Tensors& gradients, Tensors& by) override {
    const std::int64_t d = inputs[0].size(1);
    by[0] = at::zeros_like(inputs[0]);
    const at::Tensor doffset = at::zeros({branches_.layout().count(), d}, inputs[0].options());
    for_each_graph([&](const kernels::GraphBranches& graph, std::int64_t row, std::int64_t branch) {
      kernels::merge_branches_backward(graph, d, by_, winner(row, d), floats(gradients[0]) + row * d, floats(by[0]),
                                       floats(doffset) + branch * d);
    });
    branches_.backward(inputs, doffset, by);
  }

 private:
  void count_wins() {
    wins_->assign(static_cast<std::size_t>(branches_.layout().count()), 0);
    for_each_graph([&](const kernels::GraphBranches& graph, std::int64_t row, std::int64_t branch) {
      const std::int64_t d = winner_.size(1);
      const std::int32_t* of_row = winner(row, d);
      for (std::int64_t i = 0; i < graph.rows * d; ++i) ++(*wins_)[static_cast<std::size_t>(branch + of_row[i])];
    });
    wins_ = nullptr;
  }
  [[nodiscard]] std::int32_t* winner(std::int64_t row, std::int64_t d) const {
    return by_ == kernels::MergeBy::max ? winner_.data_ptr<std::int32_t>() + row * d : nullptr;
  }
  template <typename Body>
  void for_each_graph(const Body& body) const {
    const kernels::Segments rows_of = branches_.segments();
    branches_.layout().for_each([&](std::int64_t row, std::int64_t rows, std::int64_t branch, std::int64_t branches) {
      if (branches == 0) return;
      body(kernels::GraphBranches{branches, rows, rows_of.map + rows_of.offsets[branch]}, row, branch);
    });
  }

  GraphAware branches_;
  kernels::MergeBy by_;
  std::vector<std::int64_t>* wins_;
  at::Tensor winner_;
};

/// inputs: see GraphAware. output: `h̃_v + MLP(g_i)` of every branch, [branch rows, d].
class UnmergedOperation : public Operation {
 public:
  explicit UnmergedOperation(GraphAware branches) : branches_(std::move(branches)) {}

  Tensors forward(const Tensors& inputs, bool /*keep*/) override {
    const at::Tensor offset = branches_.forward(inputs);
    const std::int64_t d = inputs[0].size(1);
    at::Tensor out = at::empty({branches_.branch_rows(), d}, inputs[0].options());
    kernels::gather_rows(out.size(0), d, branches_.segments().map, floats(inputs[0]), floats(out));
    for_each_branch([&](std::int64_t branch, std::int64_t first, std::int64_t rows) {
      kernels::add_bias(rows, d, floats(offset) + branch * d, /*relu=*/false, floats(out) + first * d);
    });
    return {out};
  }

  void backward(const Tensors& inputs, const Tensors& gradients, Tensors& by) override {
    const std::int64_t d = inputs[0].size(1);
    const at::Tensor& g = gradients[0];
    by[0] = at::zeros_like(inputs[0]);
    kernels::gather_rows_backward(g.size(0), d, branches_.segments().map, floats(g), floats(by[0]));
    const at::Tensor doffset = at::zeros({branches_.layout().count(), d}, inputs[0].options());
    for_each_branch([&](std::int64_t branch, std::int64_t first, std::int64_t rows) {
      kernels::column_sums(rows, d, floats(g) + first * d, floats(doffset) + branch * d);
    });
    branches_.backward(inputs, doffset, by);
  }

 private:
  /// body(branch, first branch row, rows)
  template <typename Body>
  void for_each_branch(const Body& body) const {
    const std::int32_t* offsets = branches_.segments().offsets;
    for (std::int64_t b = 0; b < branches_.layout().count(); ++b) body(b, offsets[b], offsets[b + 1] - offsets[b]);
  }

  GraphAware branches_;
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
    case MergeKind::paths:
      break;
  }
  throw internal_error("[merge] there is nothing to merge");
}

/// The rows of all branches at a level of the plan.
struct SharedBranches : LayerSteps::BranchState {
  SharedBranches(const BatchTensors& graphs_, const Choice& choice_)
      : graphs(graphs_),
        choice(choice_),
        layout{graphs_.host().ptr, choice_.ptr, choice_.rows, unmarked_branches(choice_)} {}
  BatchTensors graphs;
  Choice choice;
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
        merge_(options.merge) {}

  [[nodiscard]] State individualize(const at::Tensor& h, const BatchTensors& graphs,
                                    const Choice& choice) const override {
    auto branches = std::make_unique<SharedBranches>(graphs, choice);
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

  [[nodiscard]] at::Tensor merge(State branches, std::vector<std::int64_t>* wins) const override {
    return run(std::make_shared<MergeOperation>(graph_aware(branches), merge_by(merge_), wins), branches);
  }
  [[nodiscard]] Branches unmerged(State branches) const override {
    Branches all = lay_out_branches(shared(branches).graphs, shared(branches).choice);
    all.h = run(std::make_shared<UnmergedOperation>(graph_aware(branches)), branches);
    return all;
  }
  [[nodiscard]] EnginePart engine_part() const override {
    return {gnnir::unmerged(merge_) ? "individualize" : "individualize and merge", Engine::fused};
  }

 private:
  static GraphAware graph_aware(const State& branches) { return {shared(branches).layout, shared(branches).plan}; }
  [[nodiscard]] at::Tensor run(const std::shared_ptr<Operation>& operation, const State& branches) const {
    return run_operation(operation, {shared(branches).level}, {&weights_.aggregate, &weights_.distribute}).front();
  }

  const FusedGnn& gnn_;
  LayerWeights weights_;
  bool relu_;
  MergeKind merge_;
};

}  // namespace

std::unique_ptr<LayerSteps> make_fused_steps(const FusedGnn& gnn, LayerWeights weights, const IrOptions& options) {
  return std::make_unique<FusedSteps>(gnn, std::move(weights), options);
}

}  // namespace gnnir

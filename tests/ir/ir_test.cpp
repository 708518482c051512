#include <gtest/gtest.h>

#include <cmath>

#include "gnnir/ir/gnn_ir.h"
#include "gnnir/ir/reference_steps.h"
#include "support/small_graphs.h"
#include "support/tensors.h"

namespace gnnir {
namespace {

using testing::batch_of;
using testing::expect_near;
using testing::in_double;
using testing::make_relu_identity;
using testing::matrix;
using testing::path;
using testing::set;

/// A choice made by hand: for each graph the rows of the batch.
Choice choice(const std::vector<std::vector<std::int32_t>>& rows) {
  Choice chosen;
  for (const auto& graph : rows) {
    chosen.rows.insert(chosen.rows.end(), graph.begin(), graph.end());
    chosen.ptr.push_back(static_cast<std::int32_t>(chosen.rows.size()));
  }
  return chosen;
}

TEST(Select, ProjectionScoresAreTanhOfTheDotProductWithTheUnitVector) {
  Selector select(2, IrOptions{.width = 1, .selector = SelectorKind::projection}, in_double);
  select->to(torch::kFloat64);
  set(*select, "vector.weight", matrix({{3, 4}}));
  SelectorState state;
  // Dot products with (3,4)/5: 0.6, 0.8, -1.4; the best is row 1 of the first graph; the second graph has one node.
  const TargetCell target =
      select(matrix({{1, 0}, {0, 1}, {-1, -1}, {0, -1}}), batch_of({path(3), path(1)}), state, RandomContext{});
  EXPECT_EQ(target.choice.rows, (std::vector<std::int32_t>{1, 3}));
  const double s = std::tanh(0.8);
  expect_near(target.readout, matrix({{3 * s, 4 * s}, {-3 * s, -4 * s}}));
}

TEST(Select, ReadoutAddsTheScoresOfAllChosenNodes) {
  Selector select(1, IrOptions{.width = 2, .selector = SelectorKind::projection}, in_double);
  select->to(torch::kFloat64);
  set(*select, "vector.weight", matrix({{-2}}));
  SelectorState state;
  const TargetCell target = select(matrix({{1}, {-0.5}, {0.25}}), batch_of({path(3)}), state, RandomContext{});
  EXPECT_EQ(target.choice.rows, (std::vector<std::int32_t>{1, 2}));
  expect_near(target.readout, matrix({{-2 * (std::tanh(0.5) + std::tanh(-0.25))}}));
}

TEST(Select, MlpProjectionIsAnMlpOfTheSummedMlp) {
  Selector select(1, IrOptions{.width = 1, .selector = SelectorKind::mlp}, in_double);
  select->to(torch::kFloat64);
  make_relu_identity(*select, 1, "aggregate.");
  make_relu_identity(*select, 1, "to_projection.");
  SelectorState state;
  const TargetCell target = select(matrix({{2}, {-7}, {3}}), batch_of({path(3)}), state, RandomContext{});
  // h_G = 2 + 0 + 3 = 5 = p; direction +1, so the largest value wins.
  EXPECT_EQ(target.choice.rows, (std::vector<std::int32_t>{2}));
  expect_near(target.readout, matrix({{5 * std::tanh(3.0)}}));
}

TEST(Select, GruRemembersEarlierLayers) {
  Selector select(1, IrOptions{.width = 1, .selector = SelectorKind::gru}, in_double);
  select->to(torch::kFloat64);
  make_relu_identity(*select, 1, "aggregate.");
  set(*select, "memory.weight_ih", matrix({{0.0}, {0.0}, {0.1}}));
  set(*select, "memory.weight_hh", matrix({{0.0}, {0.0}, {0.0}}));
  set(*select, "memory.bias_ih", torch::zeros({3}, torch::kFloat64));
  set(*select, "memory.bias_hh", torch::zeros({3}, torch::kFloat64));
  // Both gates are 1/2: q ← tanh(0.1·h_G)/2 + q/2, from q = 0.
  SelectorState state;
  const BatchTensors graphs = batch_of({path(2)});
  const double q1 = std::tanh(0.1 * 5) / 2;
  expect_near(select(matrix({{2}, {3}}), graphs, state, RandomContext{}).readout, matrix({{std::tanh(3.0) * q1}}));
  const double q2 = std::tanh(0.1 * 9) / 2 + q1 / 2;
  expect_near(select(matrix({{4}, {5}}), graphs, state, RandomContext{}).readout, matrix({{std::tanh(5.0) * q2}}));
}

TEST(Select, RandomSelectorHasNoReadoutAndDependsOnTheGraphNotOnItsPlace) {
  Selector select(1, IrOptions{.width = 2, .selector = SelectorKind::random});
  EXPECT_FALSE(select->has_readout());
  EXPECT_TRUE(select->parameters().empty());
  RandomContext both{.seed = 4, .epoch = 2, .graph_ids = {17, 99}};
  RandomContext second{.seed = 4, .epoch = 2, .graph_ids = {99}};
  SelectorState state;
  const TargetCell together = select(torch::zeros({40, 1}), batch_of({path(20), path(20)}), state, both);
  SelectorState again;
  const TargetCell alone = select(torch::zeros({20, 1}), batch_of({path(20)}), again, second);
  EXPECT_EQ(together.choice.rows[2] - 20, alone.choice.rows[0]);
  EXPECT_EQ(together.choice.rows[3] - 20, alone.choice.rows[1]);
}

TEST(Individualize, ChangesOnlyTheChosenRowOfEachBranch) {
  Individualizer individualize(1, PsiActivation::relu);
  individualize->to(torch::kFloat64);
  make_relu_identity(*individualize, 1, "psi.");
  const BatchTensors graphs = batch_of({path(3), path(2)});
  const Branches branches = individualize(matrix({{2}, {3}, {-4}, {5}, {6}}), graphs, choice({{1, 2}, {3}}));
  // ψ(x) = max(x, 0): 3 becomes 9, -4 becomes 0, 5 becomes 25; every other row is a copy.
  expect_near(branches.h, matrix({{2}, {9}, {-4}, {2}, {3}, {0}, {25}, {6}}));
  EXPECT_EQ(branches.graphs.num_graphs(), 3);
  EXPECT_EQ(branches.graphs.host().ptr, (std::vector<std::int32_t>{0, 3, 6, 8}));
  EXPECT_EQ(branches.graphs.host().edge_sources, (std::vector<std::int32_t>{1, 0, 2, 1, 4, 3, 5, 4, 7, 6}));
}

TEST(Individualize, WithoutActivationPsiMayBeNegative) {
  for (const auto& [activation, expected] :
       {std::pair{PsiActivation::relu, 0.0}, std::pair{PsiActivation::none, -6.0}}) {
    Individualizer individualize(1, activation);
    individualize->to(torch::kFloat64);
    make_relu_identity(*individualize, 1, "psi.");
    set(*individualize, "psi.out.bias", torch::tensor({-5.0}, torch::kFloat64));
    // ψ(3) = 3 - 5 = -2 before the activation.
    expect_near(individualize(matrix({{3}}), batch_of({path(1)}), choice({{0}})).h, matrix({{expected}}));
  }
}

TEST(Refine, AddsTheBranchEmbeddingToEveryNodeOfTheBranch) {
  Gnn gnn(GnnOptions{.hidden = 1, .steps = 1}, GraphFacts{}, in_double);
  Refiner refine(1, gnn);
  gnn->to(torch::kFloat64);
  refine->to(torch::kFloat64);
  make_relu_identity(*refine, 1, "aggregate.");
  make_relu_identity(*refine, 1, "distribute.");
  const BatchTensors graphs = batch_of({path(2)});
  Branches branches = lay_out_branches(graphs, choice({{0, 1}}));
  branches.h = matrix({{1}, {2}, {30}, {40}});
  const at::Tensor refined = gnn(branches.h, branches.graphs);
  at::Tensor expected = refined.clone();
  for (std::int64_t branch = 0; branch < 2; ++branch) {
    const at::Tensor rows = refined.slice(0, 2 * branch, 2 * branch + 2);
    expected.slice(0, 2 * branch, 2 * branch + 2) += at::relu(rows).sum();
  }
  expect_near(refine(branches).h, expected);
}

TEST(Refine, HasNoGnnParametersOfItsOwn) {
  Gnn gnn(GnnOptions{.hidden = 2});
  Refiner refine(2, gnn);
  for (const auto& parameter : refine->named_parameters()) {
    EXPECT_EQ(parameter.key().find("conv"), std::string::npos) << parameter.key();
  }
  EXPECT_EQ(refine->parameters().size(), 8U);
}

class MergeTest : public ::testing::Test {
 protected:
  void SetUp() override {
    // Graph 1 has two nodes and two branches, graph 2 one node and one branch.
    branches_ = lay_out_branches(batch_of({path(2), path(1)}), choice({{0, 1}, {2}}));
    branches_.h = matrix({{1, 8}, {2, 7}, {3, 6}, {0, 9}, {-5, -6}}).requires_grad_(true);
  }
  Branches branches_;
};

TEST_F(MergeTest, TakesTheMaximumOverBranchesOfTheSameGraph) {
  expect_near(merge(branches_, MergeKind::max), matrix({{3, 8}, {2, 9}, {-5, -6}}));
}

TEST_F(MergeTest, SumAndMeanCountOnlyBranchesThatExist) {
  expect_near(merge(branches_, MergeKind::sum), matrix({{4, 14}, {2, 16}, {-5, -6}}));
  expect_near(merge(branches_, MergeKind::mean), matrix({{2, 7}, {1, 8}, {-5, -6}}));
}

TEST_F(MergeTest, GradientOfTheMaximumGoesToTheWinningBranch) {
  merge(branches_, MergeKind::max).sum().backward();
  expect_near(branches_.h.grad(), matrix({{0, 1}, {1, 0}, {1, 0}, {0, 1}, {1, 1}}));
}

TEST_F(MergeTest, GradientOfATieGoesToTheFirstBranch) {
  branches_.h = matrix({{1, 1}, {2, 2}, {1, 1}, {2, 2}, {0, 0}}).requires_grad_(true);
  merge(branches_, MergeKind::max).sum().backward();
  expect_near(branches_.h.grad(), matrix({{1, 1}, {1, 1}, {0, 0}, {0, 0}, {1, 1}}));
}

TEST(GnnIr, DepthAddsNoParameters) {
  GnnIr shallow(GnnOptions{.hidden = 3}, IrOptions{.layers = 1});
  GnnIr deep(GnnOptions{.hidden = 3}, IrOptions{.layers = 5});
  EXPECT_EQ(count_parameters(*shallow), count_parameters(*deep));
}

TEST(GnnIr, WithoutLayersIsThePlainGnn) {
  GnnIr plain(GnnOptions{.hidden = 3}, IrOptions{.layers = 0});
  Gnn gnn(GnnOptions{.hidden = 3});
  EXPECT_EQ(count_parameters(*plain), count_parameters(*gnn));
  EXPECT_FALSE(plain->has_selector_readout());
}

TEST(GnnIr, ReportsTargetsAndEmbeddingsOfEveryLayer) {
  GnnIr model(GnnOptions{.hidden = 3}, IrOptions{.layers = 2, .width = 4});
  const GnnIrOutput output = model(torch::rand({5, 3}), batch_of({path(2), path(3)}));
  EXPECT_EQ(output.embeddings.size(), 3U);
  ASSERT_EQ(output.trace.layers.size(), 2U);
  EXPECT_EQ(output.trace.layers[0].choice.ptr,
            (std::vector<std::int32_t>{0, 2, 5}));  // all nodes of graphs smaller than k
}

}  // namespace
}  // namespace gnnir

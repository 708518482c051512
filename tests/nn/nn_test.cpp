#include <gtest/gtest.h>

#include <cmath>

#include "gnnir/nn/conv/gin.h"
#include "gnnir/nn/gnn.h"
#include "gnnir/nn/mlp.h"
#include "gnnir/nn/norm.h"
#include "gnnir/nn/readout/readout.h"
#include "gnnir/nn/segment.h"
#include "support/small_graphs.h"
#include "support/tensors.h"

namespace gnnir {
namespace {

using testing::batch_of;
using testing::expect_near;
using testing::make_relu_identity;
using testing::matrix;
using testing::path;
using testing::set;

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

TEST(Segment, SumsAndMeansOverEachGraphAndGivesZeroForAnEmptyOne) {
  const BatchTensors graphs = batch_of({path(2), Graph(), path(1)});
  const at::Tensor values = matrix({{1, 2}, {3, 4}, {5, 6}});
  expect_near(sum_per_graph(values, graphs), matrix({{4, 6}, {0, 0}, {5, 6}}));
  expect_near(mean_per_graph(values, graphs), matrix({{2, 3}, {0, 0}, {5, 6}}));
}

TEST(Segment, NeighbourhoodSumAddsTheNeighboursOfEachNode) {
  const BatchTensors graphs = batch_of({path(3), path(2)});
  expect_near(neighbourhood_sum(matrix({{1}, {10}, {100}, {1000}, {5}}), graphs),
              matrix({{10}, {101}, {10}, {5}, {1000}}));
}

TEST(Segment, SoftmaxAddsToOneInEachGraphAndSurvivesLargeNumbers) {
  const BatchTensors graphs = batch_of({path(2), path(1)});
  const at::Tensor weights = softmax_per_graph(matrix({{1000}, {1000 + std::log(3)}, {-5}}), graphs);
  expect_near(weights, matrix({{0.25}, {0.75}, {1}}), 1e-9);
}

TEST(Mlp, IsLinearReluLinear) {
  Mlp mlp(1, 2, 1);
  mlp->to(torch::kFloat64);
  set(*mlp, "in.weight", matrix({{2}, {-1}}));
  set(*mlp, "in.bias", torch::tensor({1.0, 0.5}, torch::kFloat64));
  set(*mlp, "out.weight", matrix({{3, 10}}));
  set(*mlp, "out.bias", torch::tensor({-4.0}, torch::kFloat64));
  // x = 2: hidden (5, 0) → 15 - 4; x = -3: hidden (0, 3.5) → 35 - 4
  expect_near(mlp(matrix({{2}, {-3}})), matrix({{11}, {31}}));
}

TEST(GinConv, AddsNeighboursToItselfTimesOnePlusEpsilonThenAppliesItsMlp) {
  GinConv conv(1, {}, /*edges=*/false);
  conv.to(torch::kFloat64);
  set(conv, "epsilon", torch::tensor({0.5}, torch::kFloat64));
  set(conv, "in.weight", matrix({{2}}));
  set(conv, "in.bias", torch::tensor({-1.0}, torch::kFloat64));
  set(conv, "out.weight", matrix({{-3}}));
  set(conv, "out.bias", torch::tensor({7.0}, torch::kFloat64));
  // Path 0-1-2 with h = 1, 2, -4: gathered 1.5·1+2 = 3.5, 1.5·2-3 = 0, 1.5·(-4)+2 = -4; inner 6, 0, 0; out -11, 7, 7.
  expect_near(conv.forward(matrix({{1}, {2}, {-4}}), batch_of({path(3)}), {}), matrix({{-11}, {7}, {7}}));
}

TEST(Norm, GraphKindUsesMeanAndVarianceOfEachGraphAndChannel) {
  Norm norm(NormOptions{.kind = NormKind::graph, .epsilon = 0.25}, 1);
  norm->to(torch::kFloat64);
  set(*norm, "scale", torch::tensor({2.0}, torch::kFloat64));
  set(*norm, "shift", torch::tensor({10.0}, torch::kFloat64));
  // Graph 1: 1, 3: mean 2, variance 1, factor 1/√1.25. Graph 2: one node: variance 0, result the shift.
  const double f = 1 / std::sqrt(1.25);
  expect_near(norm(matrix({{1}, {3}, {8}}), batch_of({path(2), path(1)})), matrix({{10 - 2 * f}, {10 + 2 * f}, {10}}));
}

TEST(Norm, LayerKindNormalizesTheChannelsOfEachNode) {
  Norm norm(NormOptions{.kind = NormKind::layer}, 2);
  norm->to(torch::kFloat64);
  const double f = 1 / std::sqrt(1 + 1e-5);
  expect_near(norm(matrix({{1, 3}, {6, 4}}), batch_of({path(2)})), matrix({{-f, f}, {f, -f}}));
}

TEST(Norm, BatchKindNormalizesEachChannelOverAllRowsInTraining) {
  Norm norm(NormOptions{.kind = NormKind::batch}, 1);
  norm->to(torch::kFloat64);
  const double f = 1 / std::sqrt(1 + 1e-5);
  expect_near(norm(matrix({{1}, {3}}), batch_of({path(1), path(1)})), matrix({{-f}, {f}}));
}

TEST(Norm, NoneKindChangesNothingAndHasNoParameters) {
  Norm norm(NormOptions{.kind = NormKind::none}, 2);
  EXPECT_TRUE(norm->parameters().empty());
  const at::Tensor h = matrix({{1, 3}});
  expect_near(norm(h, batch_of({path(1)})), h);
}

TEST(Gnn, OneStepIsAGruUpdateWithTheRectifiedConvolutionAsInput) {
  Gnn gnn(GnnOptions{.hidden = 1, .steps = 1}, GraphFacts{}, testing::in_double);
  gnn->to(torch::kFloat64);
  make_relu_identity(*gnn, 1, "conv.");
  // GRU weights by gate: reset, update, new.
  set(*gnn, "update.weight_ih", matrix({{0.5}, {-0.3}, {0.8}}));
  set(*gnn, "update.weight_hh", matrix({{0.2}, {0.7}, {-0.4}}));
  set(*gnn, "update.bias_ih", torch::tensor({0.1, 0.2, 0.3}, torch::kFloat64));
  set(*gnn, "update.bias_hh", torch::tensor({-0.1, 0.05, 0.6}, torch::kFloat64));
  const auto gru = [](double m, double h) {
    const double r = sigmoid(0.5 * m + 0.1 + 0.2 * h - 0.1);
    const double z = sigmoid(-0.3 * m + 0.2 + 0.7 * h + 0.05);
    const double n = std::tanh(0.8 * m + 0.3 + r * (-0.4 * h + 0.6));
    return (1 - z) * n + z * h;
  };
  // Path of two nodes with h = 1.5, -4: gathered sums are -2.5 (both), rectified 0.
  expect_near(gnn(matrix({{1.5}, {-4}}), batch_of({path(2)})), matrix({{gru(0, 1.5)}, {gru(0, -4)}}));
  // h = 1, 2: gathered 3, 3.
  expect_near(gnn(matrix({{1}, {2}}), batch_of({path(2)})), matrix({{gru(3, 1)}, {gru(3, 2)}}));
}

TEST(Gnn, SharesItsWeightsOverSteps) {
  Gnn three(GnnOptions{.hidden = 4, .steps = 3}, GraphFacts{}, testing::in_double);
  Gnn one(GnnOptions{.hidden = 4, .steps = 1}, GraphFacts{}, testing::in_double);
  for (Gnn gnn : {three, one}) {
    initialize_weights(*gnn, 5);
    gnn->to(torch::kFloat64);
  }
  EXPECT_EQ(three->parameters().size(), one->parameters().size());
  Rng rng(1, Purpose::test);
  const BatchTensors graphs = batch_of({path(5)});
  const at::Tensor h = testing::random_rows(5, 4, rng);
  expect_near(three(h, graphs), one(one(one(h, graphs), graphs), graphs));
}

TEST(Readout, SumAndMeanPoolTheMlpOfEachNode) {
  const BatchTensors graphs = batch_of({path(2), path(1), Graph()});
  const at::Tensor h = matrix({{1, -2}, {3, 4}, {5, 6}});
  Readout sum(2, ReadoutOptions{.kind = ReadoutKind::sum});
  Readout mean(2, ReadoutOptions{.kind = ReadoutKind::mean});
  for (Readout readout : {sum, mean}) {
    readout->to(torch::kFloat64);
    make_relu_identity(*readout, 2, "mlp.");
  }
  expect_near(sum(h, graphs), matrix({{4, 4}, {5, 6}, {0, 0}}));
  expect_near(mean(h, graphs), matrix({{2, 2}, {5, 6}, {0, 0}}));
}

TEST(Readout, Set2SetReadsBySoftmaxAttentionToTheQuery) {
  // One step: the LSTM's input and state are 0, so q = σ(b_o)·tanh(σ(b_i)·tanh(b_g)); then attention over the nodes.
  Set2Set set2set(1, 1);
  set2set->to(torch::kFloat64);
  const at::Tensor zero = torch::zeros({4}, torch::kFloat64);
  set(*set2set, "query.bias_ih", torch::tensor({0.3, -0.2, 0.9, 0.4}, torch::kFloat64));  // input, forget, cell, output
  set(*set2set, "query.bias_hh", zero);
  const double q = sigmoid(0.4) * std::tanh(sigmoid(0.3) * std::tanh(0.9));
  const double a = std::exp(2 * q);
  const double b = std::exp(-q);
  const double read = (2 * a - b) / (a + b);
  expect_near(set2set(matrix({{2}, {-1}}), batch_of({path(2)})), matrix({{q, read}}), 1e-9);
}

TEST(InitializeWeights, DependOnSeedAndNameOnly) {
  Mlp a(3, 4, 5);
  Mlp b(3, 4, 5);
  initialize_weights(*a, 1);
  torch::manual_seed(99);
  torch::rand({7});
  initialize_weights(*b, 1);
  for (std::size_t i = 0; i < a->parameters().size(); ++i) EXPECT_TRUE(a->parameters()[i].equal(b->parameters()[i]));
  initialize_weights(*b, 2);
  EXPECT_FALSE(a->parameters()[0].equal(b->parameters()[0]));
  EXPECT_LE(a->parameters()[0].abs().max().item<double>(), 1 / std::sqrt(3.0));
}

/// A module that registers a parameter and says nothing of how it begins.
struct Forgetful : torch::nn::Module {
  Forgetful() { register_parameter("bias", torch::zeros({3})); }
};

TEST(InitializeWeights, NoticesAParameterOfWhichNobodySaysHowItBegins) {
  const auto module = std::make_shared<Forgetful>();
  EXPECT_THROW(initialize_weights(*module, 1), Error);
}

TEST(Execution, SaysPartByPartWhatRunsAModel) {
  EXPECT_EQ(describe({{"GNN", Engine::fused}, {"readout", Engine::fused}}), "fused");
  EXPECT_EQ(describe({{"GNN", Engine::reference}, {"readout", Engine::reference}}), "reference");
  EXPECT_EQ(describe({{"GNN", Engine::reference, "no kernels for conv = gat"}, {"readout", Engine::fused}}),
            "fused but for GNN (no kernels for conv = gat)");
}

}  // namespace
}  // namespace gnnir

#include <gtest/gtest.h>

#include "gnnir/models/registry.h"
#include "models/naive_model.h"
#include "support/errors.h"
#include "support/small_graphs.h"
#include "support/tensors.h"

namespace gnnir {
namespace {

using testing::AnyModel;
using testing::double_model;
using testing::expect_near;
using testing::input_of;
using testing::matrix;
using testing::NaiveModel;
using testing::path;
using testing::random_graph;
using testing::random_rows;

TEST(Encoder, AddsTheEmbeddingOfTheCategoryToTheLinearMapOfTheReals) {
  Encoder encoder(3, 1, 2);
  encoder->to(torch::kFloat64);
  testing::set(*encoder, "table.weight", matrix({{1, 2}, {3, 4}, {5, 6}}));
  testing::set(*encoder, "linear.weight", matrix({{10}, {100}}));
  testing::set(*encoder, "linear.bias", torch::tensor({0.5, 0.25}, torch::kFloat64));
  const EncoderInputs inputs{torch::tensor({2, 0}, torch::kLong), matrix({{1}, {-1}})};
  expect_near(encoder(inputs), matrix({{15.5, 106.25}, {-8.5, -97.75}}));
}

/// Some graphs at once against the plain loops over each.
void expect_plain_loops(const ModelOptions& options) {
  Rng rng(11, Purpose::test);
  AnyModel model = double_model(options, {.num_reals = 2, .outputs = 3}, 17);
  const NaiveModel naive(*model, options);
  const std::vector<Graph> graphs = {random_graph(7, 0.4, rng), random_graph(2, 1, rng), random_graph(1, 0, rng),
                                     random_graph(9, 0.2, rng)};
  const at::Tensor features = random_rows(19, 2, rng);
  const at::Tensor found = model(input_of(graphs, features)).prediction;
  std::int64_t row = 0;
  for (std::size_t g = 0; g < graphs.size(); ++g) {
    NaiveModel::Rows own;
    for (NodeId v = 0; v < graphs[g].num_nodes(); ++v, ++row) {
      own.push_back({features[row][0].item<double>(), features[row][1].item<double>()});
    }
    const at::Tensor expected = torch::tensor(naive.predict(graphs[g], own), torch::kFloat64);
    expect_near(found[static_cast<std::int64_t>(g)], expected,
                1e-10 * std::max(1.0, expected.abs().max().item<double>()));
  }
}

TEST(GnnIrModel, EqualsThePlainLoopsOverItsFormulas) {
  for (const MergeKind merge : {MergeKind::max, MergeKind::tree, MergeKind::paths}) {
    for (const std::int64_t layers : {0, 1, 2, 3}) {
      for (const std::int64_t width : {std::int64_t{1}, std::int64_t{3}, all_nodes}) {
        SCOPED_TRACE(fmt::format("{}, L = {}, k = {}", name_of(merge), layers, width));
        ModelOptions options;
        options.gnn.hidden = 5;
        options.gnn.steps = 2;
        options.ir.layers = layers;
        options.ir.width = width;
        options.ir.merge = merge;
        options.ir.max_branches = 9 * 9 * 9;
        options.ir.psi_activation = width == 1 ? PsiActivation::relu : PsiActivation::none;
        expect_plain_loops(options);
      }
    }
  }
}

/// Asks for all that a model can be asked for.
ModelInput everything(ModelInput input) {
  input.wanted = {.node_embeddings = true, .intermediate = true};
  return input;
}

TEST(GnnIrModel, OfATreeHasTheMeanOverBranchesAsNodeEmbedding) {
  ModelOptions options;
  options.gnn.hidden = 4;
  options.ir.layers = 2;
  options.ir.width = 2;
  options.ir.merge = MergeKind::tree;
  AnyModel model = double_model(options, {.num_reals = 1});
  const ModelOutput output = model(everything(input_of({path(3), path(1)}, torch::ones({4, 1}, torch::kFloat64))));
  const at::Tensor& deepest = output.intermediate[2].second;
  EXPECT_EQ(deepest.size(0), 4 * 3 + 1);
  const at::Tensor& embedding = output.node_embeddings;
  EXPECT_EQ(embedding.sizes(), (std::vector<std::int64_t>{4, 12}));
  const at::Tensor branches = deepest.slice(0, 0, 12).view({4, 3, 4});
  expect_near(embedding.slice(0, 0, 3).slice(1, 8, 12), branches.mean(0));
}

TEST(GnnIrModel, RefusesATreeWithTooManyBranches) {
  ModelOptions options;
  options.gnn.hidden = 2;
  options.ir.layers = 2;
  options.ir.width = all_nodes;
  options.ir.merge = MergeKind::tree;
  AnyModel model = double_model(options, {.num_reals = 1});
  const ModelInput input = input_of({path(9)}, torch::ones({9, 1}, torch::kFloat64));
  EXPECT_STREQ(
      testing::error_of([&] { model(input); }).what(),
      "[ir] a graph of 9 nodes has 81 branches with L = 2, k = all, merge = tree: model.max_branches would have to be "
      "at least 81, it is 64");
}

TEST(GnnIrModel, HeadSeesOneReadoutPerDepthAndOneSelectorReadoutPerLayer) {
  const auto columns = [](std::int64_t layers, SelectorKind selector, ReadoutKind readout) {
    ModelOptions options;
    options.gnn.hidden = 4;
    options.ir.layers = layers;
    options.ir.selector = selector;
    options.readout.kind = readout;
    AnyModel model = double_model(options, {.num_reals = 1});
    return model(input_of({path(3)}, torch::ones({3, 1}, torch::kFloat64))).graph_embedding.size(1);
  };
  EXPECT_EQ(columns(0, SelectorKind::gru, ReadoutKind::sum), 4);
  EXPECT_EQ(columns(2, SelectorKind::gru, ReadoutKind::sum), 3 * 4 + 2 * 4);
  EXPECT_EQ(columns(2, SelectorKind::random, ReadoutKind::sum), 3 * 4);
  EXPECT_EQ(columns(1, SelectorKind::mlp, ReadoutKind::set2set), 2 * 8 + 4);
}

TEST(GnnIrModel, NodeEmbeddingsOfAllDepthsStandSideBySide) {
  ModelOptions options;
  options.gnn.hidden = 4;
  AnyModel model = double_model(options, {.num_reals = 1});
  const ModelOutput output = model(everything(input_of({path(3)}, torch::ones({3, 1}, torch::kFloat64))));
  EXPECT_EQ(output.node_embeddings.sizes(), (std::vector<std::int64_t>{3, 12}));
  expect_near(output.node_embeddings.slice(1, 4, 8), output.intermediate[1].second);
}

TEST(GnnIrModel, TakesBatchesOfEmptyGraphsOnly) {
  for (const NormKind norm : {NormKind::none, NormKind::graph, NormKind::batch, NormKind::layer}) {
    for (const ReadoutKind readout : {ReadoutKind::sum, ReadoutKind::mean, ReadoutKind::set2set}) {
      ModelOptions options;
      options.gnn.hidden = 4;
      options.gnn.norm.kind = norm;
      options.readout.kind = readout;
      AnyModel model = double_model(options, {.num_reals = 1, .outputs = 2});
      const at::Tensor out = model(input_of({Graph(), Graph()}, torch::zeros({0, 1}, torch::kFloat64))).prediction;
      EXPECT_EQ(out.sizes(), (std::vector<std::int64_t>{2, 2}));
      EXPECT_TRUE(out.isfinite().all().item<bool>());
    }
  }
}

}  // namespace
}  // namespace gnnir

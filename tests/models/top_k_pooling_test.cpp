#include "gnnir/models/baselines/top_k_pooling.h"

#include <gtest/gtest.h>

#include "support/gradcheck.h"
#include "support/small_graphs.h"
#include "support/tensors.h"

namespace gnnir {
namespace {

using testing::batch_of;
using testing::expect_near;
using testing::path;

TEST(TopKPooling, KeepsTheBestShareOfEachGraphRoundedUp) {
  const BatchTensors graphs = batch_of({path(4), Graph(), path(3), path(1)});
  const at::Tensor scores = torch::tensor({1.0, 5.0, 3.0, 4.0, 2.0, 2.0, 9.0, -1.0}, torch::kFloat64);
  EXPECT_EQ(best_rows(graphs.host, scores, 0.5), (std::vector<std::int64_t>{1, 3, 4, 6, 7}));
}

TEST(TopKPooling, GoesOnWithTheEdgesAmongTheNodesThatAreLeft) {
  TopKPooling pooling(GnnOptions{.hidden = 1, .steps = 1}, GraphFacts{}, 1, 0.75);
  pooling->to(torch::kFloat64);
  testing::set(*pooling, "score_1.weight", testing::matrix({{1}}));
  // Whatever the GNN does, of a path the node with the smallest embedding goes.
  const PooledOutput output = pooling(testing::matrix({{4}, {-3}, {2}, {1}}), batch_of({path(4)}));
  ASSERT_EQ(output.embeddings.size(), 2);
  std::vector<std::pair<double, std::int64_t>> order;
  for (std::int64_t v = 0; v < 4; ++v) order.emplace_back(output.embeddings[0][v][0].item<double>(), v);
  const std::int64_t dropped = std::min_element(order.begin(), order.end())->second;
  EXPECT_EQ(output.graphs[1].num_nodes(), 3);
  EXPECT_EQ(output.graphs[1].host.num_edges(), dropped == 0 || dropped == 3 ? 4 : 2);
}

TEST(TopKPooling, HasTheGradientOfDifferences) {
  Rng rng(71, Purpose::test);
  ModelOptions options;
  options.architecture = Architecture::top_k_pooling;
  options.gnn = {.conv = ConvKind::gine, .hidden = 4, .steps = 2};
  GraphModel model = testing::double_model(options, {.num_reals = 2, .outputs = 3, .num_edge_reals = 2});
  testing::shake(*model, rng);
  const std::vector<Graph> graphs = {testing::random_graph(7, 0.5, rng), Graph(), testing::random_graph(5, 0.4, rng)};
  const ModelInput input = testing::input_of(graphs, testing::random_rows(12, 2, rng),
                                             testing::random_rows(testing::edges_of(graphs), 2, rng));
  testing::check_gradients(
      *model, [&] { return model(input).prediction.sum(); }, rng);
}

}  // namespace
}  // namespace gnnir

#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <set>

#include "gnnir/data/dataset.h"
#include "support/small_graphs.h"
#include "support/tensors.h"

namespace gnnir {
namespace {

using testing::AnyModel;
using testing::double_model;
using testing::expect_near;
using testing::input_of;
using testing::random_graph;
using testing::random_rows;
using testing::rings;

std::vector<NodeId> random_names(NodeId nodes, Rng& rng) {
  std::vector<NodeId> names(static_cast<std::size_t>(nodes));
  std::iota(names.begin(), names.end(), 0);
  rng.shuffle(std::span(names));
  return names;
}

at::Tensor moved(const at::Tensor& rows, const std::vector<NodeId>& names) {
  at::Tensor result = torch::empty_like(rows);
  for (std::size_t v = 0; v < names.size(); ++v) result[names[v]].copy_(rows[static_cast<std::int64_t>(v)]);
  return result;
}

double difference(AnyModel& model, const Graph& a, const at::Tensor& xa, const Graph& b, const at::Tensor& xb) {
  const at::Tensor ya = model(input_of({a}, xa)).prediction;
  const at::Tensor yb = model(input_of({b}, xb)).prediction;
  return (ya - yb).abs().max().item<double>();
}

TEST(Relabelling, ChangesNothingWhereNodesHaveUniqueFeatures) {
  Rng rng(31, Purpose::test);
  for (const MergeKind merge : {MergeKind::max, MergeKind::sum, MergeKind::mean, MergeKind::tree, MergeKind::paths}) {
    for (const NormKind norm : {NormKind::none, NormKind::graph, NormKind::layer}) {
      ModelOptions options;
      options.gnn.hidden = 16;
      options.gnn.norm.kind = norm;
      options.ir.merge = merge;
      AnyModel model(options, ModelShape{.num_reals = 3, .outputs = 4});
      initialize_weights(*model, 2);
      model->eval();
      for (int trial = 0; trial < 10; ++trial) {
        const Graph graph = random_graph(15, 0.3, rng);
        const std::vector<NodeId> names = random_names(15, rng);
        const at::Tensor x = random_rows(15, 3, rng).to(torch::kFloat);
        EXPECT_LT(difference(model, graph, x, relabelled(graph, names), moved(x, names)), 1e-5);
      }
    }
  }
}

TEST(Relabelling, ChangesNothingInGraphsSoLargeThatScoresLieCloseTogether) {
  Rng rng(37, Purpose::test);
  constexpr NodeId nodes = 1000;
  ModelOptions options;
  options.gnn.hidden = 32;
  options.ir.layers = 3;
  options.ir.width = 4;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    AnyModel model(options, ModelShape{.num_reals = 1, .outputs = 2});
    initialize_weights(*model, seed);
    model->eval();
    const Graph graph = random_graph(nodes, 2.0 / nodes, rng);
    const at::Tensor x = random_rows(nodes, 1, rng).to(torch::kFloat);
    const std::vector<NodeId> names = random_names(nodes, rng);
    const ModelOutput found = model(input_of({graph}, x));
    const ModelOutput moved_found = model(input_of({relabelled(graph, names)}, moved(x, names)));
    ASSERT_EQ(found.trace.layers.size(), 3U);
    for (std::size_t layer = 0; layer < 3; ++layer) {
      std::set<NodeId> expected;
      for (const std::int32_t row : found.trace.layers[layer].choice.rows) {
        expected.insert(names[static_cast<std::size_t>(row)]);
      }
      const auto& rows = moved_found.trace.layers[layer].choice.rows;
      EXPECT_EQ(std::set<NodeId>(rows.begin(), rows.end()), expected) << "layer " << layer + 1;
    }
    // What is left is rounding: a sum of n rows in another order may move by as many roundings.
    const double rounding = nodes * std::numeric_limits<float>::epsilon();
    EXPECT_LT((found.prediction - moved_found.prediction).abs().max().item<double>(),
              rounding * std::max(1.0, found.prediction.abs().max().item<double>()));
  }
}

TEST(Relabelling, ChangesNothingForAnyConvolutionOnEdgesWithFeatures) {
  Rng rng(36, Purpose::test);
  for (const std::string& conv : conv_names()) {
    SCOPED_TRACE(conv);
    ModelOptions options;
    options.gnn.hidden = 12;
    options.gnn.conv = conv;
    options.edge_variables = true;
    AnyModel model(options, ModelShape{.num_reals = 3, .outputs = 4, .num_edge_reals = 1});
    initialize_weights(*model, 2);
    model->eval();
    const Graph graph = random_graph(15, 0.3, rng);
    const at::Tensor x = random_rows(15, 3, rng).to(torch::kFloat);
    Example example{.graph = graph};
    for (std::int64_t e = 0; e < graph.num_edges(); ++e)
      example.edge_attributes.push_back(static_cast<float>(rng.normal()));
    const std::vector<NodeId> names = random_names(15, rng);
    const Example renamed = relabelled(example, names);
    const auto predict = [&](const Example& one, const at::Tensor& rows) {
      const at::Tensor edges = torch::tensor(one.edge_attributes).view({-1, 1});
      return model(input_of({one.graph}, rows, edges)).prediction;
    };
    EXPECT_LT((predict(example, x) - predict(renamed, moved(x, names))).abs().max().item<double>(), 1e-5);
  }
}

TEST(Relabelling, ChangesNothingForAnyModelWhereNodesHaveUniqueFeatures) {
  Rng rng(38, Purpose::test);
  for (const std::string& name : model_names()) {
    SCOPED_TRACE(name);
    ModelOptions options;
    options.architecture = name;
    options.gnn.hidden = 12;
    AnyModel model = double_model(options, {.num_reals = 3, .outputs = 4});
    const Graph graph = random_graph(15, 0.3, rng);
    const std::vector<NodeId> names = random_names(15, rng);
    const at::Tensor x = random_rows(15, 3, rng);
    EXPECT_LT(difference(model, graph, x, relabelled(graph, names), moved(x, names)), 1e-10);
  }
}

TEST(Relabelling, ChangesNothingWithWholeCellsOnGraphsFullOfSymmetry) {
  Rng rng(32, Purpose::test);
  for (const MergeKind merge : {MergeKind::max, MergeKind::tree}) {
    for (const bool all : {false, true}) {
      ModelOptions options;
      options.gnn.hidden = 8;
      options.ir.width = all ? all_nodes : 2;
      options.ir.merge = merge;
      options.ir.ties = all ? TiePolicy::index : TiePolicy::cell;
      options.ir.max_branches = 200;
      AnyModel model = double_model(options, {.num_reals = 1, .outputs = 2});
      for (const Graph& graph : {rings(1, 8), rings(2, 5), rings(3, 3), testing::path(7)}) {
        const at::Tensor ones = torch::ones({graph.num_nodes(), 1}, torch::kFloat64);
        const std::vector<NodeId> names = random_names(graph.num_nodes(), rng);
        const at::Tensor found = model(input_of({graph}, ones)).prediction;
        EXPECT_LT(difference(model, graph, ones, relabelled(graph, names), ones),
                  1e-10 * std::max(1.0, found.abs().max().item<double>()));
      }
    }
  }
}

TEST(Relabelling, CanChangeTheOutputWhereACellIsCut) {
  // What the specification warns of: with 1 < k < cell size, it matters which members were taken.
  Rng rng(33, Purpose::test);
  ModelOptions options;
  options.gnn.hidden = 8;
  options.ir.layers = 1;
  options.ir.width = 2;
  AnyModel model = double_model(options, {.num_reals = 1, .outputs = 2});
  const Graph ring = rings(1, 10);
  const at::Tensor ones = torch::ones({10, 1}, torch::kFloat64);
  double worst = 0;
  for (int trial = 0; trial < 20; ++trial) {
    worst = std::max(worst, difference(model, ring, ones, relabelled(ring, random_names(10, rng)), ones));
  }
  EXPECT_GT(worst, 1e-7);
}

TEST(Relabelling, WithOneBranchChangesNothingWhereCellsAreOrbits) {
  Rng rng(34, Purpose::test);
  ModelOptions options;
  options.gnn.hidden = 8;
  options.ir.width = 1;
  AnyModel model = double_model(options, {.num_reals = 1, .outputs = 2});
  const Graph ring = rings(1, 10);
  const at::Tensor ones = torch::ones({10, 1}, torch::kFloat64);
  for (int trial = 0; trial < 10; ++trial) {
    EXPECT_LT(difference(model, ring, ones, relabelled(ring, random_names(10, rng)), ones), 1e-10);
  }
}

TEST(Batching, GivesWhatTheGraphsGiveOneByOneForEverySwitch) {
  Rng rng(35, Purpose::test);
  std::vector<Graph> graphs;
  std::int64_t nodes = 0;
  for (const NodeId size : {0, 1, 2, 3, 6, 11, 0, 4}) {
    graphs.push_back(random_graph(size, 0.4, rng));
    nodes += size;
  }
  const at::Tensor x = random_rows(nodes, 2, rng);
  for (const SelectorKind selector :
       {SelectorKind::gru, SelectorKind::mlp, SelectorKind::projection, SelectorKind::random}) {
    for (const TiePolicy ties : {TiePolicy::index, TiePolicy::random, TiePolicy::cell}) {
      for (const NormKind norm : {NormKind::none, NormKind::graph, NormKind::batch, NormKind::layer}) {
        ModelOptions options;
        options.gnn.hidden = 4;
        options.gnn.norm.kind = norm;
        options.ir.selector = selector;
        options.ir.ties = ties;
        options.ir.width = 3;
        options.ir.merge = norm == NormKind::none ? MergeKind::tree : MergeKind::max;
        options.readout.kind = norm == NormKind::layer ? ReadoutKind::set2set : ReadoutKind::mean;
        AnyModel model = double_model(options, {.num_reals = 2, .outputs = 2});
        ModelInput together = input_of(graphs, x);
        for (std::size_t g = 0; g < graphs.size(); ++g)
          together.random.graph_ids.push_back(static_cast<std::int64_t>(100 + g));
        const at::Tensor expected = model(together).prediction;
        std::int64_t first = 0;
        for (std::size_t g = 0; g < graphs.size(); ++g) {
          ModelInput alone = input_of({graphs[g]}, x.slice(0, first, first + graphs[g].num_nodes()));
          alone.random.graph_ids = {static_cast<std::int64_t>(100 + g)};
          expect_near(model(alone).prediction[0], expected[static_cast<std::int64_t>(g)], 1e-10);
          first += graphs[g].num_nodes();
        }
      }
    }
  }
}

TEST(Batching, GivesWhatTheGraphsGiveOneByOneForEveryModelAndConvolution) {
  Rng rng(39, Purpose::test);
  const std::vector<Graph> graphs = {random_graph(6, 0.4, rng), Graph(), random_graph(1, 0, rng),
                                     random_graph(9, 0.3, rng)};
  const at::Tensor x = random_rows(16, 2, rng);
  const at::Tensor edges = random_rows(testing::edges_of(graphs), 2, rng);
  for (const std::string& name : model_names()) {
    for (const std::string& conv : conv_names()) {
      SCOPED_TRACE(name + ", " + conv);
      ModelOptions options;
      options.architecture = name;
      options.gnn.hidden = 8;
      options.gnn.conv = conv;
      const bool sees_edges = edge_use(options) != EdgeUse::none;
      AnyModel model = double_model(options, {.num_reals = 2, .outputs = 2, .num_edge_reals = sees_edges ? 2 : 0});
      const at::Tensor expected = model(input_of(graphs, x, edges)).prediction;
      std::int64_t row = 0;
      std::int64_t edge = 0;
      for (std::size_t g = 0; g < graphs.size(); ++g) {
        const at::Tensor own = x.slice(0, row, row + graphs[g].num_nodes());
        const at::Tensor own_edges = edges.slice(0, edge, edge + graphs[g].num_edges());
        row += graphs[g].num_nodes();
        edge += graphs[g].num_edges();
        expect_near(model(input_of({graphs[g]}, own, own_edges)).prediction[0], expected[static_cast<std::int64_t>(g)],
                    1e-10);
      }
    }
  }
}

TEST(Batching, GivesTheSameWhereCellsAreCutOrTakenWhole) {
  // Constant features: every ring is one cell, so that each policy for ties has work to do.
  const std::vector<Graph> graphs = {rings(1, 7), rings(2, 3), rings(1, 4)};
  for (const auto& [merge, ties] : std::vector<std::pair<MergeKind, TiePolicy>>{{MergeKind::max, TiePolicy::index},
                                                                                {MergeKind::max, TiePolicy::random},
                                                                                {MergeKind::max, TiePolicy::cell},
                                                                                {MergeKind::tree, TiePolicy::random},
                                                                                {MergeKind::tree, TiePolicy::cell}}) {
    ModelOptions options;
    options.gnn.hidden = 4;
    options.ir.merge = merge;
    options.ir.ties = ties;
    options.ir.width = 2;
    AnyModel model = double_model(options, {.num_reals = 1, .outputs = 2});
    ModelInput together = input_of(graphs, torch::ones({17, 1}, torch::kFloat64));
    together.random = {.seed = 1, .epoch = 3, .graph_ids = {5, 6, 7}};
    const ModelOutput expected = model(together);
    EXPECT_EQ(expected.trace.layers[0].choice.rows.size(), ties == TiePolicy::cell ? 17U : 6U);
    for (std::size_t g = 0; g < graphs.size(); ++g) {
      ModelInput alone = input_of({graphs[g]}, torch::ones({graphs[g].num_nodes(), 1}, torch::kFloat64));
      alone.random = {.seed = 1, .epoch = 3, .graph_ids = {static_cast<std::int64_t>(5 + g)}};
      expect_near(model(alone).prediction[0], expected.prediction[static_cast<std::int64_t>(g)], 1e-10);
    }
  }
}

TEST(Expressiveness, ASixCycleAndTwoTrianglesAreEqualForThePlainGnn) {
  ModelOptions options;
  options.ir.layers = 0;
  AnyModel model = double_model(options, {.num_reals = 1, .outputs = 3});
  const at::Tensor ones = torch::ones({6, 1}, torch::kFloat64);
  EXPECT_LT(difference(model, rings(1, 6), ones, rings(2, 3), ones), 1e-12);
}

TEST(Expressiveness, ASixCycleAndTwoTrianglesDifferWithIndividualizationForEveryWidth) {
  const at::Tensor ones = torch::ones({6, 1}, torch::kFloat64);
  for (const std::int64_t layers : {1, 2, 3}) {
    for (std::int64_t width = 1; width <= 6; ++width) {
      ModelOptions options;
      options.ir.layers = layers;
      options.ir.width = width;
      AnyModel model = double_model(options, {.num_reals = 1, .outputs = 3});
      EXPECT_GT(difference(model, rings(1, 6), ones, rings(2, 3), ones), 1e-8) << "L = " << layers << ", k = " << width;
    }
  }
}

}  // namespace
}  // namespace gnnir

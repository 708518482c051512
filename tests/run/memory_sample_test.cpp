#include "gnnir/run/memory_sample.h"

#include <gtest/gtest.h>

#include "support/small_graphs.h"

namespace gnnir {
namespace {

Graph complete(NodeId nodes) {
  std::vector<Edge> edges;
  for (NodeId u = 0; u < nodes; ++u) {
    for (NodeId v = 0; v < u; ++v) edges.push_back({u, v});
  }
  return Graph::from_edges(nodes, edges);
}

Dataset one_graph(Graph graph) {
  Dataset dataset;
  dataset.examples.push_back({.graph = std::move(graph)});
  return dataset;
}

constexpr std::int64_t first[] = {0};

std::pair<std::int64_t, std::int64_t> nodes_and_edges(const Dataset& dataset) {
  std::pair<std::int64_t, std::int64_t> sum;
  for (const Example& example : dataset.examples) {
    sum.first += example.graph.num_nodes();
    sum.second += example.graph.num_edges();
  }
  return sum;
}

/// Of GNN-IR with these layers.
GraphWeights weights(const IrOptions& ir, double per_edge = 0) {
  ModelOptions options;
  options.ir = ir;
  return {cost_of(options, {.num_reals = 1}), per_edge};
}

TEST(GraphWeights, CountNodesAndEdgesOfTheGraphAndItsBranches) {
  const Graph ring = testing::rings(1, 10);  // 10 nodes, 20 directed edges
  EXPECT_EQ((weights({.layers = 0}).of(ring)), 10);
  EXPECT_EQ((weights({.layers = 2, .width = 4}).of(ring)), 90);
  EXPECT_EQ((weights({.layers = 2, .width = 4}, 0.5).of(ring)), 180);
  EXPECT_EQ((weights({.layers = 1, .width = 64}).of(ring)), 110);  // no more branches than nodes
  const Dataset dataset = one_graph(ring);
  EXPECT_EQ((weights({.layers = 0}, 1).of(dataset, first)), 30);
}

TEST(MemorySample, IsCutByItsEdgesWhereTheyCount) {
  const Dataset dense = one_graph(complete(400));
  EXPECT_EQ(nodes_and_edges(sample_of(dense, first, weights({.layers = 0}))).first, 400);
  const GraphWeights with_edges = weights({.layers = 0}, 1);
  const Dataset cut = sample_of(dense, first, with_edges);
  EXPECT_LT(with_edges.of(cut, first), 40'000);
  EXPECT_GT(nodes_and_edges(cut).second, 1'000);
}

TEST(MemorySample, OfSmallPiecesIsEnoughToMeasureNodesAndEdges) {
  const Dataset ring = one_graph(testing::rings(1, 10));
  EXPECT_EQ(nodes_and_edges(small_pieces(ring, first, false)), (std::pair<std::int64_t, std::int64_t>{1'000, 0}));
  EXPECT_EQ(nodes_and_edges(small_pieces(ring, first, true)), (std::pair<std::int64_t, std::int64_t>{1'000, 2'000}));
  const Dataset dense = one_graph(complete(400));
  const auto [nodes, edges] = nodes_and_edges(small_pieces(dense, first, true));
  EXPECT_EQ(nodes, 180);  // three pieces of 60
  EXPECT_EQ(edges, 3 * 60 * 59);
  EXPECT_TRUE(small_pieces(dense, {}, true).examples.empty());
  EXPECT_EQ(nodes_and_edges(small_pieces(one_graph(Graph::from_edges(0, {})), first, true)).first, 0);
}

}  // namespace
}  // namespace gnnir

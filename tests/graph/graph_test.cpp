#include "gnnir/graph/graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "gnnir/base/error.h"
#include "gnnir/base/rng.h"
#include "gnnir/graph/batch.h"
#include "support/errors.h"

namespace gnnir {
namespace {

using ::testing::ElementsAre;
using testing::error_of;

std::vector<NodeId> neighbours(const Graph& graph, NodeId v) {
  return {graph.neighbours(v).begin(), graph.neighbours(v).end()};
}

std::set<std::pair<NodeId, NodeId>> edge_set(const Graph& graph) {
  std::set<std::pair<NodeId, NodeId>> set;
  for (const Edge& edge : graph.edges()) set.emplace(edge.source, edge.target);
  return set;
}

std::vector<Edge> random_edges(NodeId num_nodes, int count, Rng& rng) {
  std::vector<Edge> edges;
  const auto node = [&] { return static_cast<NodeId>(rng.below(static_cast<std::uint64_t>(num_nodes))); };
  for (int i = 0; i < count; ++i) {
    const NodeId source = node();
    edges.push_back({source, node()});
  }
  return edges;
}

TEST(Graph, IsEmptyByDefault) {
  EXPECT_EQ(Graph().num_nodes(), 0);
  EXPECT_EQ(Graph().num_edges(), 0);
  EXPECT_EQ(Graph(), Graph::from_edges(0, {}));
}

TEST(Graph, ListsNeighboursAscending) {
  const Graph path = Graph::from_edges(4, std::vector<Edge>{{2, 1}, {1, 0}});
  EXPECT_THAT(neighbours(path, 0), ElementsAre(1));
  EXPECT_THAT(neighbours(path, 1), ElementsAre(0, 2));
  EXPECT_THAT(neighbours(path, 2), ElementsAre(1));
  EXPECT_THAT(neighbours(path, 3), ElementsAre());
  EXPECT_EQ(path.degree(1), 2);
  EXPECT_EQ(path.num_edges(), 4);
}

TEST(Graph, KnowsItsEdgesTheirDirectionsAndLoops) {
  const Graph path = Graph::from_edges(3, std::vector<Edge>{{0, 1}, {1, 2}});
  EXPECT_TRUE(path.has_edge({2, 1}));
  EXPECT_FALSE(path.has_edge({0, 2}));
  EXPECT_TRUE(path.is_undirected());
  EXPECT_FALSE(path.has_self_loops());
  const Graph one_way = Graph::from_edges(3, std::vector<Edge>{{0, 1}, {2, 2}}, {.undirected = false});
  EXPECT_TRUE(one_way.has_edge({0, 1}));
  EXPECT_FALSE(one_way.has_edge({1, 0}));
  EXPECT_FALSE(one_way.is_undirected());
  EXPECT_TRUE(one_way.has_self_loops());
  EXPECT_TRUE(Graph().is_undirected());
}

TEST(Graph, KeepsDirectionsWhenAsked) {
  const Graph graph = Graph::from_edges(3, std::vector<Edge>{{0, 1}, {2, 1}}, {.undirected = false});
  EXPECT_THAT(neighbours(graph, 0), ElementsAre());
  EXPECT_THAT(neighbours(graph, 1), ElementsAre(0, 2));
  EXPECT_EQ(graph.num_edges(), 2);
}

TEST(Graph, CollapsesDuplicatesAndReversesToOneUndirectedEdge) {
  const Graph once = Graph::from_edges(2, std::vector<Edge>{{0, 1}});
  const Graph often = Graph::from_edges(2, std::vector<Edge>{{0, 1}, {1, 0}, {0, 1}, {1, 0}});
  EXPECT_EQ(once, often);
  EXPECT_EQ(often.num_edges(), 2);
}

TEST(Graph, CountsASelfLoopOnce) {
  const Graph graph = Graph::from_edges(2, std::vector<Edge>{{1, 1}, {0, 1}});
  EXPECT_EQ(graph.num_edges(), 3);
  EXPECT_EQ(graph.num_undirected_edges(), 2);
  EXPECT_THAT(neighbours(graph, 1), ElementsAre(0, 1));
}

TEST(Graph, DropsSelfLoopsWhenAsked) {
  const Graph graph = Graph::from_edges(2, std::vector<Edge>{{1, 1}, {0, 1}}, {.keep_self_loops = false});
  EXPECT_EQ(graph, Graph::from_edges(2, std::vector<Edge>{{0, 1}}));
}

TEST(Graph, RefusesEndsOutsideItsNodes) {
  for (const Edge edge : {Edge{0, 2}, Edge{2, 0}, Edge{-1, 0}}) {
    EXPECT_EQ(error_of([&] { Graph::from_edges(2, std::vector{edge}); }).kind(), ErrorKind::data);
  }
}

TEST(Graph, IsMadeOfExactlyTheEdgesGiven) {
  Rng rng(1, Purpose::test);
  for (int round = 0; round < 50; ++round) {
    const std::vector<Edge> edges = random_edges(9, 20, rng);
    std::set<std::pair<NodeId, NodeId>> expected;
    for (const Edge& edge : edges) expected.emplace(edge.source, edge.target);
    const Graph graph = Graph::from_edges(9, edges, {.undirected = false});
    EXPECT_EQ(edge_set(graph), expected);
    EXPECT_EQ(graph.num_edges(), static_cast<std::int64_t>(expected.size()));
  }
}

TEST(Graph, CountsPairsJoinedInEitherDirection) {
  Rng rng(2, Purpose::test);
  for (int round = 0; round < 50; ++round) {
    const std::vector<Edge> edges = random_edges(7, 15, rng);
    std::set<std::set<NodeId>> pairs;
    for (const Edge& edge : edges) pairs.insert({edge.source, edge.target});
    for (const bool undirected : {false, true}) {
      const Graph graph = Graph::from_edges(7, edges, {.undirected = undirected});
      EXPECT_EQ(graph.num_undirected_edges(), static_cast<std::int64_t>(pairs.size()));
    }
  }
}

TEST(Relabelled, RenamesBothEndsOfEveryEdge) {
  const Graph graph = Graph::from_edges(3, std::vector<Edge>{{0, 1}, {2, 2}}, {.undirected = false});
  const std::vector<NodeId> new_name = {2, 0, 1};
  const Graph expected = Graph::from_edges(3, std::vector<Edge>{{2, 0}, {1, 1}}, {.undirected = false});
  EXPECT_EQ(relabelled(graph, new_name), expected);
}

TEST(Relabelled, IsUndoneByTheInverse) {
  Rng rng(3, Purpose::test);
  const Graph graph = Graph::from_edges(20, random_edges(20, 40, rng));
  std::vector<NodeId> names(20);
  std::iota(names.begin(), names.end(), 0);
  rng.shuffle(std::span(names));
  std::vector<NodeId> inverse(20);
  for (std::size_t v = 0; v < names.size(); ++v) inverse[static_cast<std::size_t>(names[v])] = static_cast<NodeId>(v);
  EXPECT_NE(relabelled(graph, names), graph);
  EXPECT_EQ(relabelled(relabelled(graph, names), inverse), graph);
}

TEST(Batch, OfNothingHasNoGraphs) {
  const Batch batch;
  EXPECT_EQ(batch.num_graphs(), 0);
  EXPECT_EQ(batch.num_nodes(), 0);
  EXPECT_EQ(batch.num_edges(), 0);
}

TEST(Batch, ShiftsNodesAndEdgesBehindTheLastGraph) {
  Batch batch;
  batch.append(Graph::from_edges(2, std::vector<Edge>{{0, 1}}));
  batch.append(Graph());
  batch.append(Graph::from_edges(3, std::vector<Edge>{{2, 1}}, {.undirected = false}));
  EXPECT_THAT(batch.ptr, ElementsAre(0, 2, 2, 5));
  EXPECT_THAT(batch.edge_offsets, ElementsAre(0, 1, 2, 2, 3, 3));
  EXPECT_THAT(batch.edge_sources, ElementsAre(1, 0, 4));
  EXPECT_THAT(batch.sources(3), ElementsAre(4));
  EXPECT_EQ(batch.first_edge(2), 2);
  EXPECT_EQ(batch.first_edge(3), 3);
  EXPECT_EQ(batch.nodes_of(0), 2);
  EXPECT_EQ(batch.nodes_of(1), 0);
  EXPECT_EQ(batch.nodes_of(2), 3);
}

void expect_same(const Batch& found, const Batch& expected) {
  EXPECT_EQ(found.edge_offsets, expected.edge_offsets);
  EXPECT_EQ(found.edge_sources, expected.edge_sources);
  EXPECT_EQ(found.ptr, expected.ptr);
}

TEST(EdgesAsRows, HaveARowForEveryEdgeOfTheirGraph) {
  Batch batch;
  for (const Graph& graph : {Graph::from_edges(2, std::vector<Edge>{{0, 1}}), Graph(), Graph::from_edges(2, {})}) {
    batch.append(graph);
  }
  const Batch rows = edges_as_rows(batch);
  EXPECT_THAT(rows.ptr, ElementsAre(0, 2, 2, 2));
  EXPECT_EQ(rows.num_edges(), 0);
}

TEST(Induced, HasTheEdgesAmongTheRowsThatAreLeft) {
  Batch batch;
  batch.append(Graph::from_edges(4, std::vector<Edge>{{0, 1}, {1, 2}, {2, 3}}));  // a path
  batch.append(Graph::from_edges(2, std::vector<Edge>{{0, 1}}));
  const std::vector<std::int32_t> rows = {0, 2, 3, 5};
  const InducedBatch left = induced(batch, rows);
  EXPECT_THAT(left.batch.ptr, ElementsAre(0, 3, 4));
  EXPECT_THAT(left.batch.edge_offsets, ElementsAre(0, 0, 1, 2, 2));
  EXPECT_THAT(left.batch.edge_sources, ElementsAre(2, 1));
  EXPECT_THAT(left.edges, ElementsAre(4, 5));  // into node 2 come 1 and 3, into node 3 comes 2
}

TEST(Repeated, IsTheBatchOfTheCopiesInOrder) {
  Rng rng(4, Purpose::test);
  const std::vector<std::int32_t> copies = {2, 0, 1, 3};
  Batch batch;
  Batch expected;
  for (std::size_t g = 0; g < copies.size(); ++g) {
    const auto num_nodes = static_cast<NodeId>(g + 1);
    const Graph graph = Graph::from_edges(num_nodes, random_edges(num_nodes, 5, rng));
    batch.append(graph);
    for (std::int64_t copy = 0; copy < copies[g]; ++copy) expected.append(graph);
  }
  expect_same(repeated(batch, copies), expected);
}

TEST(Repeated, KeepsGraphsWithoutNodes) {
  Batch batch;
  batch.append(Graph());
  batch.append(Graph::from_edges(1, {}));
  Batch expected;
  for (int copy = 0; copy < 2; ++copy) expected.append(Graph());
  expected.append(Graph::from_edges(1, {}));
  expect_same(repeated(batch, std::vector<std::int32_t>{2, 1}), expected);
}

TEST(Repeated, OnceEachIsTheSameBatch) {
  Batch batch;
  batch.append(Graph::from_edges(3, std::vector<Edge>{{0, 1}, {1, 2}}));
  batch.append(Graph::from_edges(2, {}));
  expect_same(repeated(batch, std::vector<std::int32_t>{1, 1}), batch);
}

TEST(Repeated, NeverIsEmpty) {
  Batch batch;
  batch.append(Graph::from_edges(3, std::vector<Edge>{{0, 1}, {1, 2}}));
  expect_same(repeated(batch, std::vector<std::int32_t>{0}), Batch());
}

}  // namespace
}  // namespace gnnir

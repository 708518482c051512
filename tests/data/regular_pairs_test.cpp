#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <tuple>

#include "gnnir/audit/separate.h"
#include "gnnir/base/error.h"
#include "gnnir/data/generate/cfi.h"
#include "gnnir/data/generate/cubic_graphs.h"
#include "gnnir/data/generate/generators.h"
#include "gnnir/data/generate/strongly_regular.h"
#include "gnnir/graph/symmetry.h"
#include "support/coloured_graphs.h"
#include "support/small_graphs.h"

namespace gnnir {
namespace {

std::int64_t common_neighbours(const Graph& graph, NodeId u, NodeId v) {
  std::int64_t common = 0;
  for (NodeId w = 0; w < graph.num_nodes(); ++w) common += graph.has_edge({u, w}) && graph.has_edge({w, v}) ? 1 : 0;
  return common;
}

using Parameters = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>;

/// (n, k, λ, μ), by counting; nothing if the graph is not strongly regular.
std::optional<Parameters> parameters_of(const Graph& graph) {
  std::set<std::int64_t> degrees;
  std::set<std::int64_t> joined;
  std::set<std::int64_t> apart;
  for (NodeId v = 0; v < graph.num_nodes(); ++v) {
    degrees.insert(graph.degree(v));
    for (NodeId u = 0; u < v; ++u) (graph.has_edge({u, v}) ? joined : apart).insert(common_neighbours(graph, u, v));
  }
  if (degrees.size() != 1 || joined.size() != 1 || apart.size() != 1) return std::nullopt;
  return Parameters{graph.num_nodes(), *degrees.begin(), *joined.begin(), *apart.begin()};
}

std::vector<NodeId> distances_from(const Graph& graph, NodeId start) {
  std::vector<NodeId> distance(static_cast<std::size_t>(graph.num_nodes()), -1);
  std::vector<NodeId> queue = {start};
  distance[static_cast<std::size_t>(start)] = 0;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    for (const NodeId u : graph.neighbours(queue[head])) {
      if (distance[static_cast<std::size_t>(u)] >= 0) continue;
      distance[static_cast<std::size_t>(u)] = distance[static_cast<std::size_t>(queue[head])] + 1;
      queue.push_back(u);
    }
  }
  return distance;
}

/// (distance, neighbours one step further, neighbours one step nearer) of all pairs: one of each distance in a
/// distance-regular graph.
std::set<std::tuple<NodeId, NodeId, NodeId>> intersection_numbers(const Graph& graph) {
  std::set<std::tuple<NodeId, NodeId, NodeId>> numbers;
  for (NodeId v = 0; v < graph.num_nodes(); ++v) {
    const std::vector<NodeId> distance = distances_from(graph, v);
    for (NodeId u = 0; u < graph.num_nodes(); ++u) {
      const NodeId own = distance[static_cast<std::size_t>(u)];
      NodeId further = 0;
      NodeId nearer = 0;
      for (const NodeId w : graph.neighbours(u)) {
        further += distance[static_cast<std::size_t>(w)] == own + 1 ? 1 : 0;
        nearer += distance[static_cast<std::size_t>(w)] == own - 1 ? 1 : 0;
      }
      numbers.emplace(own, further, nearer);
    }
  }
  return numbers;
}

void expect_no_two_isomorphic(const std::vector<Graph>& graphs) {
  for (std::size_t a = 0; a < graphs.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) EXPECT_FALSE(are_isomorphic(graphs[a], graphs[b])) << b << " and " << a;
  }
}

TEST(StronglyRegular, FamiliesHaveTheirParametersAndNoTwoAlike) {
  const auto check = [](RegularFamily family, NodeId nodes, std::size_t count, const Parameters& expected) {
    const std::vector<Graph> graphs = regular_graphs(family, nodes);
    EXPECT_EQ(graphs.size(), count) << name_of(family);
    for (const Graph& graph : graphs) EXPECT_EQ(parameters_of(graph), expected) << name_of(family);
    expect_no_two_isomorphic(graphs);
  };
  check(RegularFamily::lattice, 16, 2, {16, 6, 2, 2});
  check(RegularFamily::triangular, 28, 4, {28, 12, 6, 4});
  check(RegularFamily::latin, 16, 2, {16, 9, 4, 6});
  check(RegularFamily::latin, 36, 2, {36, 15, 6, 6});
  check(RegularFamily::latin, 64, 5, {64, 21, 8, 6});
}

TEST(StronglyRegular, HammingAndDoobGraphsAreDistanceRegularWithTheSameNumbers) {
  const std::vector<Graph> graphs = regular_graphs(RegularFamily::hamming, 64);
  ASSERT_EQ(graphs.size(), 2U);
  const std::set<std::tuple<NodeId, NodeId, NodeId>> expected = {{0, 9, 0}, {1, 6, 1}, {2, 3, 2}, {3, 0, 3}};
  for (const Graph& graph : graphs) EXPECT_EQ(intersection_numbers(graph), expected);
  expect_no_two_isomorphic(graphs);
}

TEST(StronglyRegular, AsADataSetEveryGraphIsAClass) {
  const Dataset dataset = generate_strongly_regular();
  EXPECT_EQ(dataset.size(), 2 + 4 + 2 + 2 + 5 + 2);
  EXPECT_EQ(dataset.class_names.size(), 17U);
  EXPECT_EQ(generate_strongly_regular({.most_nodes = 28}).size(), 2 + 4 + 2);
  EXPECT_THROW(static_cast<void>(generate_strongly_regular({.most_nodes = 15})), Error);
}

TEST(CubicGraphs, AreAsManyAsThereAre) {
  // Sequence A002851 of the OEIS.
  EXPECT_EQ(connected_cubic_graphs(4).size(), 1U);
  EXPECT_EQ(connected_cubic_graphs(6).size(), 2U);
  EXPECT_EQ(connected_cubic_graphs(8).size(), 5U);
  EXPECT_EQ(connected_cubic_graphs(10).size(), 19U);
  EXPECT_EQ(connected_cubic_graphs(12).size(), 85U);
  EXPECT_TRUE(connected_cubic_graphs(2).empty());
  EXPECT_TRUE(connected_cubic_graphs(7).empty());
  EXPECT_THROW(static_cast<void>(connected_cubic_graphs(14)), Error);
}

TEST(CubicGraphs, AreConnectedCubicAndDifferent) {
  const std::vector<Graph> graphs = connected_cubic_graphs(10);
  for (const Graph& graph : graphs) {
    for (NodeId v = 0; v < 10; ++v) EXPECT_EQ(graph.degree(v), 3);
    const std::vector<NodeId> distance = distances_from(graph, 0);
    EXPECT_EQ(std::count(distance.begin(), distance.end(), -1), 0);
  }
  expect_no_two_isomorphic(graphs);
}

TEST(Cfi, OverACycleIsTwoCyclesOrOneOfTwiceTheLength) {
  for (const NodeId n : {3, 5, 8}) {
    const Graph base = testing::rings(1, n);
    EXPECT_TRUE(are_isomorphic(cfi_graph(base, false), testing::rings(2, 3 * n)));
    EXPECT_TRUE(are_isomorphic(cfi_graph(base, true), testing::rings(1, 6 * n)));
  }
}

TEST(Cfi, OverATreeColourRefinementSeesTheTwist) {
  Dataset dataset;
  for (const bool twisted : {false, true}) dataset.examples.push_back({.graph = cfi_graph(testing::path(4), twisted)});
  const auto wl = wl_classes(dataset, DatasetColours::of(dataset));
  EXPECT_NE(wl[0], wl[1]);
}

TEST(Cfi, PairsLookTheSameToColourRefinementAndAreNotIsomorphic) {
  const Dataset dataset = generate_cfi({.most_nodes = 8});
  EXPECT_EQ(dataset.size(), 2 * (6 + 5 + 7));  // cycles of 3..8, complete of 4..8, cubic of 6 and 8 beside that of 4
  const DatasetColours colours = DatasetColours::of(dataset);
  const auto wl = wl_classes(dataset, colours);
  const auto isomorphism = isomorphism_classes(dataset, colours);
  const std::set<std::int64_t> different(isomorphism.begin(), isomorphism.end());
  EXPECT_EQ(std::ssize(different), dataset.size());
  for (std::size_t g = 0; g < wl.size(); g += 2) {
    EXPECT_EQ(wl[g], wl[g + 1]) << "pair " << g / 2;
    EXPECT_EQ(dataset.classes[g], 0);
    EXPECT_EQ(dataset.classes[g + 1], 1);
  }
}

TEST(Cfi, HasTheGadgetsOfTheBase) {
  // Per node of degree d: 2^(d-1) inner and 2d outer nodes, d · 2^(d-1) edges; two edges per edge of the base.
  const Dataset complete = generate_cfi({.bases = {CfiBase::complete}, .most_nodes = 7});
  const Graph& last = complete.examples.back().graph;
  EXPECT_EQ(last.num_nodes(), 7 * (32 + 12));
  EXPECT_EQ(last.num_undirected_edges(), 7 * 6 * 32 + 2 * 21);
}

TEST(Cfi, RefusesBaseGraphsThatItHasNoGadgetsFor) {
  EXPECT_THROW(static_cast<void>(cfi_graph(Graph::from_edges(1, std::vector<Edge>{{0, 0}}), false)), Error);
  const Graph arc = Graph::from_edges(2, std::vector<Edge>{{0, 1}}, {.undirected = false});
  EXPECT_THROW(static_cast<void>(cfi_graph(arc, false)), Error);
  EXPECT_THROW(static_cast<void>(generate_cfi({.most_nodes = 2})), Error);
  EXPECT_THROW(static_cast<void>(generate_cfi({.bases = {CfiBase::complete}, .most_nodes = 13})), Error);
}

TEST(Generators, TakeFamiliesAndSizesWhereThereIsAChoice) {
  const Generator& cfi = *find_generator("CFI");
  EXPECT_EQ(generate(cfi, {.families = {"cubic"}, .size = 6}).size(), 2 * 3);
  EXPECT_EQ(generate(cfi, {.families = {"cubic", "cycle"}, .size = 4}).size(), 2 * 3);
  EXPECT_EQ(generate(*find_generator("SR"), {.families = {"hamming"}}).size(), 2);
  EXPECT_THROW(static_cast<void>(generate(cfi, {.families = {"petersen"}})), Error);
  EXPECT_THROW(static_cast<void>(generate(*find_generator("CSL"), {.families = {"cubic"}})), Error);
  EXPECT_THROW(static_cast<void>(generate(*find_generator("CSL"), {.size = 5})), Error);
}

}  // namespace
}  // namespace gnnir

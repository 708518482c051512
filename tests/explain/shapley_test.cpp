#include "gnnir/explain/shapley.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "gnnir/explain/parts.h"
#include "support/datasets.h"
#include "support/small_graphs.h"

namespace gnnir {
namespace {

using ::testing::DoubleNear;
using ::testing::Each;
using ::testing::ElementsAre;

using testing::graph_of;
using testing::path;
using testing::random_graph;

/// A set function that has no pattern: a number drawn by the nodes of a set that hangs together.
double drawn_worth(const std::vector<NodeId>& nodes) {
  std::uint64_t name = 1;
  for (const NodeId v : nodes) name = name * 31 + static_cast<std::uint64_t>(v) + 1;
  Rng rng(name, Purpose::test);
  return rng.normal();
}

std::vector<double> worths(const std::vector<NodeSet>& sets) {
  std::vector<double> found;
  for (const NodeSet& set : sets) found.push_back(drawn_worth(set.nodes()));
  return found;
}

/// The sum over the pieces of a coalition.
double naive_worth(const Graph& graph, const std::vector<NodeId>& coalition) {
  double sum = 0;
  for (const std::vector<NodeId>& piece : connected_parts(induced({.graph = graph}, coalition).graph)) {
    std::vector<NodeId> nodes;
    for (const NodeId v : piece) nodes.push_back(coalition[static_cast<std::size_t>(v)]);
    sum += drawn_worth(nodes);
  }
  return sum;
}

/// The mean over all orders of what a node adds to those before it.
std::vector<double> naive_myerson(const Graph& graph) {
  std::vector<NodeId> order(static_cast<std::size_t>(graph.num_nodes()));
  std::iota(order.begin(), order.end(), 0);
  std::vector<double> values(order.size(), 0);
  double orders = 0;
  do {
    std::vector<NodeId> coalition;
    double before = 0;
    for (const NodeId v : order) {
      coalition.insert(std::lower_bound(coalition.begin(), coalition.end(), v), v);
      const double now = naive_worth(graph, coalition);
      values[static_cast<std::size_t>(v)] += now - before;
      before = now;
    }
    ++orders;
  } while (std::next_permutation(order.begin(), order.end()));
  for (double& value : values) value /= orders;
  return values;
}

std::vector<NodeId> all_nodes_of(const Graph& graph) {
  std::vector<NodeId> nodes(static_cast<std::size_t>(graph.num_nodes()));
  std::iota(nodes.begin(), nodes.end(), 0);
  return nodes;
}

/// Connected, of n nodes.
Graph some_graph(NodeId n, Rng& rng) {
  while (true) {
    Graph graph = random_graph(n, 0.5, rng);
    if (connected_parts(graph).size() == 1) return graph;
  }
}

TEST(Myerson, AreTheMeanOverAllOrdersOfNodes) {
  Rng rng(5, Purpose::test);
  for (const NodeId n : {1, 2, 3, 4, 5, 6}) {
    const Graph graph = some_graph(n, rng);
    const std::vector<double> expected = naive_myerson(graph);
    const MyersonValues found = exact_myerson(graph, all_nodes_of(graph), worths);
    ASSERT_EQ(found.values.size(), expected.size());
    EXPECT_TRUE(found.errors.empty());
    for (std::size_t v = 0; v < expected.size(); ++v) EXPECT_NEAR(found.values[v], expected[v], 1e-12) << n;
  }
}

TEST(Myerson, AddUpToWhatAllAreWorth) {
  Rng rng(6, Purpose::test);
  const Graph graph = some_graph(9, rng);
  const std::vector<NodeId> all = all_nodes_of(graph);
  const auto total = [](const std::vector<double>& x) { return std::accumulate(x.begin(), x.end(), 0.0); };
  EXPECT_NEAR(total(exact_myerson(graph, all, worths).values), drawn_worth(all), 1e-12);
  EXPECT_NEAR(total(sampled_myerson(graph, all, worths, {.orders = 4}).values), drawn_worth(all), 1e-12);
}

TEST(Myerson, LookAtSetsThatHangTogetherOnceEach) {
  std::multiset<std::vector<NodeId>> asked;
  const auto counted = [&](const std::vector<NodeSet>& sets) {
    for (const NodeSet& set : sets) asked.insert(set.nodes());
    return worths(sets);
  };
  exact_myerson(path(5), all_nodes_of(path(5)), counted);
  EXPECT_EQ(asked.size(), 15U) << "the intervals of a path";
  asked.clear();
  sampled_myerson(path(5), all_nodes_of(path(5)), counted, {.orders = 1000});
  EXPECT_EQ(asked.size(), 15U) << "also where orders are drawn";
}

TEST(Myerson, SampledComeNearTheExactOnesAsTheirErrorsSay) {
  Rng rng(7, Purpose::test);
  const Graph graph = some_graph(8, rng);
  const std::vector<NodeId> all = all_nodes_of(graph);
  const std::vector<double> exact = exact_myerson(graph, all, worths).values;
  double squares = 0;
  constexpr std::uint64_t trials = 40;
  for (std::uint64_t seed = 0; seed < trials; ++seed) {
    const MyersonValues found = sampled_myerson(graph, all, worths, {.orders = 200, .seed = seed});
    for (std::size_t v = 0; v < exact.size(); ++v) {
      ASSERT_GT(found.errors[v], 0);
      squares += std::pow((found.values[v] - exact[v]) / found.errors[v], 2) / (trials * 8);
    }
  }
  EXPECT_GT(squares, 0.8) << "the mean square of 320 deviations in units of their errors";
  EXPECT_LT(squares, 1.25);
}

TEST(Myerson, SampledOfEqualNodesAreEqualWhereOrbitsAreGiven) {
  const Graph star = graph_of(5, {{0, 1}, {0, 2}, {0, 3}, {0, 4}});
  const auto by_size = [](const std::vector<NodeSet>& sets) {
    std::vector<double> found;
    for (const NodeSet& set : sets) found.push_back(std::pow(static_cast<double>(set.nodes().size()), 2));
    return found;
  };
  double spread = 0;
  const MyersonValues found =
      sampled_myerson(star, all_nodes_of(star), by_size, {.orders = 2, .orbits = {0, 1, 1, 1, 1}, .spread = &spread});
  EXPECT_THAT(std::vector(found.values.begin() + 1, found.values.end()), Each(found.values[1]));
  EXPECT_GT(spread, 0);
}

TEST(Myerson, OfATriangleThatAloneCountsAreAThirdEach) {
  const Graph graph = graph_of(4, {{0, 1}, {1, 2}, {2, 0}, {2, 3}});
  const auto has_triangle = [](const std::vector<NodeSet>& sets) {
    std::vector<double> found;
    for (const NodeSet& set : sets) found.push_back(set.has(0) && set.has(1) && set.has(2) ? 1 : 0);
    return found;
  };
  const auto third = DoubleNear(1.0 / 3, 1e-12);
  EXPECT_THAT(exact_myerson(graph, all_nodes_of(graph), has_triangle).values,
              ElementsAre(third, third, third, DoubleNear(0, 1e-12)));
}

}  // namespace
}  // namespace gnnir

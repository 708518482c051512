#include "gnnir/graph/symmetry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <thread>
#include <vector>

#include "gnnir/base/rng.h"
#include "gnnir/graph/search_tree.h"
#include "support/coloured_graphs.h"
#include "support/small_graphs.h"

namespace gnnir {
namespace {

using testing::ColouredGraph;
using ::testing::ElementsAre;

double size_of_group(const Symmetry& symmetry) {
  return symmetry.group_size.mantissa * std::pow(10.0, symmetry.group_size.exponent);
}

using Key =
    std::tuple<NodeId, std::vector<std::pair<NodeId, NodeId>>, std::vector<std::int64_t>, std::vector<std::int64_t>>;

Key key_of(const CanonicalForm& form) {
  std::vector<std::pair<NodeId, NodeId>> edges;
  for (const Edge& edge : form.graph.edges()) edges.emplace_back(edge.source, edge.target);
  return {form.graph.num_nodes(), edges, form.node_colours, form.edge_colours};
}

/// How many canonical forms all graphs on n nodes have, where each of the ordered or unordered pairs of nodes has one
/// of `states` states: 0 is no edge, others are colours of edges.
std::size_t count_forms(NodeId n, int states, bool directed) {
  std::vector<Edge> pairs;
  for (NodeId u = 0; u < n; ++u) {
    for (NodeId v = 0; v < n; ++v) {
      if (u < v || (directed && u != v)) pairs.push_back({u, v});
    }
  }
  std::set<Key> forms;
  std::int64_t total = 1;
  for (std::size_t i = 0; i < pairs.size(); ++i) total *= states;
  for (std::int64_t code = 0; code < total; ++code) {
    std::vector<Edge> edges;
    std::map<std::pair<NodeId, NodeId>, std::int64_t> colour;
    std::int64_t rest = code;
    for (const Edge& pair : pairs) {
      const std::int64_t state = rest % states;
      rest /= states;
      if (state == 0) continue;
      edges.push_back(pair);
      colour[{pair.target, pair.source}] = state;
      if (!directed) colour[{pair.source, pair.target}] = state;
    }
    const Graph graph = Graph::from_edges(n, edges, {.undirected = !directed});
    std::vector<std::int64_t> colours;
    for (const auto& [ends, value] : colour) colours.push_back(value);
    forms.insert(key_of(canonical_form(graph, {.edges = colours})));
  }
  return forms.size();
}

TEST(Symmetry, OfAPathTurnsItAround) {
  const Symmetry symmetry = find_symmetry(testing::path(5));
  EXPECT_THAT(symmetry.orbit, ElementsAre(0, 1, 2, 1, 0));
  EXPECT_EQ(symmetry.num_orbits, 3);
  EXPECT_EQ(size_of_group(symmetry), 2);
}

TEST(Symmetry, OfARingTurnsAndReflects) {
  EXPECT_EQ(size_of_group(find_symmetry(testing::rings(1, 7))), 14);
  EXPECT_EQ(size_of_group(find_symmetry(testing::rings(2, 3))), 72);  // 6 · 6 · 2
  EXPECT_EQ(find_symmetry(testing::rings(2, 3)).num_orbits, 1);
}

TEST(Symmetry, OfADirectedRingOnlyTurns) {
  const Graph ring =
      Graph::from_edges(5, std::vector<Edge>{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}}, {.undirected = false});
  EXPECT_EQ(size_of_group(find_symmetry(ring)), 5);
}

TEST(Symmetry, KeepsColoursOfNodesEdgesAndLoops) {
  const Graph ring = testing::rings(1, 4);
  const std::vector<std::int64_t> nodes{0, 0, 5, 0};
  EXPECT_EQ(size_of_group(find_symmetry(ring, {.nodes = nodes})), 2);
  const std::vector<std::int64_t> edges{9, 1, 9, 1, 1, 1, 1, 1};  // 0–1 differs from the others
  EXPECT_EQ(size_of_group(find_symmetry(ring, {.edges = edges})), 2);
  const Graph looped = Graph::from_edges(4, std::vector<Edge>{{0, 1}, {1, 2}, {2, 3}, {3, 0}, {1, 1}});
  EXPECT_EQ(size_of_group(find_symmetry(looped)), 2);
  EXPECT_EQ(find_symmetry(looped).num_orbits, 3);
}

TEST(Symmetry, CountsGroupsThatNoIntegerHolds) {
  const Graph isolated = Graph::from_edges(100, {});
  const GroupSize size = find_symmetry(isolated).group_size;
  EXPECT_NEAR(std::log10(size.mantissa) + size.exponent, std::lgamma(101.0) / std::log(10.0), 1e-6);
}

TEST(Symmetry, OfLargeGraphsIsFoundToo) {
  // More than 256 nodes: lists instead of bit matrices, directed and undirected, with colours of edges.
  EXPECT_EQ(size_of_group(find_symmetry(testing::rings(1, 300))), 600);
  EXPECT_EQ(find_symmetry(testing::path(301)).num_orbits, 151);
  std::vector<Edge> turns;
  for (NodeId v = 0; v < 300; ++v) turns.push_back({v, (v + 1) % 300});
  EXPECT_EQ(size_of_group(find_symmetry(Graph::from_edges(300, turns, {.undirected = false}))), 300);
  const Graph ring = testing::rings(1, 300);
  std::vector<std::int64_t> every_third;  // of the edges v–v+1, by target and then source
  for (const Edge& edge : ring.edges()) {
    const NodeId low = std::abs(edge.source - edge.target) == 1 ? std::min(edge.source, edge.target) : 299;
    every_third.push_back(low % 3 == 0 ? 1 : 0);
  }
  EXPECT_EQ(size_of_group(find_symmetry(ring, {.edges = every_third})), 200);  // 100 turns, each with a reflection
}

TEST(Symmetry, OfNothingIsNothing) {
  EXPECT_EQ(find_symmetry(Graph()).num_orbits, 0);
  EXPECT_TRUE(are_isomorphic(Graph(), Graph()));
  EXPECT_FALSE(are_isomorphic(Graph(), Graph::from_edges(1, {})));
}

TEST(CanonicalForm, AreAsManyAsThereAreGraphs) {
  // Sequences A000088 (graphs), A000273 (directed graphs) and A004102 (edges of two colours) of the OEIS.
  EXPECT_EQ(count_forms(3, 2, false), 4U);
  EXPECT_EQ(count_forms(4, 2, false), 11U);
  EXPECT_EQ(count_forms(5, 2, false), 34U);
  EXPECT_EQ(count_forms(6, 2, false), 156U);
  EXPECT_EQ(count_forms(3, 2, true), 16U);
  EXPECT_EQ(count_forms(4, 2, true), 218U);
  EXPECT_EQ(count_forms(3, 3, false), 10U);
  EXPECT_EQ(count_forms(4, 3, false), 66U);
  EXPECT_EQ(count_forms(5, 3, false), 792U);
}

TEST(CanonicalForm, IsTheSameForRelabelledGraphs) {
  for (std::uint64_t i = 0; i < 2'000; ++i) {
    Rng rng(6, Purpose::test, 0, i);
    const ColouredGraph g = testing::random_coloured_graph(rng, 20);
    const CanonicalForm form = canonical_form(g.graph, g.colours());
    for (int copy = 0; copy < 10; ++copy) {
      const auto other = testing::relabelled(g, testing::random_names(g.graph.num_nodes(), rng));
      ASSERT_EQ(canonical_form(other.graph, other.colours()), form) << "graph " << i;
    }
  }
}

TEST(CanonicalForm, IsTheSameForLargeRelabelledGraphs) {
  for (std::uint64_t i = 0; i < 10; ++i) {
    Rng rng(7, Purpose::test, 0, i);
    const bool directed = i % 2 == 1;
    const ColouredGraph g =
        testing::uncoloured(directed ? testing::directed_graph(500, 900, rng) : testing::random_graph(400, 0.01, rng));
    const CanonicalForm form = canonical_form(g.graph);
    for (int copy = 0; copy < 3; ++copy) {
      const auto other = testing::relabelled(g, testing::random_names(g.graph.num_nodes(), rng));
      ASSERT_EQ(canonical_form(other.graph), form) << "graph " << i;
    }
  }
}

/// Canonical by the plain search tree: the smallest graph that a leaf makes.
Key smallest_leaf(const ColouredGraph& g) {
  Key smallest;
  bool found = false;
  SearchTree(g.graph, g.colours()).walk([&](const SearchTree::Node& node) {
    if (!node.is_leaf()) return SearchTree::Step::descend;
    std::vector<NodeId> name(static_cast<std::size_t>(g.graph.num_nodes()));
    for (NodeId v = 0; v < g.graph.num_nodes(); ++v) name[static_cast<std::size_t>(v)] = node.partition.place_of(v);
    const ColouredGraph leaf = testing::relabelled(g, name);
    Key key = key_of({leaf.graph, leaf.node_colours, leaf.edge_colours});
    if (!found || key < smallest) smallest = std::move(key);
    found = true;
    return SearchTree::Step::descend;
  });
  return smallest;
}

TEST(CanonicalForm, FindsTheSameGraphsIsomorphicAsThePlainSearchTree) {
  int isomorphic = 0;
  for (std::uint64_t i = 0; i < 3'000; ++i) {
    Rng rng(8, Purpose::test, 0, i);
    const ColouredGraph a = testing::random_rings(rng);
    const ColouredGraph b = testing::random_rings(rng);
    const bool same = are_isomorphic(a.graph, b.graph, a.colours(), b.colours());
    isomorphic += same ? 1 : 0;
    if (i < 200) {
      ASSERT_EQ(same, smallest_leaf(a) == smallest_leaf(b)) << "pair " << i;
    }
  }
  EXPECT_GT(isomorphic, 50);
}

TEST(Symmetry, OrbitsAreFinerThanCellsOfColourRefinement) {
  for (std::uint64_t i = 0; i < 2'000; ++i) {
    Rng rng(9, Purpose::test, 0, i);
    const ColouredGraph g = testing::random_coloured_graph(rng, 15);
    const Symmetry symmetry = find_symmetry(g.graph, g.colours());
    const Partition cells = ColourRefinement(g.graph, g.colours()).coarsest();
    for (NodeId v = 0; v < g.graph.num_nodes(); ++v) {
      ASSERT_EQ(cells.cell_of(v), cells.cell_of(symmetry.orbit[static_cast<std::size_t>(v)])) << "graph " << i;
    }
    ASSERT_GE(symmetry.num_orbits, cells.num_cells());
  }
}

TEST(CanonicalForm, IsTheSameInEveryThread) {
  Rng rng(10, Purpose::test);
  const ColouredGraph g = testing::random_coloured_graph(rng, 40);
  const CanonicalForm form = canonical_form(g.graph, g.colours());
  std::vector<int> same(4, 0);
  std::vector<std::jthread> threads;
  for (int& count : same) {
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) count += canonical_form(g.graph, g.colours()) == form ? 1 : 0;
    });
  }
  threads.clear();
  EXPECT_THAT(same, ::testing::Each(50));
}

}  // namespace
}  // namespace gnnir

#include "gnnir/graph/search_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "gnnir/base/rng.h"
#include "support/coloured_graphs.h"
#include "support/small_graphs.h"

namespace gnnir {
namespace {

using Step = SearchTree::Step;

std::int64_t count_leaves(const Graph& graph, CellRule rule) {
  std::int64_t leaves = 0;
  SearchTree(graph, {}, rule).walk([&](const SearchTree::Node& node) {
    leaves += node.is_leaf() ? 1 : 0;
    return Step::descend;
  });
  return leaves;
}

Graph complete(NodeId nodes) {
  Rng rng(0, Purpose::test);
  return testing::random_graph(nodes, 1.0, rng);
}

TEST(SearchTree, LeavesOfACompleteGraphAreAllItsLabellings) {
  EXPECT_EQ(count_leaves(complete(1), CellRule::first), 1);
  EXPECT_EQ(count_leaves(complete(4), CellRule::first), 24);
  EXPECT_EQ(count_leaves(complete(5), CellRule::largest), 120);
}

TEST(SearchTree, LeavesOfARingAreItsSymmetries) {
  // One node, then one of its two neighbours (or of another pair at equal distance), fixes everything: 6 · 2.
  for (const CellRule rule : {CellRule::first, CellRule::smallest, CellRule::largest}) {
    EXPECT_EQ(count_leaves(testing::rings(1, 6), rule), 12);
  }
}

TEST(SearchTree, TakesTheCellThatTheRuleSays) {
  // Colours 0, 1, 1, 1, 2, 2: cells of one, three and two nodes.
  const Partition cells(std::vector<std::int64_t>{0, 1, 1, 1, 2, 2});
  EXPECT_EQ(target_cell(cells, CellRule::first), 1);
  EXPECT_EQ(target_cell(cells, CellRule::largest), 1);
  EXPECT_EQ(target_cell(cells, CellRule::smallest), 4);
  EXPECT_EQ(target_cell(Partition(std::vector<std::int64_t>{4, 3}), CellRule::first), 2);
  EXPECT_EQ(target_cell(Partition(0), CellRule::first), 0);
}

TEST(SearchTree, WalksDepthFirstAndStopsOrSkipsWhenTold) {
  std::vector<std::vector<NodeId>> paths;
  const Graph triangle = complete(3);
  SearchTree tree(triangle);
  tree.walk([&](const SearchTree::Node& node) {
    paths.emplace_back(node.path.begin(), node.path.end());
    if (paths.back() == std::vector<NodeId>{1}) return Step::skip;
    return paths.back() == std::vector<NodeId>{2, 0} ? Step::stop : Step::descend;
  });
  // With two nodes chosen, the third is alone.
  EXPECT_EQ(paths, (std::vector<std::vector<NodeId>>{{}, {0}, {0, 1}, {0, 2}, {1}, {2}, {2, 0}}));
}

TEST(SearchTree, CertificatesDoNotDependOnTheNumbersOfNodes) {
  for (std::uint64_t i = 0; i < 500; ++i) {
    Rng rng(5, Purpose::test, 0, i);
    const testing::ColouredGraph g = testing::random_coloured_graph(rng, 9);
    const auto other = testing::relabelled(g, testing::random_names(g.graph.num_nodes(), rng));
    for (const CellRule rule : {CellRule::first, CellRule::smallest, CellRule::largest}) {
      ASSERT_EQ(SearchTree(g.graph, g.colours(), rule).certificate(2),
                SearchTree(other.graph, other.colours(), rule).certificate(2))
          << "graph " << i;
    }
  }
}

TEST(SearchTree, DepthOneTellsASixCycleFromTwoTriangles) {
  const Graph six = testing::rings(1, 6);
  const Graph threes = testing::rings(2, 3);
  EXPECT_EQ(SearchTree(six).certificate(0), SearchTree(threes).certificate(0));
  EXPECT_NE(SearchTree(six).certificate(1), SearchTree(threes).certificate(1));
}

}  // namespace
}  // namespace gnnir

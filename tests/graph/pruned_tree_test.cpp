#include "gnnir/graph/pruned_tree.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <vector>

#include "gnnir/base/rng.h"
#include "gnnir/graph/symmetry.h"
#include "support/coloured_graphs.h"
#include "support/small_graphs.h"

namespace gnnir {
namespace {

using testing::ColouredGraph;

PrunedTree grown(const ColouredGraph& g, std::int64_t depth) {
  PrunedTree tree(g.graph, g.colours());
  while (tree.depth() < depth) tree.deepen();
  return tree;
}

/// How many branches of the whole tree each level of the pruned one stands for.
std::vector<std::int64_t> whole_levels(const PrunedTree& tree) {
  std::vector<std::int64_t> totals;
  std::vector<std::int64_t> above;
  for (std::int64_t depth = 0; depth <= tree.depth(); ++depth) {
    std::vector<std::int64_t> here;
    for (const PrunedTree::Branch& branch : tree.level(depth)) {
      const std::int64_t parent = depth == 0 ? 1 : above[static_cast<std::size_t>(branch.parent)];
      here.push_back(parent * branch.multiplicity);
    }
    totals.push_back(0);
    for (const std::int64_t count : here) totals.back() += count;
    above = here;
  }
  return totals;
}

std::vector<std::int64_t> count_by_walking(const ColouredGraph& g, std::size_t depth) {
  std::vector<std::int64_t> totals(depth + 1, 0);
  SearchTree(g.graph, g.colours()).walk([&](const SearchTree::Node& node) {
    ++totals[node.path.size()];
    return node.path.size() == depth ? SearchTree::Step::skip : SearchTree::Step::descend;
  });
  return totals;
}

TEST(PrunedTree, StandsForAsManyBranchesAsTheWholeTreeHas) {
  for (std::uint64_t i = 0; i < 200; ++i) {
    Rng rng(21, Purpose::test, 0, i);
    const ColouredGraph g = i % 2 == 0 ? testing::random_rings(rng) : testing::random_coloured_graph(rng, 10);
    ASSERT_EQ(whole_levels(grown(g, 3)), count_by_walking(g, 3)) << "graph " << i;
  }
}

TEST(PrunedTree, HasOneBranchPerLevelWhereAllNodesAreEquivalent) {
  const ColouredGraph ring = testing::uncoloured(testing::rings(1, 41));
  PrunedTree tree(ring.graph);
  while (!tree.is_complete()) tree.deepen();
  EXPECT_EQ(tree.depth(), 2);  // a node, and one of two that lie alike
  EXPECT_EQ(tree.level(1).size(), 1U);
  EXPECT_EQ(tree.level(1).front().multiplicity, 41);
  EXPECT_EQ(tree.level(2).size(), 1U);
  EXPECT_EQ(tree.level(2).front().multiplicity, 2);
}

TEST(PrunedTree, TellsApartWhatTheWholeTreeDoes) {
  std::int64_t equal = 0;
  for (std::uint64_t i = 0; i < 300; ++i) {
    Rng rng(22, Purpose::test, 0, i);
    const ColouredGraph a = testing::random_rings(rng);
    const ColouredGraph b = testing::random_rings(rng);
    for (const std::int64_t depth : {0, 1, 2}) {
      const bool same =
          SearchTree(a.graph, a.colours()).certificate(depth) == SearchTree(b.graph, b.colours()).certificate(depth);
      equal += same ? 1 : 0;
      ASSERT_EQ(grown(a, depth).certificate() == grown(b, depth).certificate(), same) << i << ", depth " << depth;
    }
  }
  EXPECT_GT(equal, 30);
  EXPECT_LT(equal, 870);
}

TEST(PrunedTree, LooksTheSameForRelabelledGraphsAtEveryDepth) {
  for (std::uint64_t i = 0; i < 300; ++i) {
    Rng rng(23, Purpose::test, 0, i);
    const ColouredGraph g = testing::random_coloured_graph(rng, 12);
    const auto other = testing::relabelled(g, testing::random_names(g.graph.num_nodes(), rng));
    for (const std::int64_t depth : {0, 1, 2, 3}) {
      ASSERT_EQ(grown(g, depth).certificate(), grown(other, depth).certificate()) << i << ", depth " << depth;
    }
  }
}

TEST(PrunedTree, ThatIsCompleteLooksTheSameForIsomorphicGraphsOnly) {
  std::int64_t isomorphic = 0;
  for (std::uint64_t i = 0; i < 300; ++i) {
    Rng rng(24, Purpose::test, 0, i);
    const ColouredGraph a = testing::random_rings(rng);
    const ColouredGraph b = testing::random_rings(rng);
    const auto complete = [](const ColouredGraph& g) {
      PrunedTree tree(g.graph, g.colours());
      while (!tree.is_complete()) tree.deepen();
      return tree.certificate();
    };
    const bool same = are_isomorphic(a.graph, b.graph, a.colours(), b.colours());
    isomorphic += same ? 1 : 0;
    ASSERT_EQ(complete(a) == complete(b), same) << i;
  }
  EXPECT_GT(isomorphic, 5);
}

TEST(PrunedTree, StaysAsItWasWhereNothingIsLeftToSpend) {
  const Graph ring = testing::rings(1, 12);
  PrunedTree tree(ring);
  const Digest before = tree.certificate();
  std::int64_t work = 0;
  EXPECT_FALSE(tree.deepen([&](PrunedTree::Cost cost) { return (work += cost.work) < 60; }));
  EXPECT_EQ(tree.depth(), 0);
  EXPECT_EQ(tree.certificate(), before);
  EXPECT_FALSE(tree.is_complete());
  EXPECT_TRUE(tree.deepen());
  EXPECT_NE(tree.certificate(), before);
}

}  // namespace
}  // namespace gnnir

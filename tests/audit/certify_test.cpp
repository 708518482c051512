#include "gnnir/audit/certify.h"

#include <gtest/gtest.h>

#include <vector>

#include "support/small_graphs.h"

namespace gnnir {
namespace {

/// What was chosen in one graph, or in one branch of it.
struct Selection {
  std::vector<NodeId> chosen = {};
  std::vector<NodeId> cut_cell = {};
  bool close_call = false;
};

Selection part_of(std::vector<NodeId> cell, std::vector<NodeId> chosen) {
  return {.chosen = std::move(chosen), .cut_cell = std::move(cell)};
}

using Layers = std::vector<std::vector<Selection>>;

/// Layer by layer, branch by branch.
Certificate certified(const Graph& graph, Colours colours, const Layers& layers, bool tree) {
  std::vector<Choice> choices;
  for (const std::vector<Selection>& branches : layers) {
    Choice& all = choices.emplace_back();
    for (const Selection& selection : branches) {
      Choice one;
      one.rows = selection.chosen;
      one.cut_rows = selection.cut_cell;
      one.close_call = {selection.close_call};
      all.append(one, static_cast<std::int32_t>(all.num_graphs()) * graph.num_nodes());
    }
  }
  return certify(graph, colours, choices, tree);
}

const std::vector<NodeId> ring_of_six = {0, 1, 2, 3, 4, 5};

TEST(Certify, NeedsNoProofWithoutSelections) {
  const Certificate certificate = certified(testing::rings(1, 6), {}, {}, false);
  EXPECT_TRUE(certificate.certified);
  EXPECT_EQ(certificate.num_cells, 1);
  EXPECT_EQ(certificate.num_orbits, 1);
}

TEST(Certify, WholeCellsAreNoChoice) {
  const Layers layers = {{{.chosen = ring_of_six}}};
  const Certificate certificate = certified(testing::rings(1, 6), {}, layers, false);
  EXPECT_TRUE(certificate.certified);
  EXPECT_FALSE(certificate.layers[0].cut);
}

TEST(Certify, OneMemberOfAnOrbitIsAsGoodAsAnother) {
  const Certificate certificate = certified(testing::rings(1, 6), {}, {{part_of(ring_of_six, {2})}}, false);
  EXPECT_TRUE(certificate.certified);
  EXPECT_TRUE(certificate.layers[0].cut);
  EXPECT_TRUE(certificate.layers[0].cut_cell_is_orbit);
  EXPECT_TRUE(certified(testing::rings(1, 6), {}, {{part_of(ring_of_six, {0, 1, 2, 3, 4})}}, false).certified);
}

TEST(Certify, TwoMembersOfARingMayBeNearOrFar) {
  const Certificate certificate = certified(testing::rings(1, 6), {}, {{part_of(ring_of_six, {0, 1})}}, false);
  EXPECT_FALSE(certificate.certified);
  EXPECT_TRUE(certificate.layers[0].cut_cell_is_orbit);
  EXPECT_EQ(certificate.because, "layer 1: 2 of 6 equivalent nodes were taken");
}

TEST(Certify, AnyMembersWillDoWhereAllMayBeExchanged) {
  // A star: its leaves are all alike, in any combination.
  const Graph star = Graph::from_edges(6, std::vector<Edge>{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}});
  EXPECT_TRUE(certified(star, {}, {{part_of({1, 2, 3, 4, 5}, {2, 4})}}, false).certified);
  // Not if an edge differs.
  const std::vector<std::int64_t> edges = {0, 0, 0, 0, 7, 0, 0, 0, 0, 7};  // by target: 0's five, then one each
  const Certificate coloured = certified(star, {.edges = edges}, {{part_of({1, 2, 3, 4, 5}, {2, 4})}}, false);
  EXPECT_FALSE(coloured.certified);
  EXPECT_EQ(coloured.because, "layer 1: a cell was cut that is not an orbit");
}

TEST(Certify, ACellOfNodesThatOnlyLookAlikeIsNoOrbit) {
  // A triangle beside a ring of five: message passing sees eight equal nodes.
  std::vector<Edge> edges = {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 6}, {6, 7}, {7, 3}};
  const Graph graph = Graph::from_edges(8, edges);
  const Certificate certificate = certified(graph, {}, {{part_of({0, 1, 2, 3, 4, 5, 6, 7}, {0})}}, false);
  EXPECT_FALSE(certificate.certified);
  EXPECT_FALSE(certificate.layers[0].cut_cell_is_orbit);
  EXPECT_EQ(certificate.num_cells, 1);
  EXPECT_EQ(certificate.num_orbits, 2);
  EXPECT_FALSE(certificate.cells_are_orbits());
}

TEST(Certify, KeepsWhatWasChosenBefore) {
  // With node 0 of the ring chosen, 1 and 5 are still alike, but 1, 2 and 4 are not.
  const Selection first = part_of(ring_of_six, {0});
  EXPECT_TRUE(certified(testing::rings(1, 6), {}, {{first}, {part_of({1, 5}, {5})}}, false).certified);
  const Certificate other = certified(testing::rings(1, 6), {}, {{first}, {part_of({1, 2, 4}, {1})}}, false);
  EXPECT_FALSE(other.certified);
  EXPECT_EQ(other.because, "layer 2: a cell was cut that is not an orbit");
}

TEST(Certify, RoundingThatMayHaveDecidedIsNoProof) {
  Selection selection{.chosen = ring_of_six};
  selection.close_call = true;
  const Certificate certificate = certified(testing::rings(1, 6), {}, {{selection}}, false);
  EXPECT_FALSE(certificate.certified);
  EXPECT_EQ(certificate.because, "layer 1: scores differ by about the tolerance");
}

TEST(Certify, EveryBranchOfATreeKnowsItsOwnNodeOnly) {
  const Graph ring = testing::rings(1, 6);
  const Selection all{.chosen = ring_of_six};
  std::vector<Selection> second;
  for (NodeId v = 0; v < 6; ++v) {
    second.push_back(part_of({(v + 1) % 6, (v + 5) % 6}, {(v + 1) % 6}));  // one of the two neighbours
  }
  EXPECT_TRUE(certified(ring, {}, {{all}, second}, true).certified);
  second[3] = part_of({4, 0}, {4});  // a neighbour of node 3, and the node opposite
  EXPECT_FALSE(certified(ring, {}, {{all}, second}, true).certified);
}

TEST(Certify, CellsThatAreNotWholeOrbitsAreNoProof) {
  const Graph ring = testing::rings(1, 6);
  const Certificate whole = certified(ring, {}, {{{.chosen = {0, 1, 2}}}}, false);
  EXPECT_FALSE(whole.certified);
  EXPECT_EQ(whole.because, "layer 1: rounding told equivalent nodes apart");
  EXPECT_FALSE(certified(ring, {}, {{part_of({0, 1, 2}, {0})}}, false).certified);
}

TEST(Certify, AnyMembersOfAnOrbitGiveTheSameTree) {
  EXPECT_TRUE(certified(testing::rings(1, 6), {}, {{part_of(ring_of_six, {0, 1})}}, true).certified);
}

TEST(Certify, FindsExchangeableNodesAmongMany) {
  // Two stars of 3,000 leaves; quadratic time would be felt.
  std::vector<Edge> edges;
  std::vector<NodeId> leaves;
  for (NodeId leaf = 0; leaf < 3000; ++leaf) {
    edges.push_back({0, 2 + leaf});
    edges.push_back({1, 3002 + leaf});
    leaves.push_back(2 + leaf);
  }
  const std::vector<std::int64_t> colours = [&] {
    std::vector<std::int64_t> list(6002, 0);
    for (const NodeId leaf : leaves) list[static_cast<std::size_t>(leaf)] = 1;
    return list;
  }();
  const Graph stars = Graph::from_edges(6002, edges);
  EXPECT_TRUE(certified(stars, {.nodes = colours}, {{part_of(leaves, {5, 9, 77})}}, false).certified);
}

TEST(Certify, TakesGraphsWithoutNodes) { EXPECT_TRUE(certified(Graph(), {}, {{Selection{}}}, false).certified); }

}  // namespace
}  // namespace gnnir

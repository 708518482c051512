#include "gnnir/graph/colour_refinement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "gnnir/base/rng.h"
#include "support/coloured_graphs.h"
#include "support/small_graphs.h"

namespace gnnir {
namespace {

using testing::ColouredGraph;

/// The obvious version: until nothing changes, a node's colour is its old one with all (colour, edge colour) that reach
/// it. Colours are numbered over all graphs together, so equal numbers mean equal colours in different graphs too.
std::vector<std::vector<std::int64_t>> naive_colours(const std::vector<const ColouredGraph*>& graphs) {
  using Key = std::tuple<std::int64_t, std::vector<std::pair<std::int64_t, std::int64_t>>>;
  std::vector<std::vector<std::int64_t>> colours;
  for (const ColouredGraph* g : graphs) colours.push_back(g->node_colours);
  std::size_t different = 0;
  while (true) {
    std::map<Key, std::int64_t> numbers;
    std::vector<std::vector<std::int64_t>> next;
    for (std::size_t g = 0; g < graphs.size(); ++g) {
      next.emplace_back();
      std::size_t edge = 0;
      for (NodeId v = 0; v < graphs[g]->graph.num_nodes(); ++v) {
        Key key{colours[g][static_cast<std::size_t>(v)], {}};
        for (const NodeId u : graphs[g]->graph.neighbours(v)) {
          std::get<1>(key).emplace_back(colours[g][static_cast<std::size_t>(u)], graphs[g]->edge_colours[edge++]);
        }
        std::sort(std::get<1>(key).begin(), std::get<1>(key).end());
        next.back().push_back(numbers.emplace(key, std::ssize(numbers)).first->second);
      }
    }
    colours = std::move(next);
    if (numbers.size() == different) return colours;
    different = numbers.size();
  }
}

/// Whether two colourings of the same nodes have the same cells.
template <typename A, typename B>
bool same_cells(const std::vector<A>& a, const std::vector<B>& b) {
  std::map<A, B> there;
  std::map<B, A> back;
  for (std::size_t v = 0; v < a.size(); ++v) {
    if (there.emplace(a[v], b[v]).first->second != b[v] || back.emplace(b[v], a[v]).first->second != a[v]) return false;
  }
  return true;
}

std::vector<std::int64_t> coarsest_quotient(const ColouredGraph& g) {
  ColourRefinement refinement(g.graph, g.colours());
  return refinement.quotient(refinement.coarsest());
}

TEST(ColourRefinement, HasOneCellWhereAllNodesAreAlike) {
  const Graph cycle = testing::rings(1, 6);
  EXPECT_EQ(ColourRefinement(cycle).coarsest().num_cells(), 1);
}

TEST(ColourRefinement, TellsTheNodesOfAPathByTheirDistanceFromTheEnds) {
  const Graph path = testing::path(5);
  const Partition cells = ColourRefinement(path).coarsest();
  EXPECT_EQ(cells.num_cells(), 3);
  EXPECT_EQ(cells.cell_of(0), cells.cell_of(4));
  EXPECT_EQ(cells.cell_of(1), cells.cell_of(3));
}

TEST(ColourRefinement, FollowsTheDirectionOfMessages) {
  // 0 → 1 → 2: all have different numbers of steps behind them. In 0 → 1 ← 2, nodes 0 and 2 have none.
  const EdgeRules directed{.undirected = false};
  const Graph chain = Graph::from_edges(3, std::vector<Edge>{{0, 1}, {1, 2}}, directed);
  const Graph sink = Graph::from_edges(3, std::vector<Edge>{{0, 1}, {2, 1}}, directed);
  EXPECT_TRUE(ColourRefinement(chain).coarsest().is_discrete());
  EXPECT_EQ(ColourRefinement(sink).coarsest().num_cells(), 2);
}

TEST(ColourRefinement, SeesColoursOfNodesAndEdges) {
  const Graph cycle = testing::rings(1, 4);
  const std::vector<std::int64_t> nodes{7, 7, -2, 7};
  EXPECT_EQ(ColourRefinement(cycle, {.nodes = nodes}).coarsest().num_cells(), 3);
  // Edges by target: 0←1 0←3, 1←0 1←2, 2←1 2←3, 3←0 3←2; the edge 0–1 is of another colour.
  const std::vector<std::int64_t> edges{9, 1, 9, 1, 1, 1, 1, 1};
  const Partition cells = ColourRefinement(cycle, {.edges = edges}).coarsest();
  EXPECT_EQ(cells.num_cells(), 2);
  EXPECT_EQ(cells.cell_of(0), cells.cell_of(1));
}

TEST(ColourRefinement, HasNoCellsWithoutNodes) {
  const Graph empty;
  EXPECT_EQ(ColourRefinement(empty).coarsest().num_cells(), 0);
}

TEST(ColourRefinement, IndividualizingOneNodeOfACycleTellsDistancesFromIt) {
  const Graph cycle = testing::rings(1, 6);
  ColourRefinement refinement(cycle);
  Partition cells = refinement.coarsest();
  refinement.individualize(cells, 2);
  EXPECT_EQ(cells.num_cells(), 4);
  EXPECT_EQ(cells.cell_of(2), Partition::first_cell());
  EXPECT_EQ(cells.cell_of(1), cells.cell_of(3));
  EXPECT_EQ(cells.cell_of(0), cells.cell_of(4));
}

TEST(ColourRefinement, AgreesWithTheObviousVersionOn100000RandomGraphs) {
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    Rng rng(1, Purpose::test, 0, i);
    const ColouredGraph g = testing::random_coloured_graph(rng, 12);
    ColourRefinement refinement(g.graph, g.colours());
    const Partition cells = refinement.coarsest();
    ASSERT_TRUE(same_cells(cells.cell_numbers(), naive_colours({&g})[0])) << "graph " << i;
  }
}

TEST(ColourRefinement, AgreesWithTheObviousVersionAfterIndividualizing) {
  for (std::uint64_t i = 0; i < 5'000; ++i) {
    Rng rng(2, Purpose::test, 0, i);
    ColouredGraph g = testing::random_coloured_graph(rng, 14);
    ColourRefinement refinement(g.graph, g.colours());
    Partition cells = refinement.coarsest();
    ColouredGraph marked = g;
    for (std::int64_t mark = 1000; !cells.is_discrete(); ++mark) {
      NodeId v = 0;
      do {
        v = static_cast<NodeId>(rng.below(g.node_colours.size()));
      } while (cells.size_of(cells.cell_of(v)) == 1);
      refinement.individualize(cells, v);
      marked.node_colours[static_cast<std::size_t>(v)] = mark;
      ASSERT_TRUE(same_cells(cells.cell_numbers(), naive_colours({&marked})[0])) << "graph " << i;
    }
  }
}

TEST(ColourRefinement, OrdersCellsWhateverTheNumbersOfNodes) {
  for (std::uint64_t i = 0; i < 3'000; ++i) {
    Rng rng(3, Purpose::test, 0, i);
    const ColouredGraph g = testing::random_coloured_graph(rng, 30);
    const std::vector<NodeId> name = testing::random_names(g.graph.num_nodes(), rng);
    const ColouredGraph other = testing::relabelled(g, name);
    const auto numbers = ColourRefinement(g.graph, g.colours()).coarsest().cell_numbers();
    const auto moved = ColourRefinement(other.graph, other.colours()).coarsest().cell_numbers();
    for (std::size_t v = 0; v < name.size(); ++v) {
      ASSERT_EQ(numbers[v], moved[static_cast<std::size_t>(name[v])]) << "graph " << i << ", node " << v;
    }
    ASSERT_EQ(coarsest_quotient(g), coarsest_quotient(other)) << "graph " << i;
  }
}

TEST(ColourRefinement, QuotientsAreEqualJustWhereTheObviousVersionSeesNoDifference) {
  int equal = 0;
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    Rng rng(4, Purpose::test, 0, i);
    const ColouredGraph a = testing::random_rings(rng);
    const ColouredGraph b = testing::random_rings(rng);
    auto colours = naive_colours({&a, &b});
    for (auto& list : colours) std::sort(list.begin(), list.end());
    equal += colours[0] == colours[1] ? 1 : 0;
    ASSERT_EQ(coarsest_quotient(a) == coarsest_quotient(b), colours[0] == colours[1]) << "pair " << i;
  }
  EXPECT_GT(equal, 1000) << "too few pairs without a difference to test that side";
}

TEST(ColourRefinement, OrdersThousandsOfCells) {
  const Graph path = testing::path(6001);
  const Partition cells = ColourRefinement(path).coarsest();
  EXPECT_EQ(cells.num_cells(), 3001);
  Rng rng(5, Purpose::test);
  const Graph random = testing::random_graph(3000, 0.002, rng);
  const std::vector<NodeId> name = testing::random_names(3000, rng);
  EXPECT_EQ(coarsest_quotient(testing::uncoloured(random)),
            coarsest_quotient(testing::uncoloured(relabelled(random, name))));
}

TEST(ColourRefinement, CannotTellASixCycleFromTwoTriangles) {
  EXPECT_EQ(coarsest_quotient(testing::uncoloured(testing::rings(1, 6))),
            coarsest_quotient(testing::uncoloured(testing::rings(2, 3))));
}

}  // namespace
}  // namespace gnnir

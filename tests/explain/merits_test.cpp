#include "gnnir/explain/merits.h"

#include <gmock/gmock.h>

#include <cmath>

#include "gnnir/explain/parts.h"
#include "support/datasets.h"
#include "support/errors.h"

namespace gnnir {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using testing::graph_of;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(FoundNodes, AreTheTopShareRoundedUpAndWhateverIsAsLarge) {
  const std::vector<double> values = {0.1, 0.9, 0.5, -2, 0.5};
  EXPECT_THAT(found_nodes(values, 0.2, false), ElementsAre(1));
  EXPECT_THAT(found_nodes(values, 0.4, false), ElementsAre(1, 2, 4));
  EXPECT_THAT(found_nodes(values, 0.2, true), ElementsAre(3));
  EXPECT_THAT(found_nodes(values, 1, false), ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(found_nodes({}, 0.2, false), IsEmpty());
}

TEST(Unfaithfulness, IsOneLessTheExponentialOfTheDivergence) {
  EXPECT_EQ(unfaithfulness({0.25, 0.75}, {0.25, 0.75}), 0);
  const double divergence = 0.5 * std::log(0.5 / 0.25) + 0.5 * std::log(0.5 / 0.75);
  EXPECT_NEAR(unfaithfulness({0.5, 0.5}, {0.25, 0.75}), 1 - std::exp(-divergence), 1e-15);
  EXPECT_NEAR(unfaithfulness({1, 0}, {0, 1}), 1, 1e-12);
}

TEST(Auc, IsTheShareOfPairsInTheRightOrder) {
  EXPECT_EQ(auc_of({3, 2, 1, 0}, false, {0, 1}), 1);
  EXPECT_EQ(auc_of({3, 2, 1, 0}, false, {0, 2}), 0.75);
  EXPECT_EQ(auc_of({-3, 0, 1}, true, {0}), 1);
  EXPECT_TRUE(std::isnan(auc_of({1, 2}, false, {})));
  EXPECT_TRUE(std::isnan(auc_of({1, NAN}, false, {0})));
}

TEST(NodesOfTheTruth, AreNumbersWithSpacesBetween) {
  EXPECT_THAT(nodes_in("8 3  11", 12, "x"), ElementsAre(3, 8, 11));
  EXPECT_THAT(nodes_in("", 12, "x"), IsEmpty());
  EXPECT_THAT(error_of([] { nodes_in("3 12", 12, "here"); }).what(), HasSubstr("here: expected nodes from 0 to 11"));
  EXPECT_THAT(error_of([] { nodes_in("3,4", 12, "here"); }).what(), HasSubstr("'3,4'"));
}

TEST(PartsOfAGraph, KeepTheFeaturesOfWhatIsLeft) {
  const Graph graph = Graph::from_edges(4, std::vector<Edge>{{0, 1}, {1, 2}, {2, 0}, {2, 3}}, {.undirected = false});
  // By target: 2→0, 0→1, 1→2, 2→3.
  const Example whole{.graph = graph,
                      .node_labels = {10, 11, 12, 13},
                      .node_attributes = {0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5},
                      .edge_labels = {20, 1, 12, 23},
                      .edge_attributes = {0.2F, 0.01F, 0.12F, 0.23F}};
  const Example part = without_node(whole, 1);
  EXPECT_EQ(part.graph, Graph::from_edges(3, std::vector<Edge>{{1, 0}, {1, 2}}, {.undirected = false}));
  EXPECT_THAT(part.node_labels, ElementsAre(10, 12, 13));
  EXPECT_THAT(part.node_attributes, ElementsAre(0, 0.5, 2, 2.5, 3, 3.5));
  EXPECT_THAT(part.edge_labels, ElementsAre(20, 23));
  EXPECT_THAT(part.edge_attributes, ElementsAre(0.2F, 0.23F));
  const std::vector<NodeId> kept = {0, 2, 3};
  EXPECT_EQ(induced(whole, kept), part);
  const Example fewer = without_edge(whole, 3, 2);
  EXPECT_EQ(fewer.graph.num_nodes(), 4);
  EXPECT_THAT(fewer.edge_labels, ElementsAre(20, 1, 12));
  EXPECT_EQ(induced(whole, {}).graph.num_nodes(), 0);
}

TEST(ConnectedParts, AreFoundWhicheverWayEdgesPoint) {
  const Graph graph = Graph::from_edges(6, std::vector<Edge>{{3, 0}, {3, 5}, {2, 2}}, {.undirected = false});
  EXPECT_THAT(connected_parts(graph),
              ElementsAre(ElementsAre(0, 3, 5), ElementsAre(1), ElementsAre(2), ElementsAre(4)));
  EXPECT_THAT(connected_parts(graph_of(0, {})), IsEmpty());
}

}  // namespace
}  // namespace gnnir

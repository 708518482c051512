#include "gnnir/data/split/leaks.h"

#include <gmock/gmock.h>

#include <numeric>

#include "gnnir/data/encode/feature_colours.h"
#include "gnnir/graph/symmetry.h"
#include "support/random_data.h"

namespace gnnir {
namespace {

using ::testing::HasSubstr;
using testing::path;
using testing::rings;

/// A graph of which no two orders are alike to the eye.
Example molecule() {
  return {.graph = Graph::from_edges(5, std::vector<Edge>{{0, 1}, {1, 2}, {2, 3}, {3, 1}, {3, 4}}),
          .node_labels = {6, 6, 7, 6, 8}};
}

Dataset of(std::vector<Example> examples) {
  Dataset dataset;
  dataset.name = "SMALL";
  dataset.examples = std::move(examples);
  return dataset;
}

TEST(SameGraphs, AreFoundWhateverTheOrderOfTheirNodes) {
  const std::vector<NodeId> names = {3, 0, 4, 2, 1};
  Example other_label = molecule();
  other_label.node_labels = {7, 6, 6, 6, 8};  // as many of each, elsewhere
  const SameGraphs same = find_same_graphs(of({molecule(), relabelled(molecule(), names), other_label, molecule()}));
  EXPECT_EQ(same.number[0], same.number[1]);
  EXPECT_EQ(same.number[0], same.number[3]);
  EXPECT_NE(same.number[0], same.number[2]);
  EXPECT_EQ(same.not_compared, 0);
}

TEST(SameGraphs, AreNotThoseThatMessagePassingCannotTellApart) {
  const SameGraphs same =
      find_same_graphs(of({{.graph = rings(1, 6)}, {.graph = rings(2, 3)}, {.graph = rings(1, 6)}}));
  EXPECT_EQ(same.number[0], same.number[2]);
  EXPECT_NE(same.number[0], same.number[1]);
}

TEST(SameGraphs, HaveNodesAndTheSameFeaturesOfEdges) {
  Example single = {.graph = path(3), .edge_labels = {1, 1, 1, 1}};
  Example doubled = {.graph = path(3), .edge_labels = {1, 1, 2, 2}};
  Example mirrored = {.graph = path(3), .edge_labels = {2, 2, 1, 1}};
  const SameGraphs same = find_same_graphs(of({single, doubled, mirrored, {.graph = Graph()}, {.graph = Graph()}}));
  EXPECT_NE(same.number[0], same.number[1]);
  EXPECT_EQ(same.number[1], same.number[2]);
  EXPECT_EQ(same.number[3], -1) << "no nodes, nothing to learn by heart";
}

TEST(SameGraphs, AgreeWithAComparisonOfAllPairs) {
  testing::RandomData data(11, {});
  int pairs = 0;
  for (int round = 0; round < 200; ++round) {
    Dataset dataset = data.draw();
    const std::size_t drawn = dataset.examples.size();
    for (std::size_t g = 0; g < drawn; ++g) {  // and each in another order
      const Example& example = dataset.examples[g];
      std::vector<NodeId> names(static_cast<std::size_t>(example.graph.num_nodes()));
      std::iota(names.rbegin(), names.rend(), 0);
      dataset.examples.push_back(relabelled(example, names));
    }
    const SameGraphs same = find_same_graphs(dataset);
    const DatasetColours colours = DatasetColours::of(dataset);
    const auto colours_of = [&](std::size_t g) {
      return Colours{.nodes = colours.nodes[g],
                     .edges = colours.edges.empty() ? std::span<const std::int64_t>() : std::span(colours.edges[g])};
    };
    for (std::size_t a = 0; a < dataset.examples.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        if (dataset.examples[a].graph.num_nodes() == 0 || dataset.examples[b].graph.num_nodes() == 0) continue;
        const bool expected =
            are_isomorphic(dataset.examples[a].graph, dataset.examples[b].graph, colours_of(a), colours_of(b));
        ASSERT_EQ(same.number[a] == same.number[b], expected) << "round " << round << ": " << a << " and " << b;
        pairs += expected ? 1 : 0;
      }
    }
  }
  EXPECT_GT(pairs, 500) << "or the test would prove little";
}

TEST(SameGraphs, BeyondTheBudgetAreOnlyThoseThatAreEqualAsTheyStand) {
  const std::vector<NodeId> names = {3, 0, 4, 2, 1};
  const SameGraphs same = find_same_graphs(of({molecule(), relabelled(molecule(), names), molecule()}), /*budget=*/10);
  EXPECT_EQ(same.number[0], same.number[2]);
  EXPECT_NE(same.number[0], same.number[1]);
  EXPECT_EQ(same.not_compared, 3);
}

TEST(Leaks, CountGraphsOfValidationAndTestThatAreInTrain) {
  const SameGraphs same{.number = {0, 1, 2, 0, 1, 3, 0, -1, -1}};
  const Split split = {.train = {0, 1, 7}, .validation = {4, 5}, .test = {2, 3, 8}, .extra_tests = {{"large", {6}}}};
  const Leaks leaks = find_leaks(same, split);
  EXPECT_EQ(leaks.validation, 1);
  EXPECT_EQ(leaks.test, 2);
  EXPECT_EQ(leaks.example, (Leaks::Pair{.graph = 3, .twin = 0}));
}

TEST(Leaks, AreSaidInOneSentenceWithAPair) {
  Dataset dataset = of({molecule(),
                        {.graph = path(3), .node_labels = {6, 6, 6}},
                        relabelled(molecule(), std::vector<NodeId>{3, 0, 4, 2, 1})});
  dataset.lines = {2, 3, 5};
  const Split leaking = {.train = {0}, .validation = {1}, .test = {2}};
  EXPECT_EQ(
      remark_on_leaks(dataset, std::vector{leaking}),
      "0 of 1 validation and 1 of 1 test graphs are the same as one to train on, with all features (line 5 as line "
      "2): scores on them are no measure for new graphs");
  const Split clean = {.train = {0, 2}, .validation = {1}, .test = {}};
  EXPECT_EQ(remark_on_leaks(dataset, std::vector{clean}), "");
  EXPECT_THAT(remark_on_leaks(dataset, std::vector{clean, leaking}),
              HasSubstr("0 of 2 validation and 1 of 1 test graphs of all folds"));
}

}  // namespace
}  // namespace gnnir

#include "gnnir/audit/separate.h"

#include <gtest/gtest.h>

#include "gnnir/base/rng.h"
#include "support/coloured_graphs.h"
#include "support/small_graphs.h"

namespace gnnir {
namespace {

Dataset dataset_of(std::vector<Graph> graphs) {
  Dataset dataset;
  for (Graph& graph : graphs) dataset.examples.push_back({.graph = std::move(graph)});
  return dataset;
}

using Classes = std::vector<std::int64_t>;

TEST(Separate, WlCannotTellRegularGraphsApartAndIsomorphismCan) {
  Rng rng(1, Purpose::test);
  const Graph six = testing::rings(1, 6);
  const Dataset dataset =
      dataset_of({six, testing::rings(2, 3), relabelled(six, testing::random_names(6, rng)), testing::path(6)});
  const DatasetColours colours = DatasetColours::of(dataset);
  EXPECT_EQ(wl_classes(dataset, colours), (Classes{0, 0, 0, 1}));
  EXPECT_EQ(isomorphism_classes(dataset, colours), (Classes{0, 1, 0, 2}));
}

TEST(Separate, LabelsAreColours) {
  Dataset dataset = dataset_of({testing::rings(1, 6), testing::rings(1, 6), testing::rings(1, 6)});
  dataset.examples[0].node_labels = {1, 2, 1, 2, 1, 2};
  dataset.examples[1].node_labels = {1, 1, 1, 2, 2, 2};
  dataset.examples[2].node_labels = {2, 1, 2, 1, 2, 1};
  const DatasetColours colours = DatasetColours::of(dataset);
  EXPECT_EQ(isomorphism_classes(dataset, colours), (Classes{0, 1, 0}));
  EXPECT_EQ(wl_classes(dataset, colours), (Classes{0, 1, 0}));
}

TEST(Separate, CountsPairsOfDifferentClasses) {
  const Classes found = {0, 0, 1, 2};
  const Classes isomorphic = {0, 1, 2, 2};
  const Separation all = separate(found, isomorphic, ComparedPairs::all);
  EXPECT_EQ(all.total, 6);
  EXPECT_EQ(all.separated, 5);
  EXPECT_EQ(all.isomorphic, 1);
  EXPECT_EQ(all.false_positives, 1);
  const Separation pairs = separate(found, isomorphic, ComparedPairs::consecutive);
  EXPECT_EQ(pairs.total, 2);
  EXPECT_EQ(pairs.separated, 1);
  EXPECT_EQ(pairs.isomorphic, 1);
  EXPECT_EQ(pairs.false_positives, 1);
}

TEST(Separate, ADifferenceCountsIfItIsFarLargerThanThatOfRelabelledCopies) {
  const Classes different = {0, 1};
  const auto separated = [&](double difference, double spread_a, double spread_b) {
    return separate({{{1.0, 5.0}, {spread_a}}, {{1.0, 5.0 + difference}, {spread_b}}}, different, ComparedPairs::all)
               .separated == 1;
  };
  EXPECT_TRUE(separated(1e-3, 1e-9, 0));
  EXPECT_FALSE(separated(1e-3, 1e-5, 0));
  EXPECT_FALSE(separated(1e-3, 0, 1e-5));
  EXPECT_FALSE(separated(1e-13, 0, 0));  // that is rounding
  EXPECT_FALSE(separated(0, 0, 0));
}

TEST(Separate, OneNetworkIsEnough) {
  const Classes different = {0, 1};
  const MeasuredGraph a{{1.0, 2.0}, {1e-12, 1e-2}};
  EXPECT_EQ(separate({a, {{1.5, 2.0}, {1e-12, 1e-2}}}, different, ComparedPairs::all).separated, 1);
  EXPECT_EQ(separate({a, {{1.0, 2.5}, {1e-12, 1e-2}}}, different, ComparedPairs::all).separated, 0);
}

TEST(Separate, CountsTheSameWithAndWithoutSorting) {
  // All pairs, by sorting, against every pair alone as two consecutive graphs.
  Rng rng(2, Purpose::test);
  std::vector<MeasuredGraph> graphs;
  Classes isomorphism;
  for (int g = 0; g < 60; ++g) {
    const auto kind = static_cast<double>(rng.below(12));
    graphs.push_back({{kind, kind * kind, -kind, 1.0}, {1e-9 * rng.uniform(), rng.below(4) == 0 ? 1.0 : 1e-9}});
    if (rng.below(5) == 0) graphs.back().spread[0] = 2e-3;
    isomorphism.push_back(static_cast<std::int64_t>(kind));
  }
  Separation expected;
  for (std::size_t a = 0; a < graphs.size(); ++a) {
    for (std::size_t b = a + 1; b < graphs.size(); ++b) {
      const Separation one =
          separate({graphs[a], graphs[b]}, Classes{isomorphism[a], isomorphism[b]}, ComparedPairs::consecutive);
      expected.total += one.total;
      expected.separated += one.separated;
      expected.isomorphic += one.isomorphic;
      expected.false_positives += one.false_positives;
    }
  }
  const Separation found = separate(graphs, isomorphism, ComparedPairs::all);
  EXPECT_EQ(found.total, expected.total);
  EXPECT_EQ(found.separated, expected.separated);
  EXPECT_EQ(found.isomorphic, expected.isomorphic);
  EXPECT_EQ(found.false_positives, expected.false_positives);
  EXPECT_GT(found.separated, 0);
  EXPECT_LT(found.separated, found.total);
}

}  // namespace
}  // namespace gnnir

#include "gnnir/audit/search_depth.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gnnir/audit/separate.h"
#include "gnnir/data/generate/cfi.h"
#include "gnnir/data/generate/strongly_regular.h"
#include "support/coloured_graphs.h"
#include "support/small_graphs.h"

namespace gnnir {
namespace {

using Classes = std::vector<std::int64_t>;
using ::testing::ElementsAre;

Dataset dataset_of(std::vector<Graph> graphs) {
  Dataset dataset;
  for (Graph& graph : graphs) dataset.examples.push_back({.graph = std::move(graph)});
  return dataset;
}

SearchDepth searched(const Dataset& dataset, const TreeOptions& options = {}, ComparedPairs pairs = ComparedPairs::all,
                     std::size_t threads = 2) {
  ThreadPool pool(threads);
  return search_depth(dataset, options, pairs, pool);
}

/// Pairs told apart at each depth.
std::vector<std::int64_t> separated_at(const SearchDepth& found, ComparedPairs pairs) {
  std::vector<std::int64_t> counts;
  std::int64_t before = 0;
  for (const Classes& classes : found.classes) {
    const std::int64_t now = separate(classes, classes, pairs).separated;
    counts.push_back(now - before);
    before = now;
  }
  return counts;
}

TEST(SearchDepth, OneNodeTellsASixCycleFromTwoTriangles) {
  Rng rng(1, Purpose::test);
  const Graph six = testing::rings(1, 6);
  const Dataset dataset =
      dataset_of({six, testing::rings(2, 3), relabelled(six, testing::random_names(6, rng)), testing::path(6)});
  const SearchDepth found = searched(dataset);
  EXPECT_THAT(separated_at(found, ComparedPairs::all), ElementsAre(3, 2, 0));  // until the two rings are discrete
  EXPECT_EQ(found.classes.back()[0], found.classes.back()[2]);
  EXPECT_EQ(found.undecided, 0);
  EXPECT_EQ(found.copies, 8);
  EXPECT_EQ(found.copies_separated, 0);
}

TEST(SearchDepth, FindsExactlyTheClassesOfIsomorphism) {
  Dataset dataset;
  for (std::uint64_t i = 0; i < 60; ++i) {
    Rng rng(31, Purpose::test, 0, i);
    const testing::ColouredGraph g = testing::random_rings(rng);
    dataset.examples.push_back({.graph = g.graph, .node_labels = g.node_colours});
  }
  const Classes isomorphism = isomorphism_classes(dataset, DatasetColours::of(dataset));
  const SearchDepth found = searched(dataset);
  const Separation result = separate(found.classes.back(), isomorphism, ComparedPairs::all);
  EXPECT_EQ(result.separated, result.total - result.isomorphic);
  EXPECT_EQ(result.false_positives, 0);
  EXPECT_GT(result.isomorphic, 0);
}

TEST(SearchDepth, StronglyRegularGraphsNeedTwoNodes) {
  // One node of a strongly regular graph splits it by distance, whatever the graph: parameters say the rest.
  for (const RegularFamily family : {RegularFamily::lattice, RegularFamily::triangular, RegularFamily::hamming}) {
    const Dataset dataset = generate_strongly_regular({.families = {family}});
    const std::int64_t pairs = dataset.size() * (dataset.size() - 1) / 2;
    EXPECT_THAT(separated_at(searched(dataset), ComparedPairs::all), ElementsAre(0, 0, pairs)) << name_of(family);
  }
}

TEST(SearchDepth, CfiGraphsOverCompleteGraphsNeedOneNodeMoreForEachNode) {
  // What is left of the base must be without cycles: all nodes but two.
  const Dataset dataset = generate_cfi({.bases = {CfiBase::complete}, .most_nodes = 6});
  const SearchDepth found = searched(dataset, {}, ComparedPairs::consecutive);
  EXPECT_THAT(separated_at(found, ComparedPairs::consecutive), ElementsAre(0, 0, 1, 1, 1));  // K4, K5, K6
  EXPECT_EQ(found.copies_separated, 0);
}

TEST(SearchDepth, GoesNoDeeperThanAsked) {
  const Dataset dataset = generate_strongly_regular({.families = {RegularFamily::lattice}});
  const SearchDepth found = searched(dataset, {.depth = 1});
  EXPECT_EQ(found.classes.size(), 2U);
  EXPECT_EQ(found.classes.back(), (Classes{0, 0}));
  EXPECT_EQ(found.undecided, 2);
}

TEST(SearchDepth, ABudgetIsCountedSoTheSameWhateverTheThreads) {
  const Dataset dataset = generate_cfi({.bases = {CfiBase::cubic}, .most_nodes = 8});
  bool some_in_between = false;
  for (double budget = 1e-5; budget < 10; budget *= 4) {
    const SearchDepth one = searched(dataset, {.budget = budget}, ComparedPairs::consecutive, 1);
    for (int repeat = 0; repeat < 3; ++repeat) {
      const SearchDepth more = searched(dataset, {.budget = budget}, ComparedPairs::consecutive, 4);
      ASSERT_EQ(one.classes, more.classes) << budget;
      ASSERT_EQ(one.undecided, more.undecided) << budget;
    }
    EXPECT_EQ(one.copies_separated, 0);
    some_in_between = some_in_between || (one.undecided > 0 && one.undecided < dataset.size());
  }
  EXPECT_TRUE(some_in_between);
  EXPECT_EQ(searched(dataset, {.budget = 1e-5}, ComparedPairs::consecutive).undecided, dataset.size());
  EXPECT_EQ(searched(dataset, {}, ComparedPairs::consecutive).undecided, 0);
}

TEST(SearchDepth, OfNothingIsNothing) {
  const SearchDepth found = searched({});
  EXPECT_EQ(found.classes.size(), 1U);
  EXPECT_EQ(found.copies, 0);
}

}  // namespace
}  // namespace gnnir

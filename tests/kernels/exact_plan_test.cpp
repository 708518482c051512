#include "gnnir/kernels/exact_plan.h"

#include <gmock/gmock.h>

#include <numeric>

#include "gnnir/base/error.h"
#include "support/small_graphs.h"

namespace gnnir::kernels {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using testing::random_graph;
using testing::rings;

double sum(const std::vector<float>& counts) { return std::accumulate(counts.begin(), counts.end(), 0.0); }

TEST(ExactPlan, OfARingHasOneBranchAndARowPerDistance) {
  const ExactPlan plan = make_exact_plan(rings(1, 7), {}, {.depth = 1, .steps = 2, .own = true});
  EXPECT_THAT(plan.branch_counts, ElementsAre(7));
  EXPECT_EQ(plan.rows(0), 4);  // distances 0 to 3
  EXPECT_EQ(plan.rows(2), 4);
  EXPECT_THAT(plan.levels[1].counts, ::testing::UnorderedElementsAre(7, 14, 14, 14));
  EXPECT_EQ(plan.all_rows(), 49);
}

TEST(ExactPlan, WithoutSharingHasEveryRow) {
  const ExactPlan plan = make_exact_plan(
      rings(1, 5), {}, {.depth = 2, .steps = 3, .share = false, .orbits = false, .until_discrete = false});
  for (std::int64_t level = 0; level <= 3; ++level) EXPECT_EQ(plan.rows(level), 125);
  EXPECT_EQ(plan.branches.count(), 25);
  EXPECT_THAT(plan.branch_counts, Each(1));
}

TEST(ExactPlan, HasOneBranchPerOrbitOfSequences) {
  // Pairs of nodes of a ring of seven: a node twice, and the distances 1, 2, 3.
  const ExactPlan plan = make_exact_plan(rings(1, 7), {}, {.depth = 2, .steps = 2, .own = true, .share = false});
  EXPECT_THAT(plan.branch_counts, ElementsAre(7, 14, 14, 14));
  EXPECT_EQ(plan.rows(2), 4 * 7);
  EXPECT_EQ(plan.all_rows(), 7 * 7 * 7);
  const ExactPlanOptions both{.depth = 1, .steps = 2, .own = true, .neighbours = true, .share = false};
  EXPECT_THAT(make_exact_plan(rings(1, 7), {}, both).branch_counts, ElementsAre(7));
}

TEST(ExactPlan, EndsSequencesWhereAllNodesAreToldApart) {
  // Three nodes in a row. An end tells all of them apart; the middle does not, and has its children.
  const ExactPlan plan = make_exact_plan(testing::path(3), {}, {.depth = 2, .steps = 1, .own = true, .share = false});
  EXPECT_THAT(plan.branch_counts, ElementsAre(2 * 3, 2, 1));
  EXPECT_THAT(plan.marks, ElementsAre(0, 0, 1, 1, 2, 2,    // the end, twice
                                      1, 0, 0, 1, 1, 2,    // the middle, then an end
                                      1, 1, 0, 0, 1, 1));  // the middle, twice
  EXPECT_EQ(plan.all_rows(), 3 * 3 * 3);
}

TEST(ExactPlan, OfDeepSequencesOfASymmetricGraphIsSmall) {
  std::vector<Edge> edges;
  for (NodeId u = 0; u < 30; ++u) {
    for (NodeId v = 0; v < u; ++v) edges.push_back({v, u});
  }
  // Of 30^6 sequences of nodes of a complete graph only where nodes repeat matters: 203 ways.
  const ExactPlan plan =
      make_exact_plan(Graph::from_edges(30, edges), {}, {.depth = 6, .steps = 1, .until_discrete = false});
  EXPECT_EQ(plan.branches.count(), 203);
  EXPECT_FLOAT_EQ(static_cast<float>(sum(plan.branch_counts)), 30.0F * 30 * 30 * 30 * 30 * 30);
}

TEST(ExactPlan, CountsEveryRowOnceAtEveryLevel) {
  Rng rng(3, Purpose::test);
  for (int trial = 0; trial < 40; ++trial) {
    const auto depth = static_cast<std::int64_t>(rng.below(3));
    const Graph graph = random_graph(7, 0.4, rng);
    const ExactPlan plan = make_exact_plan(graph, {},
                                           {.depth = depth,
                                            .steps = 3,
                                            .distances = rng.below(2) == 0,
                                            .own = depth > 0 && rng.below(2) == 0,
                                            .neighbours = depth > 0 && rng.below(2) == 0});
    EXPECT_EQ(sum(plan.counts), exact_rows(7, depth));
    for (const ExactLevel& level : plan.levels) {
      EXPECT_EQ(sum(level.counts), exact_rows(7, depth));
      // What comes in at all rows are the edges of all branches.
      double messages = 0;
      for (std::int64_t r = 0; r < level.rows(); ++r) {
        const auto row = static_cast<std::size_t>(r);
        for (auto j = static_cast<std::size_t>(level.messages.offsets[row]);
             j < static_cast<std::size_t>(level.messages.offsets[row + 1]); ++j) {
          messages += level.counts[row] * level.messages.weights[j];
        }
      }
      EXPECT_EQ(messages, exact_rows(7, depth) / 7 * static_cast<double>(graph.num_edges()));
    }
    EXPECT_EQ(sum(plan.branch_counts), exact_rows(7, depth) / 7);
  }
}

TEST(ExactPlan, CountsMoreRowsThanSinglePrecisionCanAddUpOneByOne) {
  const ExactPlan plan =
      make_exact_plan(rings(1, 4200), {}, {.depth = 1, .steps = 0, .distances = false, .orbits = false});
  EXPECT_THAT(plan.counts, ElementsAre(4200.0F, 4200.0F * 4199));  // beyond 2^24, where 1 more is no more
}

TEST(ExactPlan, ColoursOfNodesAndEdgesTellRowsApart) {
  const Graph ring = rings(1, 6);
  const ExactPlanOptions options{.depth = 0, .steps = 1};
  EXPECT_EQ(make_exact_plan(ring, {}, options).rows(1), 1);
  const std::vector<std::int64_t> nodes = {5, 9, 5, 9, 5, 9};
  EXPECT_EQ(make_exact_plan(ring, {.nodes = nodes, .edges = {}}, options).rows(1), 2);
  std::vector<std::int64_t> edges(12, 0);
  edges[3] = 1;  // one direction of one edge: its target hears it
  EXPECT_EQ(make_exact_plan(ring, {.nodes = {}, .edges = edges}, options).rows(1), 2);
}

TEST(ExactPlan, NamesNodesAndEdgesThatAreThere) {
  Rng rng(4, Purpose::test);
  ExactPlan all;
  for (int g = 0; g < 3; ++g) all.append(make_exact_plan(rings(1, 5), {}, {.depth = 1, .steps = 2}), 5 * g, 10 * g);
  EXPECT_THAT(all.branch_ptr, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(all.nodes, Each(::testing::Lt(15)));
  for (const ExactLevel& level : all.levels) {
    EXPECT_EQ(level.messages.count(), level.rows());
    EXPECT_THAT(level.edges, Each(::testing::Lt(30)));
    EXPECT_THAT(level.self, Each(::testing::Lt(static_cast<std::int32_t>(all.rows(0)))));
  }
  EXPECT_EQ(all.diagonal.size(), 15U);
}

TEST(ExactPlan, WithARadiusHasTheRowsThatAreReadOutAndThoseTheyDependOn) {
  // A ring of eight. Read out: v = u and its two neighbours; a step before them, nodes up to two edges away: five.
  const ExactPlan plan =
      make_exact_plan(testing::rings(1, 8), {}, {.depth = 1, .steps = 1, .share = false, .orbits = false, .radius = 1});
  EXPECT_EQ(plan.rows(0), 8 * 5);
  EXPECT_EQ(plan.rows(1), 8 * 3);
  EXPECT_EQ(plan.branches.sources.size(), 8U * 3);
  const ExactPlan shared = make_exact_plan(testing::rings(1, 8), {}, {.depth = 1, .steps = 1, .radius = 1});
  EXPECT_EQ(shared.rows(0), 3);  // one for each distance
  EXPECT_EQ(shared.rows(1), 2);
}

TEST(ExactPlan, OfTooManyRowsIsRefused) {
  EXPECT_NO_THROW(require_exact_rows(10'000, 1));
  EXPECT_THROW(require_exact_rows(12'000, 1), Error);
  EXPECT_THROW(require_exact_rows(1000, 2), Error);
}

}  // namespace
}  // namespace gnnir::kernels

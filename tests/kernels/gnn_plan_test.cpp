#include "gnnir/kernels/gnn_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <tuple>
#include <vector>

#include "support/explicit_branches.h"
#include "support/floats.h"
#include "support/kernel_cases.h"
#include "twins/gnn.h"
#include "twins/plain_gnn.h"

namespace gnnir::kernels {
namespace {

using testing::as_gnn;
using testing::difference;
using testing::ExplicitBranches;
using testing::Floats;
using testing::gathered;
using testing::RandomChoice;
using testing::scattered;
using testing::size_of;
using testing::unset;
using testing::zeros;

constexpr std::int64_t d = 5;
constexpr std::int64_t everything = 1000;  // as a number of branches: every node

/// Rows of a branch that its individualized node has reached after so many steps.
std::int64_t count_reached(const Batch& graphs, std::int64_t individualized, std::int64_t steps) {
  std::vector<char> reached(static_cast<std::size_t>(graphs.num_nodes()), 0);
  reached[static_cast<std::size_t>(individualized)] = 1;
  for (std::int64_t t = 0; t < steps; ++t) {
    const std::vector<char> before = reached;
    for (std::int64_t row = 0; row < graphs.num_nodes(); ++row) {
      for (const std::int32_t source : graphs.sources(row)) {
        if (before[static_cast<std::size_t>(source)]) reached[static_cast<std::size_t>(row)] = 1;
      }
    }
  }
  return std::count(reached.begin(), reached.end(), 1);
}

/// Rows of a level where each graph shares what its branches have in common, or all its branches are whole.
std::int64_t rows_with_sharing(const Batch& graphs, const RandomChoice& choice, std::int64_t level) {
  std::int64_t rows = 0;
  for (std::int64_t g = 0; g < graphs.num_graphs(); ++g) {
    std::int64_t shared = graphs.nodes_of(g);
    for (const std::int32_t chosen : choice.chosen(g)) shared += count_reached(graphs, chosen, level);
    rows += std::min(shared, graphs.nodes_of(g) * choice.count(g));
  }
  return rows;
}

/// Runs go through their rows without reading those of others.
void expect_independent_runs(const GnnPlan& plan) {
  std::int64_t next_group = 0;
  std::vector<std::int64_t> next_row(static_cast<std::size_t>(plan.steps()) + 1, 0);
  for (const GnnPlan::Run& run : plan.runs()) {
    ASSERT_EQ(run.begin.size(), next_row.size());
    ASSERT_EQ(run.end.size(), next_row.size());
    for (std::size_t level = 0; level < next_row.size(); ++level) {
      // At level 0 graphs without branches are in no run, and others may be in several.
      ASSERT_TRUE(level == 0 || next_row[level] == run.begin[level]);
      ASSERT_LE(next_row[level], run.end[level]);
      next_row[level] = run.end[level];
    }
    for (std::size_t level = 1; level < next_row.size(); ++level) {
      const StepLinks& links = plan.links(static_cast<std::int64_t>(level));
      const auto inside = [&](std::int64_t row) { return run.begin[level - 1] <= row && row < run.end[level - 1]; };
      for (auto row = static_cast<std::size_t>(run.begin[level]); row < static_cast<std::size_t>(run.end[level]);
           ++row) {
        ASSERT_TRUE(inside(links.self[row]));
        for (auto e = static_cast<std::size_t>(links.edge_offsets[row]);
             e < static_cast<std::size_t>(links.edge_offsets[row + 1]); ++e) {
          ASSERT_TRUE(inside(links.edge_sources[e]));
        }
      }
    }
    ASSERT_LE(next_group, run.first_group);
    next_group = run.end_group;
  }
  for (std::size_t level = 1; level < next_row.size(); ++level) {
    ASSERT_EQ(next_row[level], plan.rows(static_cast<std::int64_t>(level)));
  }
}

/// The groups of a run are its rows.
void expect_groups_cover_runs(const GnnPlan& plan) {
  for (const GnnPlan::Run& run : plan.runs()) {
    for (std::size_t level = 1; level < run.begin.size(); ++level) {
      ASSERT_EQ(plan.groups(static_cast<std::int64_t>(level))[static_cast<std::size_t>(run.first_group)],
                run.begin[level]);
      ASSERT_EQ(plan.groups(static_cast<std::int64_t>(level))[static_cast<std::size_t>(run.end_group)], run.end[level]);
    }
  }
}

/// Every edge into a row is that of the batch which goes from and to the nodes that these rows are; a row has all edges
/// that come into its node, once each.
void expect_edges_of(const Batch& batch, const GnnPlan& plan, const std::vector<std::int64_t>& nodes_of_level0) {
  std::vector<std::int64_t> nodes_before = nodes_of_level0;  // by row of the level
  for (std::int64_t step = 1; step <= plan.steps(); ++step) {
    const StepLinks& links = plan.links(step);
    ASSERT_EQ(links.edges.size(), links.edge_sources.size());
    std::vector<std::int64_t> nodes;
    for (std::size_t row = 0; row < links.self.size(); ++row) {
      const std::int64_t node = nodes_before[static_cast<std::size_t>(links.self[row])];
      std::vector<std::int32_t> edges;
      for (auto e = static_cast<std::size_t>(links.edge_offsets[row]);
           e < static_cast<std::size_t>(links.edge_offsets[row + 1]); ++e) {
        const auto edge = static_cast<std::size_t>(links.edges[e]);
        ASSERT_LT(edge, batch.edge_sources.size());
        ASSERT_EQ(batch.edge_sources[edge], nodes_before[static_cast<std::size_t>(links.edge_sources[e])]);
        ASSERT_GE(links.edges[e], batch.edge_offsets[static_cast<std::size_t>(node)]);
        ASSERT_LT(links.edges[e], batch.edge_offsets[static_cast<std::size_t>(node) + 1]);
        edges.push_back(links.edges[e]);
      }
      std::sort(edges.begin(), edges.end());
      ASSERT_TRUE(std::adjacent_find(edges.begin(), edges.end()) == edges.end());
      ASSERT_EQ(edges.size(), batch.sources(node).size());
      nodes.push_back(node);
    }
    nodes_before = nodes;
  }
}

TEST(GnnPlan, PlainHasTheRowsOfTheBatchAtEveryLevel) {
  Rng rng(9, Purpose::test);
  Batch batch;
  for (int i = 0; i < 10; ++i) {
    for (const Graph& graph : {testing::random_graph(30, 0.1, rng), Graph(), testing::path(17)}) batch.append(graph);
  }
  const GnnPlan plan = GnnPlan::plain(batch, 3);
  EXPECT_EQ(plan.steps(), 3);
  for (std::int64_t level = 0; level <= 3; ++level) EXPECT_EQ(plan.rows(level), batch.num_nodes());
  EXPECT_EQ(plan.groups(1), (std::vector<std::int64_t>(batch.ptr.begin(), batch.ptr.end())));
  for (std::int64_t step = 1; step <= 3; ++step) {
    for (std::size_t row = 0; row < plan.links(step).self.size(); ++row) {
      EXPECT_EQ(plan.links(step).self[row], static_cast<std::int32_t>(row));
    }
    EXPECT_EQ(plan.links(step).edge_offsets, batch.edge_offsets);
    EXPECT_EQ(plan.links(step).edge_sources, batch.edge_sources);
  }
  std::vector<std::int64_t> nodes(static_cast<std::size_t>(batch.num_nodes()));
  std::iota(nodes.begin(), nodes.end(), 0);
  expect_edges_of(batch, plan, nodes);
  EXPECT_GT(plan.runs().size(), 1U);
  expect_independent_runs(plan);
  expect_groups_cover_runs(plan);
}

/// (branches per graph, steps, whole branches)
class BranchPlans : public ::testing::TestWithParam<std::tuple<std::int64_t, std::int64_t, bool>> {
 protected:
  const std::int64_t width_ = std::get<0>(GetParam());
  const std::int64_t steps_ = std::get<1>(GetParam());
  const bool whole_ = std::get<2>(GetParam());
  Rng rng_{10, Purpose::test, static_cast<std::uint64_t>(width_), static_cast<std::uint64_t>(steps_)};
  const Batch graphs_ = testing::odd_graphs(rng_);
  const RandomChoice choice_{graphs_, width_, rng_, {1, 7, 10}};  // the first with nodes, the last, and one between
  const ExplicitBranches copies_{graphs_, choice_};
  const GnnPlan plan_ = GnnPlan::branches(graphs_, choice_, steps_, whole_);
  const GnnPlan plain_ = GnnPlan::plain(copies_.batch, steps_);
};

TEST_P(BranchPlans, HaveIndependentRuns) {
  expect_independent_runs(plan_);
  if (whole_) expect_groups_cover_runs(plan_);
}

TEST_P(BranchPlans, NameTheEdgesOfTheBatch) {
  std::vector<std::int64_t> nodes;  // by row of level 0: a graph's nodes, then those that it individualizes
  for (std::int64_t g = 0; g < graphs_.num_graphs(); ++g) {
    for (std::int64_t row = graphs_.first_row(g); row < graphs_.first_row(g + 1); ++row) nodes.push_back(row);
    nodes.insert(nodes.end(), choice_.chosen(g).begin(), choice_.chosen(g).end());
  }
  expect_edges_of(graphs_, plan_, nodes);
}

TEST_P(BranchPlans, AreWholeAndTheGroupsOrShareWhatBranchesHaveInCommon) {
  EXPECT_EQ(plan_.rows(0), graphs_.num_nodes() + static_cast<std::int64_t>(choice_.rows.size()));
  for (std::int64_t level = 1; level <= steps_; ++level) {
    if (whole_) {
      EXPECT_EQ(plan_.rows(level), copies_.batch.num_nodes()) << "level " << level;
    } else {
      EXPECT_LE(plan_.rows(level), rows_with_sharing(graphs_, choice_, level)) << "level " << level;
    }
  }
  const std::vector<std::int64_t> branches(copies_.batch.ptr.begin(), copies_.batch.ptr.end());
  EXPECT_EQ(plan_.groups(1), whole_ ? branches : std::vector<std::int64_t>{0});
}

/// Forward and backward pass over the plan equal those over explicit branches; with both versions of the kernels.
TEST_P(BranchPlans, GiveWhatExplicitBranchesGive) {
  ASSERT_EQ(plan_.branch_rows().size(), copies_.origin.size());
  for (const bool norm : {false, true}) {
    if (norm && !whole_) continue;
    const GnnShape shape{d, norm, 0.01F};
    const Floats numbers = testing::random_floats(size_of(shape), rng_, 0.4);
    const auto weights = as_gnn<const float>(shape, numbers.data());
    const Floats g = testing::random_floats(plain_.rows(steps_) * d, rng_);
    const Floats by_out = scattered(g, plan_.branch_rows(), plan_.rows(steps_), d);
    const Floats x = testing::input_without_kinks(shape, plan_, weights, by_out, rng_);

    struct Answer {
      Floats out, dx, gradients;
    };
    const auto run = [&](const GnnPlan& plan, const Floats& input, const Floats& gradient, auto forward,
                         auto backward) {
      Floats tape = unset(gnn_tape_size(shape, plan, weights));
      Answer answer{unset(plan.rows(steps_) * d), unset(plan.rows(0) * d), zeros(size_of(shape))};
      forward(shape, plan, weights, input.data(), tape.data(), answer.out.data());
      backward(shape, plan, weights, input.data(), tape.data(), gradient.data(), answer.dx.data(),
               as_gnn(shape, answer.gradients.data()));
      return answer;
    };
    const auto expect_equal = [&](auto forward, auto backward) {
      const Answer expected = run(plain_, gathered(x, copies_.origin, d), g, forward, backward);
      const Answer found = run(plan_, x, by_out, forward, backward);
      EXPECT_EQ(difference(gathered(found.out, plan_.branch_rows(), d), expected.out), "");
      EXPECT_EQ(difference(found.dx, scattered(expected.dx, copies_.origin, plan_.rows(0), d)), "");
      EXPECT_EQ(difference(found.gradients, expected.gradients, 1e-4), "");
    };
    {
      SCOPED_TRACE("reference");
      expect_equal(reference::gnn_forward, reference::gnn_backward);
    }
    {
      SCOPED_TRACE("fast");
      expect_equal(gnn_forward, gnn_backward);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, BranchPlans,
                         ::testing::Combine(::testing::Values(1, 2, 4, everything), ::testing::Values(1, 3),
                                            ::testing::Bool()));

TEST(GnnPlan, SharingLeavesLittleToComputeOnALongPath) {
  Rng rng(11, Purpose::test);
  Batch batch;
  batch.append(testing::path(200));
  const RandomChoice choice(batch, 4, rng);
  const GnnPlan shared = GnnPlan::branches(batch, choice, 3, false);
  const GnnPlan whole = GnnPlan::branches(batch, choice, 3, true);
  for (std::int64_t level = 1; level <= 3; ++level) {
    EXPECT_LE(shared.rows(level), 200 + 4 * (2 * level + 1));
    EXPECT_EQ(whole.rows(level), 800);
  }
  ASSERT_EQ(whole.runs().size(), 4U);  // a branch each, on the same rows of level 0
  EXPECT_EQ(whole.runs()[3].begin, (std::vector<std::int64_t>{0, 600, 600, 600}));
  EXPECT_EQ(whole.runs()[3].end, (std::vector<std::int64_t>{204, 800, 800, 800}));
}

TEST(GnnPlan, OfAnEmptyBatchHasNoRows) {
  const Batch batch;
  const Choice nothing;
  for (const GnnPlan& plan : {GnnPlan::plain(batch, 2), GnnPlan::branches(batch, nothing, 2, false),
                              GnnPlan::branches(batch, nothing, 2, true)}) {
    EXPECT_EQ(plan.rows(0), 0);
    EXPECT_EQ(plan.rows(2), 0);
    EXPECT_TRUE(plan.branch_rows().empty());
  }
}

}  // namespace
}  // namespace gnnir::kernels

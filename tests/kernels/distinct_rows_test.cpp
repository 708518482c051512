#include <gtest/gtest.h>

#include <numeric>
#include <set>
#include <vector>

#include "gnnir/kernels/gnn_plan.h"
#include "support/conv_cases.h"
#include "support/floats.h"
#include "support/kernel_cases.h"
#include "support/small_graphs.h"
#include "twins/gnn.h"
#include "twins/plain_gnn.h"

namespace gnnir::kernels {
namespace {

using testing::as_gnn;
using testing::ConvCase;
using testing::ConvKind;
using testing::difference;
using testing::Floats;
using testing::size_of;
using testing::unset;
using testing::zeros;

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

/// Graphs full of symmetry, some of them twice, one without nodes, one without edges.
Batch symmetric_graphs() {
  Batch batch;
  std::vector<Edge> complete, bipartite, cube, twins;
  for (NodeId u = 0; u < 5; ++u) {
    for (NodeId v = 0; v < u; ++v) complete.push_back({u, v});
  }
  for (NodeId u = 0; u < 3; ++u) {
    for (NodeId v = 3; v < 7; ++v) bipartite.push_back({u, v});
  }
  for (NodeId u = 0; u < 8; ++u) {
    for (const NodeId bit : {1, 2, 4}) {
      if (u < (u ^ bit)) cube.push_back({u, u ^ bit});
    }
  }
  for (NodeId leaf = 1; leaf < 6; ++leaf) twins.push_back({leaf < 4 ? 0 : 3, leaf});
  for (const Graph& graph : {testing::rings(1, 6), testing::rings(2, 3), Graph(), Graph::from_edges(5, complete),
                             Graph::from_edges(7, bipartite), testing::path(6), Graph::from_edges(3, {}),
                             Graph::from_edges(8, cube), Graph::from_edges(6, twins), testing::path(6),
                             Graph::from_edges(4, std::vector<Edge>{{0, 1}, {1, 2}, {3, 3}}, {.undirected = false})}) {
    batch.append(graph);
  }
  return batch;
}

std::vector<int> drawn(std::int64_t count, std::uint64_t kinds, Rng& rng) {
  std::vector<int> numbers;
  for (std::int64_t i = 0; i < count; ++i) numbers.push_back(static_cast<int>(rng.below(kinds)));
  return numbers;
}

std::vector<RowColour> colours_of_numbers(const std::vector<int>& numbers) {
  const FeatureColumn column{numbers.data(), sizeof(int)};
  return colours_of({&column, 1}, static_cast<std::int64_t>(numbers.size()));
}

/// A batch whose nodes and edges are of a few kinds, and a row of numbers for every kind.
struct Coloured {
  Batch batch;
  std::vector<int> nodes, edges;

  Coloured(Batch graphs, std::uint64_t kinds, Rng& rng)
      : batch(std::move(graphs)),
        nodes(drawn(batch.num_nodes(), kinds, rng)),
        edges(drawn(batch.num_edges(), 2, rng)) {}
  [[nodiscard]] InputColours colours(bool with_edges) const {
    return {colours_of_numbers(nodes), with_edges ? colours_of_numbers(edges) : std::vector<RowColour>()};
  }
};

/// table[numbers[r]] for each r. table: [kinds, columns]
Floats looked_up(const Floats& table, const std::vector<int>& numbers, std::int64_t columns) {
  Floats rows;
  for (const int number : numbers) {
    rows.insert(rows.end(), table.begin() + number * columns, table.begin() + (number + 1) * columns);
  }
  return rows;
}

/// Its gradient.
Floats added_up(const Floats& rows, const std::vector<int>& numbers, std::int64_t kinds, std::int64_t columns) {
  Floats table = zeros(kinds * columns);
  for (std::size_t r = 0; r < numbers.size(); ++r) {
    for (std::int64_t c = 0; c < columns; ++c) {
      table[at(numbers[r] * columns + c)] += rows[r * at(columns) + at(c)];
    }
  }
  return table;
}

std::vector<int> picked(const std::vector<int>& numbers, const std::vector<std::int32_t>& which) {
  std::vector<int> some;
  for (const std::int32_t i : which) some.push_back(numbers[at(i)]);
  return some;
}

std::vector<int> as_ints(const std::vector<std::int32_t>& numbers) { return {numbers.begin(), numbers.end()}; }

constexpr std::int64_t kinds = 2;
constexpr std::int64_t steps = 3;

/// By a GNN of one of the convolutions: what all nodes get, and gradients by weights and by the tables of kinds.
std::vector<Floats> answer_of(const ConvCase& conv, const Coloured& graphs, const GnnPlan* distinct,
                              const Floats& weights, const Floats& node_table, const Floats& edge_table,
                              const Floats& g) {
  const GnnPlan plan = distinct != nullptr ? *distinct : GnnPlan::plain(graphs.batch, steps);
  const std::vector<int> nodes = distinct != nullptr ? picked(graphs.nodes, plan.input_rows()) : graphs.nodes;
  const std::vector<int> edges =
      distinct != nullptr && conv.has_edges() ? picked(graphs.edges, plan.input_edges()) : graphs.edges;
  const std::vector<int> places = distinct != nullptr ? as_ints(plan.node_rows()) : std::vector<int>();
  const Floats x = looked_up(node_table, nodes, conv.d);
  const Floats terms = looked_up(edge_table, edges, conv.edge_columns());
  Floats tape = unset(conv.tape_size(plan, weights.data(), terms.data()));
  Floats out = unset(plan.rows(steps) * conv.d);
  conv.forward(plan, weights.data(), terms.data(), x.data(), tape.data(), out.data());
  Floats dx = unset(plan.rows(0) * conv.d);
  Floats gradients = zeros(conv.size());
  Floats dterms = zeros(static_cast<std::int64_t>(terms.size()));
  const Floats by_rows = distinct != nullptr ? added_up(g, places, plan.rows(steps), conv.d) : g;
  conv.backward(plan, weights.data(), terms.data(), x.data(), tape.data(), by_rows.data(), dx.data(), gradients.data(),
                dterms.data());
  if (distinct != nullptr) out = looked_up(out, places, conv.d);
  return {out, gradients, added_up(dx, nodes, kinds, conv.d), added_up(dterms, edges, kinds, conv.edge_columns())};
}

class DistinctRowsOf : public ::testing::TestWithParam<ConvKind> {};

TEST_P(DistinctRowsOf, GiveWhatAllRowsGive) {
  const ConvCase conv{GetParam(), 20};
  Rng rng(71, Purpose::test);
  for (int trial = 0; trial < 5; ++trial) {
    const Coloured graphs(symmetric_graphs(), trial == 0 ? 1 : kinds, rng);
    const Floats weights = testing::random_floats(conv.size(), rng, 0.15);
    const Floats node_table = testing::random_floats(kinds * conv.d, rng);
    const Floats edge_table = testing::random_floats(kinds * conv.edge_columns(), rng);
    const Floats g = testing::random_floats(graphs.batch.num_nodes() * conv.d, rng);
    const auto plan = GnnPlan::distinct(graphs.batch, graphs.colours(conv.has_edges()), steps, conv.graph_norm());
    ASSERT_NE(plan, nullptr);
    const auto shared = answer_of(conv, graphs, plan.get(), weights, node_table, edge_table, g);
    const auto all = answer_of(conv, graphs, nullptr, weights, node_table, edge_table, g);
    EXPECT_EQ(difference(shared[0], all[0], 1e-5), "") << "outputs";
    EXPECT_EQ(difference(shared[1], all[1], 1e-4), "") << "gradients by weights";
    EXPECT_EQ(difference(shared[2], all[2], 1e-4), "") << "gradients by nodes";
    EXPECT_EQ(difference(shared[3], all[3], 1e-4), "") << "gradients by edges";
  }
}

INSTANTIATE_TEST_SUITE_P(All, DistinctRowsOf,
                         ::testing::Values(ConvKind::gine, ConvKind::gine_norm, ConvKind::pna, ConvKind::pna_norm,
                                           ConvKind::pna_without_edges, ConvKind::nnconv, ConvKind::nnconv_norm),
                         [](const auto& kind) { return testing::name_of(kind.param); });

TEST(DistinctRows, AreThoseOfTheTwin) {
  Rng rng(72, Purpose::test);
  for (const bool norm : {false, true}) {
    const GnnShape shape{7, norm, 0.01F};
    const Coloured graphs(symmetric_graphs(), kinds, rng);
    const auto plan = GnnPlan::distinct(graphs.batch, graphs.colours(false), steps, norm);
    ASSERT_NE(plan, nullptr);
    const Floats numbers = testing::random_floats(size_of(shape), rng, 0.3);
    const auto weights = as_gnn<const float>(shape, numbers.data());
    const Floats x = testing::random_floats(plan->rows(0) * 7, rng);
    const Floats g = testing::random_floats(plan->rows(steps) * 7, rng);
    const auto run = [&](auto forward, auto backward) {
      Floats tape = unset(gnn_tape_size(shape, *plan, weights));
      Floats out = unset(plan->rows(steps) * 7);
      forward(shape, *plan, weights, x.data(), tape.data(), out.data());
      Floats dx = unset(plan->rows(0) * 7);
      Floats gradients = zeros(size_of(shape));
      backward(shape, *plan, weights, x.data(), tape.data(), g.data(), dx.data(), as_gnn(shape, gradients.data()));
      return std::vector<Floats>{out, dx, gradients};
    };
    const auto kernel = run(gnn_forward, gnn_backward);
    const auto twin = run(reference::gnn_forward, reference::gnn_backward);
    for (std::size_t i = 0; i < twin.size(); ++i) EXPECT_EQ(difference(kernel[i], twin[i], 1e-4), "");
  }
}

/// Colours by definition, as text: of every node after some steps.
std::vector<std::string> refined(const Coloured& graphs, std::int64_t rounds) {
  std::vector<std::string> now;
  for (const int kind : graphs.nodes) now.push_back(std::to_string(kind));
  for (std::int64_t round = 0; round < rounds; ++round) {
    std::vector<std::string> next;
    for (std::int64_t v = 0; v < graphs.batch.num_nodes(); ++v) {
      std::multiset<std::string> incoming;
      std::size_t edge = at(graphs.batch.edge_offsets[at(v)]);
      for (const std::int32_t u : graphs.batch.sources(v)) {
        incoming.insert("[" + std::to_string(graphs.edges[edge++]) + now[at(u)] + "]");
      }
      std::string text = "(" + now[at(v)];
      for (const std::string& one : incoming) text += one;
      next.push_back(text + ")");
    }
    now = next;
  }
  return now;
}

TEST(DistinctRows, AreAsManyAsThereAreColours) {
  Rng rng(73, Purpose::test);
  const Coloured graphs(symmetric_graphs(), kinds, rng);
  const auto plan = GnnPlan::distinct(graphs.batch, graphs.colours(true), steps, false);
  ASSERT_NE(plan, nullptr);
  for (std::int64_t level = 0; level <= steps; ++level) {
    const std::vector<std::string> colours = refined(graphs, level);
    EXPECT_EQ(plan->rows(level), static_cast<std::int64_t>(std::set(colours.begin(), colours.end()).size()));
  }
  const std::vector<std::string> last = refined(graphs, steps);
  for (std::size_t u = 0; u < last.size(); ++u) {
    for (std::size_t v = 0; v < u; ++v) EXPECT_EQ(plan->node_rows()[u] == plan->node_rows()[v], last[u] == last[v]);
  }
}

TEST(DistinctRows, StayWithinGraphsWhereTheseAreNormalized) {
  Rng rng(74, Purpose::test);
  const Coloured graphs(symmetric_graphs(), 1, rng);
  const auto plan = GnnPlan::distinct(graphs.batch, graphs.colours(false), steps, true);
  ASSERT_NE(plan, nullptr);
  for (std::int64_t g = 0; g < graphs.batch.num_graphs(); ++g) {
    float nodes = 0;
    for (std::int64_t row = plan->groups(steps)[at(g)]; row < plan->groups(steps)[at(g + 1)]; ++row) {
      nodes += plan->counts(steps)[at(row)];
    }
    EXPECT_EQ(nodes, static_cast<float>(graphs.batch.nodes_of(g)));
    for (std::int64_t v = graphs.batch.first_row(g); v < graphs.batch.first_row(g + 1); ++v) {
      EXPECT_GE(plan->node_rows()[at(v)], plan->groups(steps)[at(g)]);
      EXPECT_LT(plan->node_rows()[at(v)], plan->groups(steps)[at(g + 1)]);
    }
  }
}

TEST(DistinctRows, ManyGraphsAreSeveralRuns) {
  Rng rng(75, Purpose::test);
  Batch batch;
  for (int i = 0; i < 60; ++i) batch.append(testing::random_graph(20, 0.15, rng));
  const Coloured graphs(std::move(batch), 1, rng);
  for (const bool within_graphs : {false, true}) {
    const auto plan = GnnPlan::distinct(graphs.batch, graphs.colours(false), steps, within_graphs);
    ASSERT_NE(plan, nullptr);
    EXPECT_GE(plan->runs().size(), 2);
    const ConvCase conv{within_graphs ? ConvKind::gine_norm : ConvKind::gine, 7};
    const Coloured coloured = graphs;
    const auto with_edges = GnnPlan::distinct(graphs.batch, graphs.colours(true), steps, within_graphs);
    ASSERT_NE(with_edges, nullptr);
    const Floats weights = testing::random_floats(conv.size(), rng, 0.2);
    const Floats node_table = testing::random_floats(kinds * conv.d, rng);
    const Floats edge_table = testing::random_floats(kinds * conv.d, rng);
    const Floats g = testing::random_floats(graphs.batch.num_nodes() * conv.d, rng);
    EXPECT_EQ(difference(answer_of(conv, graphs, with_edges.get(), weights, node_table, edge_table, g)[0],
                         answer_of(conv, graphs, nullptr, weights, node_table, edge_table, g)[0], 1e-5),
              "");
  }
}

TEST(DistinctRows, AreNotLookedForWhereNothingIsEqual) {
  Rng rng(76, Purpose::test);
  const Batch batch = symmetric_graphs();
  std::vector<int> nodes(at(batch.num_nodes()));
  std::iota(nodes.begin(), nodes.end(), 0);
  EXPECT_EQ(GnnPlan::distinct(batch, {colours_of_numbers(nodes), {}}, steps, false), nullptr);
  EXPECT_EQ(GnnPlan::distinct(Batch(), {}, steps, false), nullptr);
}

TEST(RowColours, AreEqualWhereBytesAre) {
  const std::vector<std::int64_t> categories = {1, 2, 1, 1};
  const std::vector<float> reals = {0.5F, 1, 0.5F, 1, 0.5F, 1, 0.5F, 2};
  const FeatureColumn columns[] = {{categories.data(), 8}, {reals.data(), 8}};
  const std::vector<RowColour> both = colours_of(columns, 4);
  EXPECT_EQ(both[0], both[2]);
  EXPECT_NE(both[0], both[1]);
  EXPECT_NE(both[0], both[3]);
  const RowColour a = message_colour(both[0], both[1]);
  const RowColour b = message_colour(both[1], both[0]);
  EXPECT_NE(a, b);
  EXPECT_EQ(a + b, b + a);
  EXPECT_NE(next_colour(a, b), next_colour(b, a));
  EXPECT_NE(next_colour(a, {}), a);
}

}  // namespace
}  // namespace gnnir::kernels

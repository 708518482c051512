#include "gnnir/kernels/conv.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "support/conv_cases.h"
#include "support/explicit_branches.h"
#include "support/floats.h"
#include "support/kernel_cases.h"

namespace gnnir::kernels {
namespace {

using testing::ConvCase;
using testing::ConvKind;
using testing::difference;
using testing::ExplicitBranches;
using testing::Floats;
using testing::gathered;
using testing::numeric_gradient;
using testing::RandomChoice;
using testing::RandomLinks;
using testing::scattered;
using testing::unset;
using testing::weighted_sum;
using testing::zeros;
using Numbers = std::vector<double>;

constexpr ConvKind all_kinds[] = {ConvKind::gine,       ConvKind::gine_norm,         ConvKind::pna,
                                  ConvKind::pna_norm,   ConvKind::pna_without_edges, ConvKind::nnconv,
                                  ConvKind::nnconv_norm};

std::string name_of_test(const ::testing::TestParamInfo<ConvKind>& kind) { return testing::name_of(kind.param); }

Floats random_weights(const ConvCase& conv, Rng& rng) {
  return testing::random_floats(conv.size(), rng, 0.7 / std::sqrt(static_cast<double>(conv.d)));
}

/// Plans that a model with this convolution may ask for.
std::vector<GnnPlan> plans_of(const Batch& batch, std::int64_t steps, bool graph_norm, Rng& rng) {
  const RandomChoice choice(batch, 4, rng, {2});
  std::vector<GnnPlan> plans = {GnnPlan::plain(batch, steps), GnnPlan::branches(batch, choice, steps, true)};
  if (!graph_norm) plans.push_back(GnnPlan::branches(batch, choice, steps, false));
  return plans;
}

/// All that message passing computes. Gradients begin at 0.
struct Answer {
  Floats out, dx, gradients, dterms;
};

Answer answer_of(const ConvCase& conv, const GnnPlan& plan, const Floats& weights, const Floats& terms, const Floats& x,
                 const Floats& g) {
  Floats tape = unset(conv.tape_size(plan, weights.data(), terms.data()));
  Answer answer{unset(plan.rows(plan.steps()) * conv.d), unset(plan.rows(0) * conv.d), zeros(conv.size()),
                zeros(static_cast<std::int64_t>(terms.size()))};
  conv.forward(plan, weights.data(), terms.data(), x.data(), tape.data(), answer.out.data());
  conv.backward(plan, weights.data(), terms.data(), x.data(), tape.data(), g.data(), answer.dx.data(),
                answer.gradients.data(), answer.dterms.data());
  return answer;
}

// The formulas of the papers, node by node and in double.

Numbers row_of(const Floats& x, std::int64_t row, std::int64_t columns) {
  return {x.begin() + row * columns, x.begin() + (row + 1) * columns};
}

/// W·x, W: [out, x.size()]
Numbers linear(std::int64_t out, const float* weight, const Numbers& x) {
  Numbers y(static_cast<std::size_t>(out), 0.0);
  for (std::size_t i = 0; i < y.size(); ++i) {
    for (std::size_t j = 0; j < x.size(); ++j) y[i] += weight[i * x.size() + j] * x[j];
  }
  return y;
}

template <typename Other>
void add(Numbers& x, const Other& y, double factor = 1) {
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += factor * y[i];
}

Numbers relu(Numbers x) {
  for (double& value : x) value = std::max(value, 0.0);
  return x;
}

/// What comes into a row: x of the source, and the edge's terms.
struct Incoming {
  Numbers x, terms;
};

/// MLP((1 + ε) x_v + Σ ReLU(x_u + c_uv))
Numbers gine_formula(const ConvCase& conv, const GinTensors<const float>& w, const Numbers& x,
                     const std::vector<Incoming>& edges) {
  Numbers sum(x.size(), 0.0);
  add(sum, x, 1.0 + *w.epsilon);
  for (Incoming edge : edges) {
    add(edge.x, edge.terms);
    add(sum, relu(edge.x));
  }
  Numbers inner = linear(conv.d, w.in_weight, sum);
  add(inner, w.in_bias);
  Numbers out = linear(conv.d, w.out_weight, relu(inner));
  add(out, w.out_bias);
  return out;
}

/// W_0 x_v + b + Σ_scalers scale · W_scaler [mean | max | min | deviation] of the messages
/// m_uv = W_out ReLU(W_t x_v + W_s x_u + c_uv + b_in) + b_out
Numbers pna_formula(const ConvCase& conv, const PnaTensors<const float>& w, const Numbers& x,
                    const std::vector<Incoming>& edges) {
  const auto d = static_cast<std::size_t>(conv.d);
  std::vector<Numbers> messages;
  for (const Incoming& edge : edges) {
    Numbers inner = linear(conv.d, w.node_weight, x);
    add(inner, linear(conv.d, w.node_weight + d * d, edge.x));
    if (conv.has_edges()) add(inner, edge.terms);
    add(inner, w.message_bias);
    messages.push_back(linear(conv.d, w.out_weight, relu(inner)));
    add(messages.back(), w.out_bias);
  }
  const double n = std::max<double>(static_cast<double>(messages.size()), 1);
  Numbers aggregates(4 * d, 0.0);
  for (std::size_t i = 0; i < d; ++i) {
    Numbers values;
    for (const Numbers& message : messages) values.push_back(message[i]);
    for (const double value : values) aggregates[i] += value / n;
    double variance = 0;
    for (const double value : values) variance += std::pow(value - aggregates[i], 2) / n;
    aggregates[d + i] = values.empty() ? 0 : *std::max_element(values.begin(), values.end());
    aggregates[2 * d + i] = values.empty() ? 0 : *std::min_element(values.begin(), values.end());
    aggregates[3 * d + i] = std::sqrt(variance + 1e-5);
  }
  const double scale = std::log(n + 1) / conv.pna_shape().mean_log_degree;
  Numbers out = linear(conv.d, w.node_weight + 2 * d * d, x);
  add(out, w.bias);
  add(out, linear(conv.d, w.combine_weight, aggregates));
  add(out, linear(conv.d, w.combine_weight + 4 * d * d, aggregates), scale);
  add(out, linear(conv.d, w.combine_weight + 8 * d * d, aggregates), 1 / scale);
  return out;
}

/// W x_v + b + mean A(e_uv) x_u, A(e) = Σ_k a_k W_k + W_0, each W_k from rows (sources) to columns (targets)
Numbers nnconv_formula(const ConvCase& conv, const NnConvTensors<const float>& w, const Numbers& x,
                       const std::vector<Incoming>& edges) {
  const auto d = static_cast<std::size_t>(conv.d);
  Numbers out = linear(conv.d, w.root_weight, x);
  add(out, w.bias);
  for (Incoming edge : edges) {
    edge.terms.push_back(1);
    for (std::size_t k = 0; k < edge.terms.size(); ++k) {
      for (std::size_t from = 0; from < d; ++from) {
        for (std::size_t to = 0; to < d; ++to) {
          const double weight = edge.terms[k] * w.edge_matrices[(k * d + from) * d + to];
          out[to] += weight * edge.x[from] / static_cast<double>(edges.size());
        }
      }
    }
  }
  return out;
}

Numbers formula(const ConvCase& conv, const float* weights, const Numbers& x, const std::vector<Incoming>& edges) {
  switch (conv.kind) {
    case ConvKind::gine:
      return gine_formula(conv, conv.gin(weights), x, edges);
    case ConvKind::nnconv:
    case ConvKind::nnconv_norm:
      return nnconv_formula(conv, conv.nnconv(weights), x, edges);
    default:
      return pna_formula(conv, conv.pna(weights), x, edges);
  }
}

/// scale·(x - mean)/√(variance + 0.01) + shift, mean and variance over the rows of each group
void normalize(std::span<const std::int64_t> groups, const NormTensors<const float>& w, std::vector<Numbers>& rows) {
  for (std::size_t group = 0; group + 1 < groups.size(); ++group) {
    const auto part = std::span(rows).subspan(static_cast<std::size_t>(groups[group]),
                                              static_cast<std::size_t>(groups[group + 1] - groups[group]));
    for (std::size_t i = 0; i < rows.front().size(); ++i) {
      double mean = 0;
      for (const Numbers& row : part) mean += row[i] / static_cast<double>(part.size());
      double variance = 0;
      for (const Numbers& row : part) variance += std::pow(row[i] - mean, 2) / static_cast<double>(part.size());
      for (Numbers& row : part) row[i] = w.scale[i] * (row[i] - mean) / std::sqrt(variance + 0.01) + w.shift[i];
    }
  }
}

void expect_gradient_of_differences(const ConvCase& conv, const Batch& batch, std::int64_t steps, Rng& rng) {
  for (const GnnPlan& plan : plans_of(batch, steps, conv.graph_norm(), rng)) {
    // All that the result depends on in one list: x, then the weights, then the edges' terms.
    const std::int64_t sizes[] = {plan.rows(0) * conv.d, conv.size(), batch.num_edges() * conv.edge_columns()};
    const auto part = [&](const Floats& at, int number) {
      const auto* first = at.data() + (number > 0 ? sizes[0] : 0) + (number > 1 ? sizes[1] : 0);
      return Floats(first, first + sizes[number]);
    };
    const Floats g = testing::random_floats(plan.rows(steps) * conv.d, rng);
    const auto gradient_at = [&](const Floats& at) {
      const Answer answer = answer_of(conv, plan, part(at, 1), part(at, 2), part(at, 0), g);
      Floats gradient = answer.dx;
      gradient.insert(gradient.end(), answer.gradients.begin(), answer.gradients.end());
      gradient.insert(gradient.end(), answer.dterms.begin(), answer.dterms.end());
      return gradient;
    };
    Floats at = testing::input_without_kinks(sizes[0] + sizes[1] + sizes[2], rng, gradient_at,
                                             {.scale = 0.6, .distance = 3e-4, .tolerance = 2e-2});
    const auto loss = [&] {
      Floats out = unset(plan.rows(steps) * conv.d);
      conv.forward(plan, part(at, 1).data(), part(at, 2).data(), part(at, 0).data(), nullptr, out.data());
      return weighted_sum(g, out);
    };
    EXPECT_EQ(difference(gradient_at(at), numeric_gradient(at, loss), 1e-2), "");
  }
}

class Convolutions : public ::testing::TestWithParam<ConvKind> {};

TEST_P(Convolutions, AreTheFormulasOfThePapers) {
  if (GetParam() == ConvKind::gine_norm) return;  // its two normalizations are those of GIN
  for (const std::int64_t d : {1, 7, 20}) {
    const ConvCase conv{GetParam(), d};
    Rng rng(31, Purpose::test, static_cast<std::uint64_t>(d));
    const RandomLinks links(150, 40, 12, rng);
    const std::int64_t groups[] = {0, 20, 20, 21, 150};
    const ConvStep step{links.view(), links.rows_before, groups};
    const Floats weights = random_weights(conv, rng);
    const Floats terms = testing::random_floats(links.num_batch_edges() * conv.edge_columns(), rng);
    const Floats x = testing::random_floats(links.rows_before * d, rng);
    std::vector<Numbers> rows;
    for (std::size_t r = 0; r + 1 < links.offsets.size(); ++r) {
      std::vector<Incoming> edges;
      for (auto e = static_cast<std::size_t>(links.offsets[r]); e < static_cast<std::size_t>(links.offsets[r + 1]);
           ++e) {
        edges.push_back({row_of(x, links.sources[e] - RandomLinks::first_row, d),
                         row_of(terms, links.batch_edges[e], conv.edge_columns())});
      }
      const Numbers own = row_of(x, links.self[r] - RandomLinks::first_row, d);
      rows.push_back(formula(conv, weights.data(), own, edges));
    }
    if (conv.graph_norm()) {
      normalize(groups, conv.is_nnconv() ? conv.nnconv(weights.data()).norm : conv.pna(weights.data()).norm, rows);
    }
    Floats expected;
    for (const Numbers& row : rows) {
      for (const double value : relu(row)) expected.push_back(static_cast<float>(value));
    }
    const auto kernel = conv.kernel(weights.data(), terms.data());
    Floats tape = unset(kernel->tape_size(step));
    const float* message = kernel->forward(step, x.data(), tape.data());
    EXPECT_EQ(difference(Floats(message, message + expected.size()), expected), "") << d << " channels";
    const float* again = kernel->message(step, tape.data());
    EXPECT_EQ(difference(Floats(again, again + expected.size()), expected), "") << d << " channels";
  }
}

TEST_P(Convolutions, GiveTheSameWithoutATape) {
  for (const std::int64_t d : {1, 7, 64}) {
    const ConvCase conv{GetParam(), d};
    Rng rng(32, Purpose::test, static_cast<std::uint64_t>(d));
    Batch batch = testing::odd_graphs(rng);
    for (int i = 0; i < 16; ++i) batch.append(testing::random_graph(static_cast<NodeId>(rng.below(30)), 0.2, rng));
    const Floats weights = random_weights(conv, rng);
    const Floats terms = testing::random_floats(batch.num_edges() * conv.edge_columns(), rng);
    for (const GnnPlan& plan : plans_of(batch, 3, conv.graph_norm(), rng)) {
      const Floats x = testing::random_floats(plan.rows(0) * d, rng);
      Floats tape = unset(conv.tape_size(plan, weights.data(), terms.data()));
      Floats with = unset(plan.rows(3) * d);
      Floats without = unset(plan.rows(3) * d);
      conv.forward(plan, weights.data(), terms.data(), x.data(), tape.data(), with.data());
      conv.forward(plan, weights.data(), terms.data(), x.data(), nullptr, without.data());
      EXPECT_EQ(with, without);
      EXPECT_TRUE(std::none_of(with.begin(), with.end(), [](float value) { return std::isnan(value); }));
    }
  }
}

TEST_P(Convolutions, AddTheirGradientsToWhatIsThere) {
  const ConvCase conv{GetParam(), 7};
  Rng rng(33, Purpose::test);
  const Batch batch = testing::odd_graphs(rng);
  const Floats weights = random_weights(conv, rng);
  const Floats terms = testing::random_floats(batch.num_edges() * conv.edge_columns(), rng);
  for (const GnnPlan& plan : plans_of(batch, 2, conv.graph_norm(), rng)) {
    const Floats x = testing::random_floats(plan.rows(0) * conv.d, rng);
    const Floats g = testing::random_floats(plan.rows(2) * conv.d, rng);
    const Answer expected = answer_of(conv, plan, weights, terms, x, g);
    Floats tape = unset(conv.tape_size(plan, weights.data(), terms.data()));
    Floats out = unset(plan.rows(2) * conv.d);
    Floats dx = unset(plan.rows(0) * conv.d);
    Floats gradients = expected.gradients;
    Floats dterms = expected.dterms;
    conv.forward(plan, weights.data(), terms.data(), x.data(), tape.data(), out.data());
    conv.backward(plan, weights.data(), terms.data(), x.data(), tape.data(), g.data(), dx.data(), gradients.data(),
                  dterms.data());
    for (float& value : gradients) value /= 2;
    for (float& value : dterms) value /= 2;
    EXPECT_EQ(dx, expected.dx);
    EXPECT_EQ(difference(gradients, expected.gradients), "");
    EXPECT_EQ(difference(dterms, expected.dterms), "");
  }
}

TEST_P(Convolutions, DoNothingWithoutGraphs) {
  const ConvCase conv{GetParam(), 4};
  const Floats weights = testing::filled(conv.size(), 1);
  const float no_terms = 0;
  float no_gradients = 0;
  Rng rng(34, Purpose::test);
  for (const GnnPlan& plan : plans_of(Batch{}, 2, false, rng)) {
    EXPECT_EQ(conv.tape_size(plan, weights.data(), &no_terms), 0);
    conv.forward(plan, weights.data(), &no_terms, nullptr, nullptr, nullptr);
    Floats gradients = weights;
    conv.backward(plan, weights.data(), &no_terms, nullptr, nullptr, nullptr, nullptr, gradients.data(), &no_gradients);
    EXPECT_EQ(gradients, weights);
  }
}

TEST_P(Convolutions, HaveTheGradientOfDifferences) {
  Rng rng(35, Purpose::test);
  Batch batch;
  for (const Graph& graph : {testing::path(4), Graph(), Graph::from_edges(1, {}), testing::directed_graph(4, 9, rng)}) {
    batch.append(graph);
  }
  expect_gradient_of_differences({GetParam(), 3, 2}, batch, 2, rng);
}

TEST_P(Convolutions, HaveTheGradientOfDifferencesWhereManyEdgesComeIn) {
  Rng rng(37, Purpose::test);
  Batch batch;
  for (const NodeId leaves : {9, 11, 9}) {
    std::vector<Edge> edges;
    for (NodeId leaf = 1; leaf <= leaves; ++leaf) edges.push_back({leaf, 0});
    batch.append(Graph::from_edges(leaves + 1, edges, {.undirected = false}));
  }
  expect_gradient_of_differences({GetParam(), 2, 2}, batch, 1, rng);
}

INSTANTIATE_TEST_SUITE_P(Kinds, Convolutions, ::testing::ValuesIn(all_kinds), name_of_test);

/// (convolution, branches per graph, steps, whole branches)
class ConvolutionsOfBranches : public ::testing::TestWithParam<std::tuple<ConvKind, std::int64_t, std::int64_t, bool>> {
};

/// Forward and backward pass over the plan equal those over explicit branches, whose edges have the terms of the edges
/// that they copy.
TEST_P(ConvolutionsOfBranches, GiveWhatExplicitBranchesGive) {
  const auto [kind, width, steps, whole] = GetParam();
  const ConvCase conv{kind, 5};
  if (conv.graph_norm() && !whole) return;
  const std::int64_t d = conv.d;
  const std::int64_t columns = conv.edge_columns();
  Rng rng(36, Purpose::test, static_cast<std::uint64_t>(width), static_cast<std::uint64_t>(steps));
  const Batch graphs = testing::odd_graphs(rng);
  const RandomChoice choice(graphs, width, rng, {1, 7, 10});
  const ExplicitBranches copies(graphs, choice);
  const GnnPlan plan = GnnPlan::branches(graphs, choice, steps, whole);
  const GnnPlan plain = GnnPlan::plain(copies.batch, steps);

  const Floats weights = testing::random_floats(conv.size(), rng, 0.4);
  const Floats terms = testing::random_floats(graphs.num_edges() * columns, rng);
  const Floats g = testing::random_floats(plain.rows(steps) * d, rng);
  const Floats by_out = scattered(g, plan.branch_rows(), plan.rows(steps), d);
  const Floats x = testing::input_without_kinks(plan.rows(0) * d, rng, [&](const Floats& input) {
    return answer_of(conv, plan, weights, terms, input, by_out).dx;
  });

  const Answer found = answer_of(conv, plan, weights, terms, x, by_out);
  const Answer expected =
      answer_of(conv, plain, weights, gathered(terms, copies.edge_origin, columns), gathered(x, copies.origin, d), g);
  EXPECT_EQ(difference(gathered(found.out, plan.branch_rows(), d), expected.out), "");
  EXPECT_EQ(difference(found.dx, scattered(expected.dx, copies.origin, plan.rows(0), d), 1e-4), "");
  EXPECT_EQ(difference(found.gradients, expected.gradients, 1e-4), "");
  EXPECT_EQ(difference(found.dterms, scattered(expected.dterms, copies.edge_origin, graphs.num_edges(), columns), 1e-4),
            "");
}

INSTANTIATE_TEST_SUITE_P(Widths, ConvolutionsOfBranches,
                         ::testing::Combine(::testing::ValuesIn(all_kinds), ::testing::Values(1, 4, 1000),
                                            ::testing::Values(1, 3), ::testing::Bool()));

}  // namespace
}  // namespace gnnir::kernels

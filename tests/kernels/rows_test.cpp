#include "gnnir/kernels/rows.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "gnnir/base/rng.h"
#include "gnnir/graph/batch.h"
#include "gnnir/kernels/matrix_product.h"
#include "gnnir/kernels/reference/rows.h"
#include "support/small_graphs.h"

namespace gnnir::kernels {
namespace {

using Floats = std::vector<float>;

class Rows : public ::testing::TestWithParam<std::pair<std::int64_t, std::int64_t>> {
 protected:
  Floats random(std::int64_t size) {
    Floats values(static_cast<std::size_t>(size));
    for (float& value : values) value = static_cast<float>(rng_.normal());
    return values;
  }
  static void expect_near(const Floats& found, const Floats& expected) {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      ASSERT_NEAR(found[i], expected[i], 1e-5 + 1e-5 * std::abs(expected[i])) << "at " << i;
    }
  }

  const std::int64_t rows_ = GetParam().first;
  const std::int64_t d_ = GetParam().second;
  Rng rng_{3, Purpose::test, static_cast<std::uint64_t>(rows_), static_cast<std::uint64_t>(d_)};
};

TEST_P(Rows, NeighbourhoodSumsAgreeWithTheObviousOnes) {
  Batch batch;
  batch.append(testing::path(4));  // rows before ours: the kernel must subtract them
  batch.append(testing::random_graph(static_cast<NodeId>(rows_), 0.3, rng_));
  std::vector<std::int64_t> offsets = {batch.edge_ptr[1]};
  for (std::int64_t row = 4; row < batch.num_nodes(); ++row) {
    std::int64_t end = offsets.back();
    while (end < batch.num_edges() && batch.edge_target[static_cast<std::size_t>(end)] == row) ++end;
    offsets.push_back(end);
  }
  const Neighbourhoods graph{rows_, offsets.data(), batch.edge_source.data(), 4};
  const Floats h = random(rows_ * d_);
  Floats found(h.size());
  Floats expected(h.size());
  neighbourhood_sum(graph, d_, 1.25F, h.data(), found.data());
  reference::neighbourhood_sum(graph, d_, 1.25F, h.data(), expected.data());
  expect_near(found, expected);
  Floats found_gradient = random(rows_ * d_);
  Floats expected_gradient = found_gradient;
  neighbourhood_sum_backward(graph, d_, 1.25F, h.data(), found_gradient.data());
  reference::neighbourhood_sum_backward(graph, d_, 1.25F, h.data(), expected_gradient.data());
  expect_near(found_gradient, expected_gradient);
}

TEST_P(Rows, BiasReluAndSumsAgreeWithTheObviousOnes) {
  const Floats x = random(rows_ * d_);
  const Floats bias = random(d_);
  for (const bool relu : {false, true}) {
    Floats found = x;
    Floats expected = x;
    add_bias(rows_, d_, bias.data(), relu, found.data());
    reference::add_bias(rows_, d_, bias.data(), relu, expected.data());
    expect_near(found, expected);
    Floats found_gradient = random(rows_ * d_);
    Floats expected_gradient = found_gradient;
    relu_backward(rows_ * d_, found.data(), found_gradient.data());
    reference::relu_backward(rows_ * d_, expected.data(), expected_gradient.data());
    expect_near(found_gradient, expected_gradient);
  }
  Floats found_sum = bias;
  Floats expected_sum = bias;
  column_sums(rows_, d_, x.data(), found_sum.data());
  reference::column_sums(rows_, d_, x.data(), expected_sum.data());
  expect_near(found_sum, expected_sum);
  const Floats y = random(rows_ * d_);
  expect_near({dot(rows_ * d_, x.data(), y.data())}, {reference::dot(rows_ * d_, x.data(), y.data())});
}

TEST_P(Rows, GruGatesAgreeWithTheObviousOnes) {
  const Floats gi = random(rows_ * 3 * d_);
  const Floats gh = random(rows_ * 3 * d_);
  const Floats bias_ih = random(3 * d_);
  const Floats bias_hh = random(3 * d_);
  const Floats h = random(rows_ * d_);
  Floats gates(static_cast<std::size_t>(rows_ * 4 * d_));
  Floats expected_gates = gates;
  Floats out(h.size());
  Floats expected_out(h.size());
  gru_gates(rows_, d_, gi.data(), gh.data(), bias_ih.data(), bias_hh.data(), h.data(), gates.data(), out.data());
  reference::gru_gates(rows_, d_, gi.data(), gh.data(), bias_ih.data(), bias_hh.data(), h.data(), expected_gates.data(),
                       expected_out.data());
  expect_near(gates, expected_gates);
  expect_near(out, expected_out);
  const Floats g = random(rows_ * d_);
  Floats dgi(gi.size());
  Floats dgh(gi.size());
  Floats dh(h.size());
  Floats expected_dgi(gi.size());
  Floats expected_dgh(gi.size());
  Floats expected_dh(h.size());
  gru_gates_backward(rows_, d_, g.data(), h.data(), gates.data(), dgi.data(), dgh.data(), dh.data());
  reference::gru_gates_backward(rows_, d_, g.data(), h.data(), gates.data(), expected_dgi.data(), expected_dgh.data(),
                                expected_dh.data());
  expect_near(dgi, expected_dgi);
  expect_near(dgh, expected_dgh);
  expect_near(dh, expected_dh);
}

TEST_P(Rows, GruGatesStayFiniteForHugeInputs) {
  Floats gi = random(rows_ * 3 * d_);
  for (float& value : gi) value *= 1e6F;
  const Floats gh = random(rows_ * 3 * d_);
  const Floats bias(static_cast<std::size_t>(3 * d_), 0);
  const Floats h = random(rows_ * d_);
  Floats gates(static_cast<std::size_t>(rows_ * 4 * d_));
  Floats expected_gates = gates;
  Floats out(h.size());
  Floats expected(h.size());
  gru_gates(rows_, d_, gi.data(), gh.data(), bias.data(), bias.data(), h.data(), gates.data(), out.data());
  reference::gru_gates(rows_, d_, gi.data(), gh.data(), bias.data(), bias.data(), h.data(), expected_gates.data(),
                       expected.data());
  expect_near(out, expected);
}

TEST_P(Rows, GraphNormAgreesWithTheObviousOne) {
  if (rows_ == 0) return;  // a graph without nodes is never normalised
  const Floats scale = random(d_);
  const Floats shift = random(d_);
  for (const bool relu : {false, true}) {
    Floats found = random(rows_ * d_);
    Floats expected = found;
    Floats normalized(found.size());
    Floats expected_normalized(found.size());
    Floats inverse(scale.size());
    Floats expected_inverse(scale.size());
    graph_norm(rows_, d_, 0.01F, scale.data(), shift.data(), relu, found.data(), normalized.data(), inverse.data());
    reference::graph_norm(rows_, d_, 0.01F, scale.data(), shift.data(), relu, expected.data(),
                          expected_normalized.data(), expected_inverse.data());
    expect_near(found, expected);
    expect_near(normalized, expected_normalized);
    expect_near(inverse, expected_inverse);
    Floats g = random(rows_ * d_);
    Floats expected_g = g;
    Floats dscale = scale;
    Floats dshift = shift;
    Floats expected_dscale = scale;
    Floats expected_dshift = shift;
    graph_norm_backward(rows_, d_, scale.data(), normalized.data(), inverse.data(), g.data(), dscale.data(),
                        dshift.data());
    reference::graph_norm_backward(rows_, d_, scale.data(), normalized.data(), inverse.data(), expected_g.data(),
                                   expected_dscale.data(), expected_dshift.data());
    expect_near(dscale, expected_dscale);
    expect_near(dshift, expected_dshift);
    for (std::size_t i = 0; i < g.size(); ++i) ASSERT_NEAR(g[i], expected_g[i], 2e-4);
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, Rows,
                         ::testing::Values(std::pair{0, 4}, std::pair{1, 1}, std::pair{1, 64}, std::pair{7, 5},
                                           std::pair{13, 16}, std::pair{40, 33}, std::pair{64, 64}));

TEST(Products, AgreeWithThreeLoops) {
  Rng rng(4, Purpose::test);
  const auto random = [&](std::size_t size) {
    Floats values(size);
    for (float& value : values) value = static_cast<float>(rng.normal());
    return values;
  };
  constexpr std::int64_t rows = 5;
  constexpr std::int64_t in = 3;
  constexpr std::int64_t out = 4;
  const Floats x = random(rows * in);
  const Floats w = random(out * in);
  const Floats dy = random(rows * out);
  Floats y(rows * out);
  Floats dx(rows * in, 1);
  Floats dw(out * in, 1);
  product(rows, in, out, x.data(), w.data(), y.data());
  product_backward_input(rows, in, out, dy.data(), w.data(), dx.data(), true);
  product_backward_weight(rows, in, out, dy.data(), x.data(), dw.data());
  Floats expected_y(rows * out);
  Floats expected_dx(rows * in, 1);
  Floats expected_dw(out * in, 1);
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t o = 0; o < out; ++o) {
      for (std::size_t i = 0; i < in; ++i) {
        expected_y[r * out + o] += x[r * in + i] * w[o * in + i];
        expected_dx[r * in + i] += dy[r * out + o] * w[o * in + i];
        expected_dw[o * in + i] += dy[r * out + o] * x[r * in + i];
      }
    }
  }
  for (std::size_t i = 0; i < y.size(); ++i) EXPECT_NEAR(y[i], expected_y[i], 1e-5);
  for (std::size_t i = 0; i < dx.size(); ++i) EXPECT_NEAR(dx[i], expected_dx[i], 1e-5);
  for (std::size_t i = 0; i < dw.size(); ++i) EXPECT_NEAR(dw[i], expected_dw[i], 1e-5);
}

}  // namespace
}  // namespace gnnir::kernels

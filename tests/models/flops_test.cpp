#include <gtest/gtest.h>

#include <vector>

#include "gnnir/models/registry.h"

namespace gnnir {
namespace {

double matrix_product_flops(const ModelOptions& options, const ModelShape& shape, const std::vector<GraphSize>& sizes) {
  double flops = 0;
  for (const GraphSize& size : sizes) flops += cost_of(options, shape).of_graph(size).flops;
  return flops;
}

/// Multiplications with addition of a linear map.
double linear(double rows, double in, double out) { return 2 * rows * in * out; }

TEST(Flops, OfThePlainGnnAreThoseOfItsLinearMaps) {
  ModelOptions options;
  options.ir.layers = 0;
  options.gnn.hidden = 10;
  options.gnn.steps = 2;
  const std::vector<GraphSize> sizes = {{3, 9}, {4, 9}};
  double expected = 0;
  for (const double n : {3.0, 4.0}) {
    expected += linear(n, 5, 10);                                              // encoder
    expected += 2 * (2 * linear(n, 10, 10) + 2 * linear(n, 10, 30));           // two steps: GIN, GRU
    expected += 2 * linear(n, 10, 10) + linear(1, 10, 10) + linear(1, 10, 7);  // readout, head
  }
  EXPECT_DOUBLE_EQ(matrix_product_flops(options, {.num_reals = 5, .outputs = 7}, sizes), expected);
}

TEST(Flops, OfBranchesCountEveryBranchOnce) {
  ModelOptions options;
  options.ir.layers = 1;
  options.ir.width = 4;
  options.gnn.hidden = 10;
  options.gnn.steps = 2;
  const auto flops = [&](std::int64_t n) {
    return matrix_product_flops(options, {.outputs = 7}, std::vector{GraphSize{n, 9}});
  };
  const auto expected = [&](double n, double branches) {
    const double gnn = 2 * (2 * linear(1, 10, 10) + 2 * linear(1, 10, 30));
    const double mlp = 2 * linear(1, 10, 10);
    const double select = n * mlp + 2 * linear(1, 10, 30);
    const double layer = select + branches * mlp + branches * n * (gnn + mlp) + branches * mlp;
    return n * gnn + 2 * n * mlp + layer + linear(1, 30, 10) + linear(1, 10, 7);
  };
  EXPECT_DOUBLE_EQ(flops(9), expected(9, 4));
  EXPECT_DOUBLE_EQ(flops(3), expected(3, 3));  // fewer nodes than k
}

TEST(Flops, DependOnSelectorAndReadout) {
  ModelOptions options;
  options.gnn.hidden = 10;
  const auto flops = [&](SelectorKind selector, ReadoutKind readout) {
    options.ir.selector = selector;
    options.readout.kind = readout;
    return matrix_product_flops(options, {.outputs = 7}, std::vector{GraphSize{9, 9}});
  };
  const double random = flops(SelectorKind::random, ReadoutKind::sum);
  const double layers = 2;
  const double longer_head = linear(1, layers * 10, 10);  // it takes the selector's readout
  EXPECT_DOUBLE_EQ(flops(SelectorKind::projection, ReadoutKind::sum), random + longer_head);
  EXPECT_DOUBLE_EQ(flops(SelectorKind::mlp, ReadoutKind::mean),
                   random + longer_head + layers * (9 + 1) * 2 * linear(1, 10, 10));
  EXPECT_DOUBLE_EQ(flops(SelectorKind::random, ReadoutKind::set2set),
                   random + 3 * 3 * linear(1, 30, 40) + linear(1, 30, 10));
}

TEST(Flops, OfPnaCountItsMessagesOnEdges) {
  ModelOptions options;
  options.ir.layers = 0;
  options.gnn.hidden = 10;
  options.gnn.steps = 2;
  options.edge_variables = true;
  const auto flops = [&](const std::string& conv) {
    options.gnn.conv = conv;
    return matrix_product_flops(options, {.outputs = 7, .num_edge_categories = 4}, std::vector{GraphSize{9, 20}});
  };
  // A node: three maps and one from 12 aggregates, against GIN's two. An edge: the message's second map in every step,
  // and its share of the first once.
  EXPECT_DOUBLE_EQ(flops("pna") - flops("gin"), 2 * linear(9, 10, 130) + linear(20, 10, 10) * (2 + 1));
}

}  // namespace
}  // namespace gnnir

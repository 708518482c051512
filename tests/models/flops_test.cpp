#include "gnnir/models/flops.h"

#include <gtest/gtest.h>

#include <vector>

namespace gnnir {
namespace {

/// Multiplications with addition of a linear map.
double linear(double rows, double in, double out) { return 2 * rows * in * out; }

TEST(Flops, OfThePlainGnnAreThoseOfItsLinearMaps) {
  ModelOptions options;
  options.ir.layers = 0;
  options.gnn.hidden = 10;
  options.gnn.steps = 2;
  const std::vector<std::int64_t> sizes = {3, 4};
  double expected = 0;
  for (const double n : {3.0, 4.0}) {
    expected += linear(n, 5, 10);                                              // encoder
    expected += 2 * (2 * linear(n, 10, 10) + 2 * linear(n, 10, 30));           // two steps: GIN, GRU
    expected += 2 * linear(n, 10, 10) + linear(1, 10, 10) + linear(1, 10, 7);  // readout, head
  }
  EXPECT_DOUBLE_EQ(matrix_product_flops(options, 5, 7, sizes), expected);
}

TEST(Flops, OfBranchesCountEveryBranchOnce) {
  ModelOptions options;
  options.ir.layers = 1;
  options.ir.width = 4;
  options.gnn.hidden = 10;
  options.gnn.steps = 2;
  const auto flops = [&](std::int64_t n) { return matrix_product_flops(options, 0, 7, std::vector{n}); };
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

}  // namespace
}  // namespace gnnir

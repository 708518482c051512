#include <gtest/gtest.h>

#include <vector>

#include "gnnir/kernels/adam_step.h"
#include "gnnir/kernels/graph_rows.h"
#include "support/floats.h"

namespace gnnir::kernels {
namespace {

using testing::Floats;
using testing::unset;
using testing::zeros;

TEST(Merge, GivesATieToTheFirstBranch) {
  const std::vector<std::int32_t> map = {0, 1, 0, 1, 0, 1};
  const Floats x = testing::filled(2 * 20, 1);
  const Floats offset = zeros(3 * 20);
  Floats out = unset(2 * 20);
  std::vector<std::int32_t> winner(2 * 20, -1);
  merge_branches({3, 2, map.data()}, 20, MergeBy::max, x.data(), offset.data(), out.data(), winner.data());
  EXPECT_EQ(winner, std::vector<std::int32_t>(2 * 20, 0));
}

TEST(Adam, FirstStepMovesEveryWeightByTheLearningRate) {
  const Floats gradient = {3, -0.5F, 100, 1e-3F, -7};
  Floats mean = zeros(5);
  Floats square = zeros(5);
  Floats weight = {1, 2, 3, 4, 5};
  adam_step(5, {0.1F, 0.9F, 0.999F, 1e-8F, 0, 0.1F, 0.001F, 0.1F, 0.001F}, gradient.data(), mean.data(), square.data(),
            weight.data());
  EXPECT_EQ(testing::difference(weight, Floats{0.9F, 2.1F, 2.9F, 3.9F, 5.1F}), "");
}

}  // namespace
}  // namespace gnnir::kernels

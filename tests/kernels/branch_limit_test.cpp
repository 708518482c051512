#include "gnnir/kernels/branch_limit.h"

#include <gtest/gtest.h>

#include "support/errors.h"

namespace gnnir {
namespace {

TEST(BranchLimit, MultipliesBranchesOfATreeOnly) {
  EXPECT_EQ(num_branches(10, {.layers = 3, .width = 4}), 4);
  EXPECT_EQ(num_branches(10, {.layers = 3, .width = 4, .merge = MergeKind::tree}), 64);
  EXPECT_EQ(num_branches(3, {.layers = 3, .width = 4, .merge = MergeKind::tree}), 27);
  EXPECT_EQ(num_branches(10, {.layers = 3, .width = 4, .merge = MergeKind::paths}), 4);
  EXPECT_EQ(num_branches(10, {.layers = 2, .width = all_nodes}), 10);
  EXPECT_EQ(num_branches(0, {.layers = 2, .width = all_nodes, .merge = MergeKind::tree}), 0);
  EXPECT_EQ(num_branches(1000, {.layers = 64, .width = all_nodes, .merge = MergeKind::tree}),
            std::numeric_limits<std::int64_t>::max());
}

TEST(BranchLimit, SaysWhatTheCapWouldHaveToBe) {
  EXPECT_STREQ(
      testing::error_of([] { require_branches(100, {.layers = 1, .width = all_nodes}); }).what(),
      "[ir] a graph of 100 nodes has 100 branches with L = 1, k = all, merge = max: model.max_branches would have to "
      "be at least 100, it is 64");
  EXPECT_NO_THROW(require_branches(100, {.layers = 1, .width = all_nodes, .max_branches = 100}));
  EXPECT_NO_THROW(require_branches(100, {.layers = 0, .width = all_nodes}));
  EXPECT_NO_THROW(require_branches(100, {.layers = 1, .width = 80}));  // a number stands for itself
}

TEST(BranchLimit, SharesTheRoomOfATreeAmongBranchesAndLayers) {
  const IrOptions tree{.layers = 2, .width = 2, .merge = MergeKind::tree, .max_branches = 40};
  EXPECT_EQ(room_for_selection(10, 1, 1, tree), 20);  // each of them has two more in the second layer
  EXPECT_EQ(room_for_selection(10, 20, 2, tree), 2);
  EXPECT_EQ(room_for_selection(10, 4, 2, tree), 10);
  EXPECT_EQ(room_for_selection(10, 1, 2, {.layers = 2, .width = 2, .max_branches = 40}), 40);
}

}  // namespace
}  // namespace gnnir
